// The fault matrix for people: Markdown for a summary, and one static page without scripts. Input is the document alone.

import { forHtml as html, forMarkdown as markdownCell } from '../model/sanitize.js';
import { countMatrix, type FaultMatrix, type FaultRow, isProven } from './fault-matrix-model.js';

type Mark = 'right' | 'misplaced' | 'other' | 'survived';

const WORDS: Readonly<Record<Mark, string>> = {
  right: 'killed by the right requirement',
  misplaced: 'killed at another level',
  other: 'killed only by another',
  survived: 'survived',
};

function markOf(fault: FaultRow): Mark {
  if (isProven(fault)) return 'right';
  if (fault.killedByRightRequirement) return 'misplaced';
  return fault.survived ? 'survived' : 'other';
}

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
      WORDS[markOf(fault)],
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

const STYLE = `
:root { color-scheme: light dark; --right: #1a7f37; --other: #9a6700; --survived: #cf222e; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
code { font-size: .92em; overflow-wrap: anywhere; }
.right { color: var(--right); } .misplaced, .other { color: var(--other); } .survived { color: var(--survived); }
.strip { display: flex; flex-wrap: wrap; gap: 2px; margin: 1rem 0; } .strip span { width: 12px; height: 12px; background: currentColor; }
summary { cursor: pointer; }`;

/** A page of its own that works over file:// and needs no script. */
export function renderMatrixPage(matrix: FaultMatrix): string {
  const order: Readonly<Record<Mark, number>> = { survived: 0, other: 1, misplaced: 2, right: 3 };
  const faults = [...matrix.faults].sort((a, b) => order[markOf(a)] - order[markOf(b)]);
  const strip = matrix.faults.map(
    (fault) => `<span class="${markOf(fault)}" title="${html(`${fault.id}: ${WORDS[markOf(fault)]}`)}"></span>`,
  );
  const rows = faults.map(
    (
      fault,
    ) => `<tr><td><code>${html(fault.id)}</code><br>${html(fault.summary)}</td><td>${html(fault.section)}</td><td>${html(levelText(fault))}</td>
<td class="${markOf(fault)}">${WORDS[markOf(fault)]}${fault.broken === undefined ? '' : `: ${html(fault.broken)}`}</td>
<td>${fault.requirements.map((id) => `<code>${html(id)}</code>`).join('<br>')}</td>
<td>${killers(fault)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Fault matrix</title><style>${STYLE}</style></head><body>
<h1>Fault matrix</h1>
<p>${html(matrixHeadline(matrix))}. Dialect ${html(matrix.dialect)}, effort ${html(matrix.effort)}, seed ${html(matrix.seed)}.</p>
<div class="strip" aria-hidden="true">${strip.join('')}</div>
<table><thead><tr><th>Fault</th><th>Section</th><th>Level</th><th>Outcome</th><th>Violates</th><th>Killed by</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
</body></html>
`;
}

function killers({ killedBy }: FaultRow): string {
  if (killedBy.length === 0) return 'no check';
  const list = killedBy.map((id) => `<code>${html(id)}</code>`).join('<br>');
  return killedBy.length === 1 ? list : `<details><summary>${killedBy.length} checks</summary>${list}</details>`;
}
