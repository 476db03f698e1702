// `tsi compare` itself.

import { type Comparison, compareResults, type VerdictChange } from '../../../reports/join/compare.js';
import { embeddedIn } from '../../../reports/model/embedded.js';
import type { Results } from '../../../reports/model/model.js';
import { readResults } from '../../../reports/model/results-json.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { colorWanted } from '../../../reports/terminal/progress.js';
import { type Paint, paintFor, signOf } from '../../../reports/terminal/style.js';
import { plural } from '../../base/plural.js';
import { answer, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { reportFolder } from './folder.js';

export async function compareReports(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const [before = '', after = ''] = args.positionals;
  const folders = [reportFolder(before, io.cwd), reportFolder(after, io.cwd)] as const;
  for (const { notice } of folders) if (notice !== undefined) io.stderr.write(`${forLogLine(notice)}\n`);
  const was = await readResults(folders[0].resultsPath);
  const is = await readResults(folders[1].resultsPath);
  const comparison = compareResults(was, is);
  const paint = paintFor(colorWanted(io.env, io.stdout.isTty));
  const open = openIn(comparison, was, is);
  answer(
    args,
    io,
    comparison,
    `${comparisonText(comparison, paint)}${open.map((what) => `INCOMPLETE: ${what}\n`).join('')}`,
  );
  if (comparison.regressed.length > 0) return EXIT.notConformant;
  return open.length > 0 ? EXIT.incomplete : EXIT.conformant;
}

/** Why that nothing regressed says less than it seems to; of checks that are gone, where both runs are of one suite. */
function openIn({ undecided, removed, sameSuite }: Comparison, was: Results, is: Results): readonly string[] {
  const open = undecided.filter(({ after }) => after === 'inconclusive').length;
  const lost = open + (sameSuite ? removed.filter(({ verdict }) => verdict === 'pass').length : 0);
  const isStandIn = is.run.target.embedded === true && was.run.target.embedded !== true;
  return [
    ...(lost === 0 ? [] : [`${lost} that passed before ${lost === 1 ? 'is' : 'are'} not judged now`]),
    ...(isStandIn ? [`the later run judged ${embeddedIn(is.run.target)}`] : []),
  ];
}

function comparisonText(comparison: Comparison, paint: Paint): string {
  const { regressed, fixed, undecided, other, added, removed, context } = comparison;
  return [
    ...context.map((sentence) => `${paint('yellow', '!')} ${forLogLine(sentence)}\n`),
    changes('Regressed', regressed, paint, true),
    changes('Fixed', fixed, paint),
    changes('No longer decided', undecided, paint),
    changes('Otherwise changed', other, paint),
    names('New', added, paint),
    names('Removed', removed, paint),
    `${context.length === 0 ? '' : '\n'}${summaryOf(comparison)}\n`,
  ].join('');
}

function summaryOf(comparison: Comparison): string {
  const { regressed, fixed, undecided, added, removed, same } = comparison;
  const more = [
    [undecided.length, 'no longer decided'],
    [added.length, 'new'],
    [removed.length, 'not there any more'],
  ] as const;
  const counts = more.flatMap(([count, what]) => (count === 0 ? [] : [`, ${count} ${what}`]));
  return `${plural(same, 'check')} with the same verdict, ${regressed.length} regressed, ${fixed.length} fixed${counts.join('')}`;
}

function changes(title: string, list: readonly VerdictChange[], paint: Paint, withCommand = false): string {
  if (list.length === 0) return '';
  const lines = list.map((change) => {
    const { sign, colour } = signOf(change.after);
    const why = change.reason === undefined ? '' : `\n    ${forLogLine(change.reason)}`;
    const command = withCommand ? `\n    ${paint('cyan', `$ ${forLogLine(change.reproduce)}`)}` : '';
    return `${paint(colour, sign)} ${forLogLine(change.id)}  ${change.before} -> ${change.after}${why}${command}\n`;
  });
  return `${paint('bold', title)}\n${lines.join('')}`;
}

function names(title: string, list: Comparison['added'], paint: Paint): string {
  if (list.length === 0) return '';
  const lines = list.map(
    ({ id, verdict }) => `${paint(signOf(verdict).colour, signOf(verdict).sign)} ${forLogLine(id)}  ${verdict}\n`,
  );
  return `${paint('bold', title)}\n${lines.join('')}`;
}
