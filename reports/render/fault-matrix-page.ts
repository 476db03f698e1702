// The fault matrix as a page of its own that works over file://: areas side by side, a square for each fault that leads to its sentence
// and to the checks that kill it; folded where all is well, searched by a few lines of script, whole without them.
import { createHash } from 'node:crypto';
import { grouped } from '../../toolkit/base/grouped.js';
import { forHtml as html } from '../model/sanitize.js';
import { sectionName } from '../model/section-titles.js';
import { MARK_SIGNS, MARK_WORDS, MARKS, type Mark, markOf } from './fault-mark.js';
import { matrixHeadline } from './fault-matrix.js';
import { countMatrix, type FaultMatrix, type FaultRow } from './fault-matrix-model.js';
import { BASE_STYLE } from './page-style.js';

/** So many killers stand unfolded. */
const FEW = 3;

const STYLE = `${BASE_STYLE}
.right { color: var(--pass); } .misplaced, .other { color: var(--open); } .survived { color: var(--fail); }
.strip { display: flex; flex-wrap: wrap; gap: 3px; margin: .3rem 0; padding: 0; list-style: none; }
.strip a { display: block; width: 22px; height: 22px; border-radius: 4px; line-height: 22px; font-size: 12px; text-align: center;
  text-decoration: none; font-weight: 700; background: color-mix(in srgb, currentColor 14%, transparent); }
.strip a:hover { outline: 2px solid currentColor; }
.fault { padding: .15rem 0; border-bottom: 1px solid var(--line); } .fault > summary { color: var(--ink); }
.fault[open] > summary { font-weight: 600; }
.fault:target { border-left: 4px solid var(--link); padding-left: .6rem; }
.fault p { margin: .2rem 0; }
section > h2 { display: flex; flex-wrap: wrap; gap: 0 .8rem; align-items: baseline; }
section > h2 small { font-weight: 400; font-size: .85rem; color: var(--soft); }
[hidden] { display: none; }`;

/** Shows what fits the words, and opens what a square leads to. */
const SCRIPT = `
const field = document.getElementById('search');
const faults = [...document.querySelectorAll('.fault')];
const texts = new Map(faults.map((one) => [one, one.textContent.toLowerCase()]));
const areas = document.querySelectorAll('details.area');
field.closest('label').hidden = false;
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const one of faults) {
    one.hidden = !words.every((word) => texts.get(one).includes(word));
    if (!one.hidden) count += 1;
  }
  for (const area of areas) area.open = words.length > 0;
  for (const one of document.querySelectorAll('section')) {
    one.hidden = words.length > 0 && one.querySelector('.fault:not([hidden])') === null;
  }
  document.getElementById('found').textContent = words.length === 0 ? '' : count + (count === 1 ? ' fault' : ' faults');
});
const open = () => {
  const fault = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (fault === null) return;
  fault.closest('section').hidden = fault.hidden = false;
  for (let at = fault; at !== null; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  fault.scrollIntoView({ block: 'center' });
};
addEventListener('hashchange', open);
open();
`;

