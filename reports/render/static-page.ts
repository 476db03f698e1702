// The part of index.html that needs no script: verdict, failures, matrix, findings, undecided checks. Jenkins and mail readers show it,
// the viewer replaces it. Every value passes `forHtml`; class names are those of `viewer/style.css`.
import { brokenGroups, type CheckGroup, failureGroups } from '../model/failure-groups.js';
import { completenessOf, headlineOf } from '../model/headline.js';
import type { CheckResult, Results } from '../model/model.js';
import { nextSteps } from '../model/next-steps.js';
import { reasonInWords } from '../model/plain-words.js';
import { capped, forHtml } from '../model/sanitize.js';
import { sectionName } from '../model/section-titles.js';
import { COVERAGE, COVERAGES, countedCoverage, coveredRequirements, sectionRows } from '../model/sections.js';
import { requirementsOf, violatedBy } from '../model/violated.js';
import { counted, countWords, WORDS } from '../model/words.js';

const MOST_GROUPS = 200;
const MOST_VALUE = 2_000;

export function staticPage(results: Results, note: string): string {
  return [
    '<main>',
    banner(results),
    note === '' ? '' : `<p class="muted">${forHtml(note)}</p>`,
    next(results),
    findings(results),
    failures(results),
    matrix(results),
    undecided(results),
    '</main>',
  ].join('\n');
}

export function pageTitle(results: Results): string {
  return forHtml(`${headlineOf(results).word} – ${capped(results.run.target.name, 80)} – conformance report`);
}

function banner(results: Results): string {
  const { word, tone, sentence } = headlineOf(results);
  const { run } = results;
  const words = countWords(results.checks, run.level);
  const counts = WORDS.filter((word) => words[word] > 0).map(
    (word) => `<li>${forHtml(counted(words[word], word))}</li>`,
  );
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Target', run.target.name],
    ['Address', run.target.baseUrl],
    ['Build', run.target.build?.digest ?? run.target.build?.version],
    ['Profile', run.target.fingerprint.slice(0, 16)],
    ['Seed', run.seed],
    ['Run', `${run.started}, ${(run.durationMs / 1000).toFixed(1)} s`],
    ['Selection', run.selection.length === 0 ? undefined : run.selection.join(' ')],
    ['Complete', completenessOf(results)],
    ['Again', run.command],
  ];
  const list = facts.flatMap(([name, fact]) =>
    fact === undefined ? [] : [`<div><dt>${name}</dt><dd>${value(fact)}</dd></div>`],
  );
  return `<section class="banner ${tone}"><h1>${forHtml(word)}</h1><p class="sentence">${value(sentence)}</p>
<div class="counts"><ul>${counts.join('')}</ul></div><dl class="facts">${list.join('')}</dl></section>`;
}

function next(results: Results): string {
  const steps = nextSteps(results, 'journal.ndjson').map((step) => {
    const command = step.command === undefined ? '' : `<div class="command"><code>${value(step.command)}</code></div>`;
    return `<li><p>${value(step.text)}</p>${command}</li>`;
  });
  return `<h2>Next</h2><ol class="next">${steps.join('')}</ol>`;
}

function findings(results: Results): string {
  if (results.findings.length === 0) return '';
  const lines = results.findings.map(
    (finding) => `<li class="${finding.fatal ? 'fail' : ''}"><b>${finding.kind}</b>: ${value(finding.message)}</li>`,
  );
  return `<h2>About the run</h2><ul class="findings">${lines.join('')}</ul>`;
}

function failures(results: Results): string {
  const groups: readonly CheckGroup[] = [...failureGroups(results), ...brokenGroups(results)];
  if (groups.length === 0) return '';
  const statements = new Map(results.requirements.map((one) => [one.id, one.statement]));
  const articles = groups
    .slice(0, MOST_GROUPS)
    .map(({ checks: [first, ...others] }) => failure(first, others, statements));
  const more = groups.length > MOST_GROUPS ? `<p>${groups.length - MOST_GROUPS} more in results.json.</p>` : '';
  return `<h2>What did not pass</h2>${articles.join('\n')}${more}`;
}

function failure(check: CheckResult, others: readonly CheckResult[], statements: ReadonlyMap<string, string>): string {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Check', check.id],
    ['Requirement', `${requirementsOf(check).join(', ')} ${statements.get(violatedBy(check)) ?? ''}`],
    ['Interface', check.sections.join(', ')],
    ['Why', reasonInWords(check)],
    ['Expected', check.expected],
    ['Actual', check.actual],
    ['Smallest', check.property?.counterexample],
    ['Waived', check.waiver && `${check.waiver.reason} (until ${check.waiver.expires})`],
    ['Evidence', check.evidence.length === 0 ? undefined : `journal records ${check.evidence.join(', ')}`],
    ['Reproduce', check.reproduce],
    ['As well', others.length === 0 ? undefined : others.map((one) => one.id).join(', ')],
  ];
  const body = rows.flatMap(([name, text]) =>
    text === undefined ? [] : [`<tr><th scope="row">${name}</th><td>${value(text)}</td></tr>`],
  );
  const note = check.waiver !== undefined ? ' (waived)' : check.level === 'should' ? ' (warning)' : '';
  return `<section><h3><span class="badge ${check.verdict}">${COVERAGE[check.verdict].sign} ${COVERAGE[check.verdict].word}${note}</span> ${value(check.title)}</h3>
<table>${body.join('')}</table></section>`;
}

function matrix(results: Results): string {
  const rows = sectionRows(coveredRequirements(results));
  if (rows.length === 0) return '';
  const body = rows.map((row) => {
    const cells = row.requirements.map(
      ({ id, coverage }) =>
        `<li><span class="cell ${coverage}" title="${value(id)}">${COVERAGE[coverage].sign}</span></li>`,
    );
    const counts = COVERAGES.filter((coverage) => row.counts[coverage] > 0).map((coverage) =>
      countedCoverage(row.counts[coverage], coverage),
    );
    return `<li><h3>${value(sectionName(row.section))} <span class="muted">${counts.join(', ')}</span></h3><ul class="cells">${cells.join('')}</ul></li>`;
  });
  return `<h2>Requirements by section</h2><ul class="matrix">${body.join('\n')}</ul>`;
}

function undecided(results: Results): string {
  const open = results.checks.filter((check) => check.verdict === 'inconclusive');
  if (open.length === 0) return '';
  const lines = open.map((check) => `<li><code>${value(check.id)}</code>: ${value(check.reason ?? '')}</li>`);
  return `<h2>Undecided</h2><ul class="causes">${lines.join('')}</ul>`;
}

function value(text: string): string {
  return forHtml(capped(text, MOST_VALUE));
}
