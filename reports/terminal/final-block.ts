// The last thing that a run prints: failures again, findings, the verdict, the counts, where the report is, and what to do next.
import { brokenGroups, type CheckGroup, failureGroups } from '../model/failure-groups.js';
import { headlineOf } from '../model/headline.js';
import { type Results, VERDICTS } from '../model/model.js';
import { nextSteps } from '../model/next-steps.js';
import { forLogLine } from '../model/sanitize.js';
import { checkBlock } from './check-lines.js';
import { duration, type Paint, signOf } from './style.js';

const MOST_GROUPS = 15;
const MOST_NAMES = 3;

/** `files` are the paths of the report, `index.html` among them where it was written. */
export function finalBlock(results: Results, paint: Paint, files: readonly string[]): string {
  const page = files.find((file) => file.endsWith('index.html')) ?? files.find((file) => file.endsWith('results.json'));
  return [
    failuresAgain(results, paint),
    findings(results, paint),
    verdict(results, paint),
    ...(page === undefined ? [] : [field(paint, 'report', forLogLine(page))]),
    next(results, paint, page),
  ].join('');
}

/** The first check of each requirement at length, the others by name. */
function failuresAgain(results: Results, paint: Paint): string {
  const groups: readonly CheckGroup[] = [...failureGroups(results), ...brokenGroups(results)];
  if (groups.length === 0) return '';
  const statements = new Map(results.requirements.map((requirement) => [requirement.id, requirement.statement]));
  const blocks = groups.slice(0, MOST_GROUPS).map(({ checks: [first, ...others] }) => {
    const named = others
      .slice(0, MOST_NAMES)
      .map((check) => `  ${paint('dim', 'as well')}      ${forLogLine(check.id)}\n`);
    const more = others.length - named.length;
    const rest = more > 0 ? `  ${paint('dim', `and ${more} more of this kind`)}\n` : '';
    return `\n${checkBlock(first, paint, statements)}${named.join('')}${rest}`;
  });
  const left = groups.length - blocks.length;
  const rest = left > 0 ? `\n${paint('dim', `and ${left} more kinds; everything is in the report`)}\n` : '';
  return `\n${paint('bold', 'What did not pass')}\n${blocks.join('')}${rest}`;
}

function findings(results: Results, paint: Paint): string {
  const lines = results.findings.map((finding) => {
    const mark = paint(finding.fatal ? 'red' : 'yellow', finding.fatal ? '✗' : '!');
    return `${mark} ${finding.kind}: ${forLogLine(finding.message)}\n`;
  });
  return lines.length === 0 ? '' : `\n${paint('bold', 'About the run')}\n${lines.join('')}`;
}

function verdict(results: Results, paint: Paint): string {
  const { word, tone, sentence } = headlineOf(results);
  const colour = tone === 'good' ? 'green' : tone === 'bad' ? 'red' : 'yellow';
  const { run } = results;
  const counts = VERDICTS.filter((one) => results.counts[one] > 0).map((one) =>
    paint(signOf(one).colour, `${signOf(one).sign} ${results.counts[one]} ${one}`),
  );
  const warnings = results.warnings > 0 ? [paint('yellow', `${results.warnings} warnings`)] : [];
  return [
    `\n${paint(colour, paint('bold', word))}  ${forLogLine(sentence)}\n`,
    field(paint, 'target', `${forLogLine(run.target.name)} at ${forLogLine(run.target.baseUrl)}`),
    field(paint, 'checks', [...counts, ...warnings].join('  ')),
    field(
      paint,
      'run',
      `${duration(run.durationMs)}, seed ${forLogLine(run.seed)}, profile ${run.target.fingerprint.slice(0, 12)}`,
    ),
  ].join('');
}

function next(results: Results, paint: Paint, page: string | undefined): string {
  const steps = nextSteps(results, page).map((step, index) => {
    const command = step.command === undefined ? '' : `\n     ${paint('cyan', `$ ${forLogLine(step.command)}`)}`;
    return `  ${index + 1}. ${forLogLine(step.text)}${command}\n`;
  });
  return `\n${paint('bold', 'Next')}\n${steps.join('')}`;
}

function field(paint: Paint, name: string, value: string): string {
  return `  ${paint('dim', name.padEnd(7))} ${value}\n`;
}
