// The last thing that a run prints: what did not pass, each cause once; what was not judged; the verdict, the areas side by side, where
// the report is, and what to do next. A target that is not there takes three lines.

import { grouped } from '../../toolkit/base/grouped.js';
import { areaRows } from '../model/areas.js';
import { brokenGroups, type CheckGroup, failureGroups } from '../model/failure-groups.js';
import { headlineOf } from '../model/headline.js';
import { PARTS_FOLDER } from '../model/manifest.js';
import type { CheckResult, Results } from '../model/model.js';
import { nextSteps } from '../model/next-steps.js';
import { asPasted } from '../model/pasted.js';
import { forLogLine } from '../model/sanitize.js';
import { targetLine } from '../model/target-line.js';
import { counted, countWords, WORDS } from '../model/words.js';
import { checkBlock } from './check-lines.js';
import { notJudged } from './not-judged.js';
import { folded, type Shown } from './shown.js';
import { duration, signOfWord } from './style.js';
import { hanging } from './wrap.js';

const MOST_GROUPS = 12;
const MOST_NAMES = 3;

/** `files` are the paths of the report, `index.html` among them where it was written. */
export function finalBlock(results: Results, shown: Shown, files: readonly string[]): string {
  const page = files.find((file) => file.endsWith('index.html')) ?? files.find((file) => file.endsWith('results.json'));
  if (results.exitCode === 3) return threeLines(results, shown, page);
  return [
    failures(results, shown),
    notJudged(results, shown),
    findings(results, shown),
    verdict(results, shown),
    areas(results, shown),
    reportLine(shown, page),
    next(results, shown, page),
  ].join('');
}

function threeLines(results: Results, { paint }: Shown, page: string | undefined): string {
  const { word, sentence } = headlineOf(results);
  const [step] = nextSteps(results, page);
  return [
    `${paint('yellow', paint('bold', word))}: ${forLogLine(sentence)}\n`,
    `  next    ${forLogLine(step?.text ?? '')}${step?.command === undefined ? '' : `: ${asPasted(results.run, step.command)}`}\n`,
    ...(page === undefined ? [] : [`  report  ${forLogLine(page)}\n`]),
  ].join('');
}

