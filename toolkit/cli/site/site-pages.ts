// The pages of the site, from its model to HTML: the interface by sections, one page for a section and for a statement, and the lists
// that these link into.

import { SECTION_TITLES, sectionName } from '../../../reports/model/section-titles.js';
import { compareSections } from '../../../reports/model/sections.js';
import { grouped } from '../../base/grouped.js';
import { plural } from '../../base/plural.js';
import type { Requirement } from '../../requirements/requirement.js';
import { html, linkTo, type Page, requirementPath, sectionPath } from './page.js';
import type { Entry, Site, SiteCheck } from './site-model.js';

export function sitePages(site: Site): readonly Page[] {
  return [
    indexPage(site),
    ...sectionsOf(site).map(([section, entries]) => sectionPage(section, entries)),
    ...site.entries.map((entry) => requirementPage(entry)),
    openPage(site),
    faultsPage(site),
    habitsPage(site),
  ];
}

/** Those of the interface in which something is stated. */
function sectionsOf({ entries }: Site): readonly (readonly [string, readonly Entry[]])[] {
  return [...grouped(entries, ({ requirement }) => requirement.section)].sort(([a], [b]) => compareSections(a, b));
}

/** Shows the entries that hold all words, and opens what a link leads to. */
const SCRIPT = `
const field = document.getElementById('search');
const rows = [...document.querySelectorAll('.entry')];
const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
field.closest('label').hidden = false;
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const row of rows) row.hidden = !words.every((word) => texts.get(row).includes(word));
  for (const part of document.querySelectorAll('details')) {
    const found = part.querySelector('.entry:not([hidden])') !== null;
    part.hidden = words.length > 0 && !found;
    part.open = words.length > 0 && found;
  }
  document.getElementById('found').textContent =
    words.length === 0 ? '' : rows.filter((row) => !row.hidden).length + ' of ' + rows.length;
});
const open = () => {
  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const part = row?.closest('details');
  if (!part) return;
  part.hidden = row.hidden = false;
  part.open = true;
  row.scrollIntoView({ block: 'center' });
};
addEventListener('hashchange', open);
open();
`;

interface Listed {
  readonly section: string;
  readonly html: string;
}

interface Listing {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  /** HTML. */
  readonly lead: string;
  /** What an entry is called. */
  readonly word: string;
  readonly rows: readonly Listed[];
}

/** Entries by section, folded, with a search. */
function listPage({ path, title, heading, lead, word, rows }: Listing): Page {
  const parts = [...grouped(rows, ({ section }) => section)]
    .sort(([a], [b]) => compareSections(a, b))
    .map(
      ([section, own]) => `<details><summary><b>${html(sectionName(section))}</b> ${plural(own.length, word)}</summary>
${own.map((row) => row.html).join('\n')}</details>`,
    );
  return {
    path,
    title,
    script: SCRIPT,
    body: `<h1>${html(heading)}</h1>
<p>${lead}</p>
<label hidden>Search <input id="search" type="search" placeholder="words, or an id"></label>
<p id="found" role="status" class="muted"></p>
${parts.join('\n')}`,
  };
}

function indexPage({ entries, checks, faults, habits, catalogue }: Site): Page {
  const path = 'index.html';
  return listPage({
    path,
    title: 'Interface',
    heading: 'Trading Service Interface',
    lead: `${plural(entries.length, 'statement')} with ${plural(checks.length, 'check')} that judge them, ${plural(faults.length, 'fault')} that show
that the checks do, and ${plural(habits.length, 'habit')} that they must spare. ${plural(catalogue.open.length, 'point')} the interface leaves open.`,
    word: 'statement',
    rows: entries.map((entry) => ({ section: entry.requirement.section, html: entryHtml(path, entry) })),
  });
}

function sectionPage(section: string, entries: readonly Entry[]): Page {
  const path = sectionPath(section);
  return {
    path,
    title: sectionName(section),
    body: `<h1>${html(SECTION_TITLES[section] ?? section)}</h1>
<p class="muted">Interface ${html(section)}</p>
${entries.map((entry) => entryHtml(path, entry)).join('\n')}`,
  };
}

/** As lists show it. */
function entryHtml(path: string, { requirement, checks, faults }: Entry): string {
  const { id, level, subject, rule, statement } = requirement;
  const place = rule === undefined ? '' : `rule ${rule} · `;
  const judged = judgement(requirement, checks.length);
  return `<div class="entry" id="${html(id)}"><p><a href="${linkTo(path, requirementPath(id))}">${html(statement)}</a></p>
<p class="muted"><code>${html(id)}</code> · ${place}${level} · ${subject} · ${judged} · ${plural(faults.length, 'fault')}</p></div>`;
}

function judgement({ untestable, judgedBy }: Requirement, checks: number): string {
  if (untestable !== undefined) return 'not judged from outside';
  return checks === 0 && judgedBy === 'client' ? 'judged of clients' : plural(checks, 'check');
}

