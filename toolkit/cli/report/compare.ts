// `tsi compare` itself.
import { type Comparison, compareResults, type VerdictChange } from '../../../reports/join/compare.js';
import { readResults } from '../../../reports/model/results-json.js';
import { forLogLine } from '../../../reports/model/sanitize.js';
import { colorWanted } from '../../../reports/terminal/progress.js';
import { type Paint, paintFor, signOf } from '../../../reports/terminal/style.js';
import { answer, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { reportFolder } from './folder.js';

export async function compareReports(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const [before = '', after = ''] = args.positionals;
  const comparison = compareResults(
    await readResults(reportFolder(before, io.cwd).resultsPath),
    await readResults(reportFolder(after, io.cwd).resultsPath),
  );
  const paint = paintFor(colorWanted(io.env, io.stdout.isTty));
  answer(args, io, comparison, comparisonText(comparison, paint));
  return comparison.regressed.length > 0 ? EXIT.notConformant : EXIT.conformant;
}

function comparisonText(comparison: Comparison, paint: Paint): string {
  const { regressed, fixed, undecided, other, added, removed, context, same } = comparison;
  return [
    ...context.map((sentence) => `${paint('yellow', '!')} ${forLogLine(sentence)}\n`),
    changes('Regressed', regressed, paint, true),
    changes('Fixed', fixed, paint),
    changes('No longer decided', undecided, paint),
    changes('Otherwise changed', other, paint),
    names('New', added, paint),
    names('Removed', removed, paint),
    `${context.length + same === same ? '' : '\n'}${same} checks with the same verdict, ${regressed.length} regressed, ${fixed.length} fixed\n`,
  ].join('');
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