export function renderMatrixPage(matrix: FaultMatrix): string {
  const areas = [...grouped(matrix.faults, areaOf)].sort(
    ([a, own], [b, others]) => worst(own) - worst(others) || (a < b ? -1 : 1),
  );
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${html(policy)}">
<title>Fault matrix</title><style>${STYLE}</style></head><body><main>
<h1>Fault matrix</h1>
<p>${html(matrixHeadline(matrix))}. Dialect ${html(matrix.dialect)}, effort ${html(matrix.effort)}, seed ${html(matrix.seed)}.</p>
<p class="legend">${legend(matrix)}</p>
<label hidden>Search <input id="search" type="search" placeholder="fault, sentence, requirement, check"></label>
<p id="found" role="status" class="muted"></p>
${areas.map(([area, own]) => areaHtml(area, own)).join('\n')}
${remarks(matrix)}
</main><script>${SCRIPT}</script></body></html>
`;
}

function areaOf({ requirements: [first = ''], section }: FaultRow): string {
  return first.includes('.') ? first.slice(0, first.indexOf('.')) : section;
}

function worst(faults: readonly FaultRow[]): number {
  return Math.min(...faults.map((fault) => MARKS.indexOf(markOf(fault))));
}

function legend({ faults }: FaultMatrix): string {
  const used = MARKS.filter((mark) => faults.some((fault) => markOf(fault) === mark));
  return used.map((mark) => `<span class="${mark}">${MARK_SIGNS[mark]} ${MARK_WORDS[mark]}</span>`).join(' · ');
}

function areaHtml(area: string, faults: readonly FaultRow[]): string {
  const inOrder = [...faults].sort((a, b) => MARKS.indexOf(markOf(a)) - MARKS.indexOf(markOf(b)));
  const open = inOrder.filter((fault) => markOf(fault) !== 'right');
  const well = inOrder.filter((fault) => markOf(fault) === 'right');
  const squares = inOrder.map((fault) => {
    const mark = markOf(fault);
    const says = html(`${fault.id}: ${MARK_WORDS[mark]}`);
    return `<li><a class="${mark}" href="#${html(encodeURIComponent(fault.id))}" title="${says}" aria-label="${says}">${MARK_SIGNS[mark]}</a></li>`;
  });
  return `<section><h2>${html(area)} <small>${areaCounts(faults)}</small></h2>
<ul class="strip">${squares.join('')}</ul>
${open.map(faultHtml).join('\n')}
${well.length === 0 ? '' : `<details class="area"><summary>${well.length} ${MARK_WORDS.right}</summary>\n${well.map(faultHtml).join('\n')}\n</details>`}</section>`;
}

function areaCounts(faults: readonly FaultRow[]): string {
  const counts = MARKS.map((mark) => [mark, faults.filter((fault) => markOf(fault) === mark).length] as const);
  return counts.flatMap(([mark, count]) => (count > 0 ? [`${count} ${MARK_WORDS[mark]}`] : [])).join(', ');
}

function faultHtml(fault: FaultRow): string {
  const mark: Mark = markOf(fault);
  const level =
    mark === 'misplaced' ? `${fault.level}, killed at ${fault.level === 'must' ? 'should' : 'must'}` : fault.level;
  const rate =
    fault.rate === undefined ? '' : `, shows ${fault.rate * 100} % of the time, ${fault.repetitions} services`;
  const broken = fault.broken === undefined ? '' : `: ${html(fault.broken)}`;
  return `<details class="fault" id="${html(fault.id)}"${mark === 'right' ? '' : ' open'}><summary>${html(fault.summary)}</summary>
<p class="muted"><code>${html(fault.id)}</code> · interface ${html(sectionName(fault.section))} · ${html(level + rate)}</p>
<p class="${mark}">${MARK_SIGNS[mark]} ${MARK_WORDS[mark]}${broken}</p>
<p>Violates ${fault.requirements.map((id) => `<code>${html(id)}</code>`).join(', ')}</p>
${killers(fault)}</details>`;
}

function killers({ killedBy }: FaultRow): string {
  if (killedBy.length === 0) return '<p>Killed by no check.</p>';
  const codes = killedBy.map((id) => `<code>${html(id)}</code>`);
  const first = `<p>Killed by ${codes.slice(0, FEW).join(', ')}</p>`;
  if (codes.length <= FEW) return first;
  return `${first}<details><summary>${codes.length - FEW} more checks</summary><p>${codes.slice(FEW).join(', ')}</p></details>`;
}

/** Of a whole matrix, checks that kill nothing; and of any, what did not pass on the honest service. */
function remarks(matrix: FaultMatrix): string {
  const idle = matrix.whole ? matrix.checks.filter(({ kills }) => kills === 0) : [];
  const { checks } = countMatrix(matrix);
  const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  return [
    idle.length === 0
      ? ''
      : `<section><h2>Checks that kill nothing <small>${idle.length} of ${checks}</small></h2><details><summary>Their names</summary>${list(idle.map(({ id }) => `<code>${html(id)}</code>`))}</details></section>`,
    matrix.honest.length === 0
      ? ''
      : `<section><h2>Not passed on the honest service</h2>${list(matrix.honest.map(({ id, verdict, reason }) => `<code>${html(id)}</code> ${html(verdict)}: ${html(reason ?? '')}`))}</section>`,
  ].join('');
}
