// The page of results: a row for each product and version with its certificate, its statements by section and its evidence. What nobody
// signed stands apart, in the words of whoever ran it.
import { headlineOf } from '../../../reports/model/headline.js';
import type { Results } from '../../../reports/model/model.js';
import { capped } from '../../../reports/model/sanitize.js';
import { sectionName } from '../../../reports/model/section-titles.js';
import {
  COVERAGE,
  COVERAGES,
  countedCoverage,
  coveredRequirements,
  type SectionRow,
  sectionRows,
} from '../../../reports/model/sections.js';
import { html, linkTo, type Page, sectionPath } from './page.js';
import { type ResultRow, type ResultTable, type Unsigned, versionOf } from './results-model.js';

export const RESULTS_PATH = 'results.html';
const MOST_TEXT = 200;

/** `evidence` says where the copy of a report lies, relative to the site. */
export function resultsPage({ rows, unsigned }: ResultTable, evidence: (row: ResultRow) => string): Page {
  const sections = [
    ...new Set(
      rows.flatMap(({ report }) =>
        sectionRows(coveredRequirements(report.status.results)).map(({ section }) => section),
      ),
    ),
  ];
  const heads = sections.map(
    (section) =>
      `<th scope="col"><a href="${linkTo(RESULTS_PATH, sectionPath(section))}" title="${html(sectionName(section))}">${html(section)}</a></th>`,
  );
  const body = rows.map((row) => rowHtml(row, sections, evidence(row)));
  const table = `<div class="wide" role="region" aria-label="Certified results" tabindex="0"><table>
<caption>Statements of the interface by section: judged well, of those that were judged.</caption>
<thead><tr><th scope="col">Product</th><th scope="col">Version</th><th scope="col">Certificate</th><th scope="col">Evidence</th>${heads.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>`;
  return {
    path: RESULTS_PATH,
    title: 'Results',
    body: `<h1>Results</h1>
<p>Every certificate here was verified again when this page was made: signature, files, journal, verdicts and plan.</p>
${rows.length === 0 ? '<p>None.</p>' : table}
<h2>Reported by themselves</h2>
<p class="muted">Not signed, or not by a key that this page trusts: what follows is what the report says of itself.</p>
${unsigned.length === 0 ? '<p>None.</p>' : `<ul>${unsigned.map(unsignedHtml).join('\n')}</ul>`}`,
  };
}

function rowHtml(row: ResultRow, sections: readonly string[], evidence: string): string {
  const { product, version, report } = row;
  const { results } = report.status;
  const bySection = new Map(sectionRows(coveredRequirements(results)).map((one) => [one.section, one]));
  const cells = sections.map((section) => cellHtml(bySection.get(section)));
  const files = [
    ['report', 'index.html'],
    ['certificate', 'certificate.intoto.jsonl'],
  ].map(([name = '', file = '']) => `<a href="${html(`${evidence}/${file}`)}">${name}</a>`);
  const own =
    results.run.target.embedded === true
      ? '<br><span class="muted">the reference service of this suite, no product</span>'
      : '';
  return `<tr><th scope="row">${shown(product)}${own}</th><td>${shown(version)}</td><td>${stateHtml(row)}</td><td>${files.join(', ')}</td>${cells.join('')}</tr>`;
}

/** In words, with a class that repeats them in colour. */
function stateHtml({ report: { status }, newerFailure, before }: ResultRow): string {
  const day = (instant: string): string => html(instant.slice(0, 10));
  const { run } = status.results;
  const judge = `<span class="muted">${html(`${run.suite.version}, catalogue ${run.suite.catalogueVersion ?? run.suite.catalogue.slice(0, 12)}`)}; key ${html(status.keyId.slice(0, 12))}</span>`;
  const earlier =
    before === undefined || !('level' in before)
      ? ''
      : `; before: ${html(before.level)} of ${day(before.results.run.finished)}`;
  if (newerFailure !== undefined) {
    return `<b class="fail">fails since ${day(newerFailure.run.finished)}</b> (a newer run, not signed); before: ${wordsOf(status)}<br>${judge}`;
  }
  switch (status.kind) {
    case 'valid':
      return `<b class="pass">${html(status.level)}</b> until ${day(status.until)}<br>${judge}`;
    case 'expired':
      return `<b class="open">expired</b> on ${day(status.until)} (${html(status.level)})<br>${judge}`;
    case 'failed':
      return `<b class="fail">not conformant</b>, ${day(run.finished)}${earlier}<br>${judge}`;
    case 'incomplete':
      return `<b class="open">incomplete</b>, ${day(run.finished)}${earlier}<br>${judge}`;
  }
}

function wordsOf(status: ResultRow['report']['status']): string {
  return 'level' in status ? `${html(status.level)} until ${html(status.until.slice(0, 10))}` : html(status.kind);
}

function cellHtml(row: SectionRow | undefined): string {
  if (row === undefined) return '<td><span class="muted">–</span></td>';
  const judged = row.requirements.filter((one) =>
    ['pass', 'fail', 'warning', 'error', 'inconclusive'].includes(one.coverage),
  );
  const worst = COVERAGES.find(
    (coverage) => row.counts[coverage] > 0 && coverage !== 'untested' && coverage !== 'untestable',
  );
  const words = COVERAGES.filter((coverage) => row.counts[coverage] > 0).map((one) =>
    countedCoverage(row.counts[one], one),
  );
  const tone = worst === 'fail' || worst === 'error' ? 'fail' : worst === 'pass' ? 'pass' : 'open';
  const text = judged.length === 0 ? '–' : `${row.counts.pass}/${judged.length}`;
  return `<td title="${html(words.join(', '))}"><span class="${tone}">${worst === undefined ? '' : COVERAGE[worst].sign} ${text}</span></td>`;
}

function unsignedHtml({ name, reason, results }: Unsigned): string {
  if (results === undefined) return `<li>${shown(name)}: no results. <span class="muted">${shown(reason)}</span></li>`;
  return `<li><b>${shown(results.run.target.name)}</b> ${shown(versionOf(results))}: ${shown(headlineText(results))} <span class="muted">${html(results.run.finished.slice(0, 10))}; ${shown(reason)}</span></li>`;
}

function headlineText(results: Results): string {
  const { word, sentence } = headlineOf(results);
  return `${word.toLowerCase()}, ${sentence}`;
}

function shown(text: string): string {
  return html(capped(text, MOST_TEXT));
}
