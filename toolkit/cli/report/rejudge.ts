// `tsi judge` itself: the verdicts of a finished run, judged again.

import { existsSync } from 'node:fs';
import { readResults } from '../../../reports/model/results-json.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { judgementDocument } from '../../../reports/rejudge/judgement-json.js';
import { judgeJournal } from '../../../reports/rejudge/rejudge.js';
import { differencesFromResults } from '../../../reports/rejudge/results-differences.js';
import { plural } from '../../base/plural.js';
import { type CommandIo, misuse, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { evaluateAssertion } from './evaluate.js';
import { DEFAULT_FOLDER, orExit, reportFolder } from './folder.js';
import { judgeHistory } from './judge-history.js';
import { judgeSent } from './judge-sent.js';
import { readAgain } from './read-again.js';

const MOST_LINES = 50;

export async function rejudgeReport(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const folder = reportFolder(args.positionals[0] ?? DEFAULT_FOLDER, io.cwd);
  if (!existsSync(folder.journalPath)) {
    throw misuse(`${folder.journalPath} does not exist; without a journal there is nothing to judge`);
  }
  const results = existsSync(folder.resultsPath) ? await readResults(folder.resultsPath) : undefined;
  const judgement = await orExit(
    EXIT.verificationFailed,
    judgeJournal(folder.journalPath, evaluateAssertion, { readAgain, judgeSent, judgeHistory }),
  );
  const differences = results === undefined ? [] : differencesFromResults(judgement, results);
  const document = judgementDocument(judgement, differences);
  if (args.on('json')) printJson(io, document);
  else {
    if (folder.notice !== undefined) io.stderr.write(`${forLogLine(folder.notice)}\n`);
    const found = [...judgement.findings.map(findingLine), ...differences];
    for (const line of found.slice(0, MOST_LINES)) io.stdout.write(`x ${forLogLine(line)}\n`);
    if (found.length > MOST_LINES) io.stdout.write(`and ${found.length - MOST_LINES} more\n`);
    const { records, checks, assertions, computed } = document;
    io.stdout.write(
      `${plural(checks.length, 'check')} from ${plural(records, 'record')}: ${plural(assertions - computed, 'assertion')} evaluated again, ${computed} taken over\n`,
    );
    if (found.length === 0) io.stdout.write('every verdict follows from the journal\n');
  }
  if (!document.agrees) return EXIT.verificationFailed;
  return (results?.exitCode ?? EXIT.conformant) as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
}

function findingLine({
  check,
  record,
  message,
}: {
  check: string | null;
  record: number | null;
  message: string;
}): string {
  const where = [check, record === null ? null : `record ${record}`].filter((part) => part !== null).join(', ');
  return where === '' ? message : `${where}: ${message}`;
}
