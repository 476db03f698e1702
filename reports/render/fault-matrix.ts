// The fault matrix for people, as Markdown for a summary; its page is in `fault-matrix-page.ts`. Input is the document alone.

import { forMarkdown as markdownCell } from '../model/sanitize.js';
import { MARK_WORDS, markOf } from './fault-mark.js';
import { countMatrix, type FaultMatrix, type FaultRow, isProven } from './fault-matrix-model.js';

/** The level that is due, and the other one where checks failed at that. */
function levelText(fault: FaultRow): string {
  const { level } = fault;
  return markOf(fault) === 'misplaced' ? `${level}, killed at ${level === 'must' ? 'should' : 'must'}` : level;
}

/** One sentence with the numbers. */
export function matrixHeadline(matrix: FaultMatrix): string {
  const { faults, right, misplaced, other, survived, checks, idle } = countMatrix(matrix);
  const rest = [
    misplaced > 0 ? `${misplaced} at another level` : '',
    other > 0 ? `${other} only by another requirement` : '',
    survived > 0 ? `${survived} survived` : '',
  ].filter((part) => part !== '');
  const kills = matrix.whole ? `; ${checks - idle} of ${checks} checks kill at least one fault` : '';
  return `${right} of ${faults} faults killed by a check of the violated requirement${rest.length > 0 ? ` (${rest.join(', ')})` : ''}${kills}`;
}

export function renderMatrixMarkdown(matrix: FaultMatrix): string {
  const rows = matrix.faults.map((fault) => {
    const cells = [
      fault.id,
      fault.section,
      levelText(fault),
      MARK_WORDS[markOf(fault)],
      String(fault.killedBy.length),
      fault.killedBy[0] ?? '',
      fault.summary,
    ];
    return `| ${cells.map(markdownCell).join(' | ')} |`;
  });
  const idle = matrix.whole
    ? matrix.checks.filter(({ kills }) => kills === 0).map(({ id }) => `- ${markdownCell(id)}`)
    : [];
  const warned = matrix.faults.filter((fault) => isProven(fault) && fault.killedAt === 'should');
  const lucky = matrix.faults.filter(({ rate }) => rate !== undefined);
  return [
    '# Fault matrix',
    '',
    `${matrixHeadline(matrix)}.`,
    '',
    '| fault | section | level | outcome | checks | first check | what it does |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    ...apart(
      'Seen by warnings alone',
      warned.map(({ id }) => id),
    ),
    ...apart(
      'Shown by luck',
      lucky.map(({ id, rate, repetitions }) => `${id}: rate ${rate}, ${repetitions} services`),
    ),
    ...(idle.length === 0 ? [] : ['', '## Checks that killed nothing', '', ...idle]),
    '',
  ].join('\n');
}

function apart(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${markdownCell(line)}`)];
}
