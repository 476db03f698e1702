// `tsi check-journal`: the history checkers alone, over any journal.

import type { Level } from '../../../suites/runner/check.js';
import { plural } from '../../base/plural.js';
import { whyUnreadable } from '../../base/why-unreadable.js';
import type { CheckedSubject, Finding } from '../../checkers/index.js';
import type { StatementId } from '../../requirements/requirement-id.js';
import { type Command, type CommandIo, misuse, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export const command: Command = {
  name: 'check-journal',
  summary: 'judge a recorded journal by the history checkers alone',
  usage: ['check-journal FILE [options]'],
  about: [
    'Looks for what shows over a whole run only: identifiers that repeat, results that change, events, status and snapshots that ' +
      'disagree, sums that do not add up, data of others. Exits with 1 when something is found that binds, and with 6 when nothing could ' +
      'be judged; what is only suggested is a warning.',
  ],
  positionals: { least: 1, most: 1 },
  options: [
    { flag: 'only', value: 'NAME', many: true, summary: 'only this checker' },
    {
      flag: 'subject',
      value: 'S',
      choices: ['server', 'client', 'both'],
      summary: 'whom to judge (server; client in the journal of a client run)',
    },
    { flag: 'lenient', summary: 'read the journal of a killed run as far as it goes' },
    { flag: 'json', summary: 'print the findings as one JSON document' },
  ],
  examples: [
    { line: 'tsi check-journal conformance-report/journal.ndjson', summary: 'judge the last run again' },
    { line: 'tsi check-journal traffic.ndjson --subject client', summary: 'judge who sent the requests' },
    { line: 'tsi check-journal journal.ndjson --only operation-ids', summary: 'one checker' },
  ],
  run: checkJournalCommand,
};

async function checkJournalCommand(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const [
    { resolve },
    { memberOf },
    { checkEach },
    { checkerNames, checkSubjects, readSettings },
    { readJournal },
    { didYouMean },
    { forLog },
    { loadCatalogue },
    { loweredIn, lowestOf },
  ] = await Promise.all([
    import('node:path'),
    import('../../payload/json-kind.js'),
    import('../../checkers/check-each.js'),
    import('../../checkers/index.js'),
    import('../../journal/reader.js'),
    import('../../base/nearest.js'),
    import('../../../reports/model/sanitize.js'),
    import('../../requirements/catalogue.js'),
    import('../../../suites/runner/level.js'),
  ]);
  const subject = args.text('subject') ?? 'server';
  const subjects: readonly CheckedSubject[] =
    subject === 'both' ? ['server', 'client'] : [subject === 'client' ? 'client' : 'server'];
  const names = checkerNames(subjects);
  const only = args.all('only');
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw misuse(`no checker is named ${unknown}${didYouMean(unknown, names)}; known are ${names.join(', ')}`);
  }
  const [file = ''] = args.positionals;
  const results = await judge().catch((cause: unknown) => {
    throw misuse(`${file}: ${whyUnreadable(cause)}`, { cause });
  });
  const lowered = loweredIn((await loadCatalogue()).requirements);
  const levelOf = ({ level, requirement }: Finding<StatementId>): Level => lowestOf(level, lowered[requirement]);
  const found = results.flatMap(({ findings }) => findings);
  if (args.on('json')) {
    printJson(io, { journal: file, checkers: results });
  } else {
    for (const { checker, outcome, judged, findings, more, reason } of results) {
      const note = outcome === 'unknown' ? (reason ?? '') : `${judged} judged`;
      io.stdout.write(`${{ ok: '+', found: 'x', unknown: '?' }[outcome]} ${checker}  ${note}\n`);
      for (const finding of findings) {
        const { requirement, message, expected, actual, evidence } = finding;
        const warning = levelOf(finding) === 'should' ? 'warning, ' : '';
        io.stdout.write(`    ${requirement}: ${warning}${forLog(message)} (records ${evidence.join(', ')})\n`);
        io.stdout.write(`      expected ${forLog(expected)}\n      got ${forLog(actual)}\n`);
      }
      if (more > 0) io.stdout.write(`    and ${more} more\n`);
    }
    const count = plural(found.length, 'finding');
    const idle = results.filter(({ outcome }) => outcome === 'unknown').length;
    const more = idle === 0 ? '' : `; ${idle === results.length ? 'all' : idle} had nothing that they could judge`;
    io.stdout.write(`\n${count} of ${results.length} checkers${more}\n`);
  }
  if (found.some((finding) => levelOf(finding) === 'must')) return EXIT.notConformant;
  return results.every(({ outcome }) => outcome === 'unknown') ? EXIT.incomplete : EXIT.conformant;

  async function judge(): Promise<Awaited<ReturnType<typeof checkSubjects>>> {
    const reading = await readJournal(resolve(io.cwd, file), { lenient: args.on('lenient') });
    const options = { ...readSettings(reading.header.settings), ...(only.length > 0 && { only }) };
    const way = memberOf(memberOf(reading.header.settings, 'plan'), 'way');
    if (way !== 'told') return checkSubjects(reading.records, subjects, options);
    if (args.on('subject') && subject !== 'client') {
      throw misuse('each check of a client run has a service of its own; judge the client (--subject client)');
    }
    return checkEach(reading.records, (records) => checkSubjects(records, ['client'], options));
  }
}