function withoutCheck({ level, untestable, judgedBy }: Requirement): string {
  if (untestable !== undefined) return `It is not judged: ${untestable}`;
  if (judgedBy === 'client') return 'It is a duty of clients: judged where a client is under test.';
  return level === 'may' ? 'It is a permission: there is nothing to judge.' : 'No check judges it.';
}

function requirementPage(entry: Entry): Page {
  const { requirement, checks, faults, habits, open } = entry;
  const { id, section, rule, also = [], level, subject, statement } = requirement;
  const path = requirementPath(id);
  const sections = [section, ...also].map(
    (one) => `<a href="${linkTo(path, sectionPath(one))}">${html(sectionName(one))}</a>`,
  );
  return {
    path,
    title: id,
    body: `<h1><code>${html(id)}</code></h1>
<p class="statement">${html(statement)}</p>
<p class="muted">Interface ${sections.join(', ')}${rule === undefined ? '' : `, rule ${rule}`} · ${level} · binds the ${subject}</p>
<h2>Checks</h2>
${checks.length === 0 ? `<p>${html(withoutCheck(requirement))}</p>` : list(checks.map(checkHtml))}
<h2>Faults that it must notice</h2>
${faults.length === 0 ? '<p>None.</p>' : list(faults.map((fault) => `<a href="${linkTo(path, `faults.html#${fault.id}`)}"><code>${html(fault.id)}</code></a> ${html(fault.summary)}${fault.level === 'should' ? ' <span class="muted">(a warning is due)</span>' : ''}`))}
<h2>What the interface leaves open here</h2>
${open.length === 0 ? '<p>Nothing that would bear on it.</p>' : list(open.map((point) => `<a href="${linkTo(path, `open.html#${point.id}`)}"><code>${html(point.id)}</code></a> ${html(point.what)}`))}
<h2>Habits that use it</h2>
${habits.length === 0 ? '<p>None.</p>' : list(habits.map((habit) => `<a href="${linkTo(path, `habits.html#${habit.id}`)}"><code>${html(habit.id)}</code></a> ${html(habit.summary)}`))}`,
  };
}

function checkHtml({ id, title, level, declared }: SiteCheck): string {
  const place = declared === undefined ? '' : ` · ${html(declared)}`;
  return `${html(title)}<br><span class="muted"><code>${html(id)}</code> · ${level}${place}</span>`;
}

function openPage({ catalogue, habits, entries }: Site): Page {
  const path = 'open.html';
  const rows = catalogue.open.map((point) => {
    const using = habits.filter(({ points }) => points.some((id) => id === point.id)).map(({ id }) => id);
    const limited = entries.filter(({ open }) => open.includes(point)).map(({ requirement }) => requirement.id);
    const more = [
      links(path, 'Limits', limited, requirementPath),
      links(path, 'Habits', using, (id) => `habits.html#${id}`),
    ];
    return { section: point.section, html: rowHtml(point.id, point.what, point.how, more.join('')) };
  });
  return listPage({
    path,
    title: 'Left open',
    heading: 'What the interface leaves open',
    lead: 'Bound by the dialect of a profile or reported as an observation, never judged.',
    word: 'point',
    rows,
  });
}

function faultsPage({ faults }: Site): Page {
  const path = 'faults.html';
  const rows = faults.map(({ id, section, summary, level, requirements }) => {
    const note = level === 'should' ? 'a warning is due' : 'a failure is due';
    return { section, html: rowHtml(id, summary, note, links(path, 'Violates', requirements, requirementPath)) };
  });
  return listPage({
    path,
    title: 'Faults',
    heading: 'Faults',
    lead: 'Deliberate deviations of the reference service: each breaks one thing that the interface states, and a check must notice it.',
    word: 'fault',
    rows,
  });
}

function habitsPage({ habits }: Site): Page {
  const path = 'habits.html';
  const rows = habits.map(({ id, section, summary, points }) => {
    const uses = links(path, 'Uses', points, (point) => `open.html#${point}`);
    return { section, html: rowHtml(id, summary, 'legal', uses) };
  });
  return listPage({
    path,
    title: 'Habits',
    heading: 'Habits',
    lead: 'Legal ways in which a correct service may differ: no check may accuse one of them.',
    word: 'habit',
    rows,
  });
}

/** `more` is HTML. */
function rowHtml(id: string, text: string, note: string, more: string): string {
  return `<div class="entry" id="${html(id)}"><p>${html(text)}</p>
<p class="muted"><code>${html(id)}</code> · ${html(note)}</p>${more}</div>`;
}

function links(path: string, name: string, ids: readonly string[], to: (id: string) => string): string {
  if (ids.length === 0) return '';
  const each = ids.map((id) => `<a href="${linkTo(path, to(id))}"><code>${html(id)}</code></a>`);
  return `<p>${name}: ${each.join(', ')}</p>`;
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;
}