/** The first check of each cause at length, the others by name. */
function failures(results: Results, shown: Shown): string {
  const { paint, columns } = shown;
  const groups: readonly CheckGroup[] = [...failureGroups(results), ...brokenGroups(results)];
  if (groups.length === 0) return '';
  const statements = new Map(results.requirements.map((requirement) => [requirement.id, requirement.statement]));
  const blocks = groups.slice(0, MOST_GROUPS).map(({ checks: [first, ...others] }) => {
    const followers = others.filter(({ because }) => because !== undefined);
    const own = others.filter(({ because }) => because === undefined);
    const named = own.slice(0, MOST_NAMES).map((check) => forLogLine(check.id));
    const more = own.length - named.length;
    const rest = named.length === 0 ? '' : `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const aswell = rest === '' ? '' : hanging('  as well      ', rest, columns, `  ${paint('dim', 'as well')}      `);
    return `\n${checkBlock(first, paint, { statements, run: results.run })}${aswell}${because(followers, shown)}`;
  });
  const left = groups.length - blocks.length;
  const rest = left > 0 ? `\n${paint('dim', `and ${left} more causes; everything is in the report`)}\n` : '';
  return folded('What did not pass', `${blocks.join('')}${rest}`, shown);
}

/** Where the failures lie that follow from one. */
function because(followers: readonly CheckResult[], { paint, columns }: Shown): string {
  const [first] = followers;
  if (first === undefined) return '';
  const areas = [...grouped(followers, ({ area }) => area)].sort(([, a], [, b]) => b.length - a.length);
  const where = areas.map(([area, own]) => `${own.length} of ${area}`).join(', ');
  const text = `${followers.length} more ${followers.length === 1 ? 'check fails, and follows' : 'checks fail, and follow'} from it: ${where}; such as ${first.id}`;
  return hanging('  because of it  ', text, columns, `  ${paint('dim', 'because of it')}  `);
}

function findings(results: Results, { paint, columns }: Shown): string {
  const lines = results.findings.map((finding) => {
    const mark = finding.fatal ? '✗' : '!';
    const lead = `${mark} ${finding.kind}: `;
    return hanging(
      lead,
      forLogLine(finding.message),
      columns,
      lead.replace(mark, paint(finding.fatal ? 'red' : 'yellow', mark)),
    );
  });
  return lines.length === 0 ? '' : `\n${paint('bold', 'About the run')}\n${lines.join('')}`;
}

function verdict(results: Results, { paint, columns }: Shown): string {
  const { word, tone, sentence } = headlineOf(results);
  const colour = tone === 'good' ? 'green' : tone === 'bad' ? 'red' : 'yellow';
  const { run, checks } = results;
  const counts = countWords(checks, run.level);
  const words = WORDS.filter((one) => counts[one] > 0).map(
    (one) => `${signOfWord(one).sign} ${counted(counts[one], one)}`,
  );
  const text = hanging('', `${word}: ${forLogLine(sentence)}`, columns);
  return [
    `\n${text.startsWith(word) ? paint(colour, paint('bold', word)) + text.slice(word.length) : text}`,
    field('target', targetLine(run.target, forLogLine)),
    field('checks', `${checks.length}: ${words.join('  ')}`),
    field(
      'run',
      `${duration(run.durationMs)}, seed ${forLogLine(run.seed)}, profile ${run.target.fingerprint.slice(0, 12)}`,
    ),
  ].join('');

  function field(name: string, value: string): string {
    return hanging(`  ${name.padEnd(7)} `, value, columns, `  ${paint('dim', name.padEnd(7))} `);
  }
}

/** In as many columns as fit: `✗ orders 100/120` says how many of those that apply pass. */
function areas(results: Results, { paint, columns }: Shown): string {
  const rows = areaRows(results);
  if (rows.length < 2) return '';
  const cells = rows.map(({ area, counts, applies, worst }) => {
    const { sign, colour } = signOfWord(worst);
    const text = `${sign} ${area} ${counts.pass}/${applies}`;
    return { text, painted: worst === 'pass' ? text : paint(colour, text) };
  });
  const width = Math.max(...cells.map(({ text }) => text.length)) + 2;
  const across = Math.max(1, Math.floor((columns - 10) / width));
  const lines: string[] = [];
  for (let at = 0; at < cells.length; at += across) {
    const line = cells.slice(at, at + across).map(({ text, painted }) => painted + ' '.repeat(width - text.length));
    lines.push(`${at === 0 ? `  ${paint('dim', 'areas')}   ` : ' '.repeat(10)}${line.join('').trimEnd()}\n`);
  }
  return lines.join('');
}

function reportLine({ paint }: Shown, page: string | undefined): string {
  if (page === undefined) return '';
  const isPart = page.replaceAll('\\', '/').includes(`/${PARTS_FOLDER}/`);
  const beside = isPart ? ` ${paint('dim', '(of a part; the report of the whole is untouched)')}` : '';
  return `  ${paint('dim', 'report ')} ${forLogLine(page)}${beside}\n`;
}

function next(results: Results, { paint, columns }: Shown, page: string | undefined): string {
  const steps = nextSteps(results, page).map((step, index) => {
    // A command stays on its line, whatever its length: it is to be copied.
    const command = step.command === undefined ? '' : asPasted(results.run, step.command);
    const pasted = command === '' ? '' : `     ${paint('cyan', `$ ${forLogLine(command)}`)}\n`;
    return `${hanging(`  ${index + 1}. `, forLogLine(step.text), columns)}${pasted}`;
  });
  return `\n${paint('bold', 'Next')}\n${steps.join('')}`;
}
