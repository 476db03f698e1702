// One check on the terminal: a line when it ends, a block with everything needed to act when it did not pass.
import type { CheckResult, RunInfo } from '../model/model.js';
import { asPasted } from '../model/pasted.js';
import { reasonInWords } from '../model/plain-words.js';
import { forLog, forLogLine } from '../model/sanitize.js';
import { COVERAGE } from '../model/sections.js';
import { requirementsOf } from '../model/violated.js';
import { duration, type Paint, signOf } from './style.js';

export function checkLine(check: CheckResult, paint: Paint): string {
  const { sign, colour } = signOf(check.verdict);
  const reason = reasonInWords(check);
  const why = check.verdict === 'pass' || reason === undefined ? '' : ` — ${forLogLine(reason, 300)}`;
  const time = paint('dim', `(${duration(check.durationMs)})`);
  return `${paint(colour, `${sign} ${wordFor(check)}`)} ${forLogLine(check.id)} ${time}${why}\n`;
}

function wordFor({ verdict, level, waiver }: CheckResult): string {
  if (verdict !== 'fail') return COVERAGE[verdict].word;
  return waiver !== undefined ? 'waived' : level === 'should' ? 'warning' : 'fail';
}

export interface BlockFacts {
  /** The wording of requirements, where it is known. */
  readonly statements?: ReadonlyMap<string, string>;
  readonly run: Pick<RunInfo, 'program' | 'out'>;
}

export function checkBlock(check: CheckResult, paint: Paint, { statements, run }: BlockFacts): string {
  const { sign, colour } = signOf(check.verdict);
  const mark =
    check.waiver !== undefined ? 'WAIVED' : check.level === 'should' && check.verdict === 'fail' ? 'WARNING' : '';
  const isOwn = check.verdict === 'error' && check.area === 'own';
  const verdict = isOwn ? 'ERROR OF YOUR OWN SUITE' : COVERAGE[check.verdict].word.toUpperCase();
  const word = mark === '' ? verdict : `${verdict} (${mark.toLowerCase()})`;
  const lines = [`${paint(colour, `${sign} ${word}`)}  ${paint('bold', forLogLine(check.title))}`];
  const add = (name: string, value: string | undefined): void => {
    if (value === undefined || value === '') return;
    const [first = '', ...rest] = forLog(value).split('\n');
    lines.push(`  ${paint('dim', name.padEnd(11))}  ${first}`, ...rest.map((line) => `${' '.repeat(15)}${line}`));
  };
  add('check', check.id);
  add('declared', check.source && (check.line === undefined ? check.source : `${check.source}:${check.line}`));
  add('requirement', requirementText(check, statements));
  add('interface', check.sections.join(', '));
  add('why', reasonInWords(check));
  add('expected', check.expected);
  add('actual', check.actual);
  add('smallest', check.property?.counterexample);
  add('doctor', check.signature?.summary);
  add('waived', check.waiver && `${check.waiver.reason} (until ${check.waiver.expires})`);
  add(
    'evidence',
    check.evidence.length === 0 ? undefined : `journal records ${check.evidence.slice(0, 12).join(', ')}`,
  );
  add('reproduce', asPasted(run, check.reproduce));
  return `${lines.join('\n')}\n`;
}

function requirementText(check: CheckResult, statements: ReadonlyMap<string, string> | undefined): string {
  const [first = '', ...others] = requirementsOf(check);
  const statement = statements?.get(first);
  const more = others.length === 0 ? '' : ` (also ${others.join(', ')})`;
  return statement === undefined ? `${first}${more}` : `${first}${more}: ${statement}`;
}
