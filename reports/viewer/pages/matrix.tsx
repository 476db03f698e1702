// The requirement matrix: a row per section of the interface, a mark per requirement. What is uncovered or undecided stands out.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CheckResult, Results } from '../../model/model.js';
import { sectionName } from '../../model/section-titles.js';
import {
  COVERAGE,
  COVERAGES,
  type Coverage,
  type Covered,
  countedCoverage,
  coveredRequirements,
  type SectionRow,
  sectionRows,
} from '../../model/sections.js';
import { wordOf } from '../../model/words.js';
import { signOfWord } from '../../terminal/style.js';
import { checkHref, type Filtered, requirementHref, viewHref } from '../route.js';
import { CoverageBadge, toneOf } from '../verdict.js';

/** So many are shown unfolded. */
const FEW = 30;
const FEW_CHECKS = 6;

export function Matrix({ results }: { readonly results: Results }): JSX.Element {
  const rows = sectionRows(coveredRequirements(results));
  const used = COVERAGES.filter((coverage) => rows.some((row) => row.counts[coverage] > 0));
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix">Requirements by section</h2>
      <p class="legend" aria-hidden="true">
        {used.map((coverage) => (
          <span key={coverage}>
            <span class={`cell ${coverage}`}>{COVERAGE[coverage].sign}</span> {COVERAGE[coverage].word}
          </span>
        ))}
      </p>
      <ul class="matrix">
        {rows.map((row) => (
          <li key={row.section}>
            <h3>
              <a href={viewHref('requirements', { section: row.section })}>{sectionName(row.section)}</a>
              <span class="muted">{countsText(row)}</span>
            </h3>
            <ul class="cells">
              {row.requirements.map((requirement) => (
                <Cell key={requirement.id} requirement={requirement} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function countsText({ counts, requirements }: SectionRow): string {
  const words = COVERAGES.filter((coverage) => counts[coverage] > 0);
  const [only] = words;
  if (words.length === 1 && only !== undefined) return countedCoverage(requirements.length, only);
  return words.map((coverage) => countedCoverage(counts[coverage], coverage)).join(', ');
}

function Cell({ requirement }: { readonly requirement: Covered }): JSX.Element {
  const { id, statement, coverage: verdict } = requirement;
  return (
    <li>
      <a class={`cell ${verdict}`} href={requirementHref(id)} title={`${id}: ${statement}`}>
        <span aria-hidden="true">{COVERAGE[verdict].sign}</span>
        <span class="hidden">
          {id}: {COVERAGE[verdict].word}
        </span>
      </a>
    </li>
  );
}

/** All requirements with their wording and checks, filtered by the query. */
export function Requirements({ results, query, site }: Filtered & { readonly site: string | undefined }): JSX.Element {
  const needle = (query.get('q') ?? '').toLowerCase();
  const section = query.get('section');
  const verdict = query.get('verdict');
  const checks = new Map(results.checks.map((check) => [check.id, check]));
  const fits = (one: Covered): boolean =>
    (section === null || one.section === section) &&
    (verdict === null || one.coverage === verdict) &&
    `${one.id} ${one.statement}`.toLowerCase().includes(needle);
  const all = coveredRequirements(results);
  // The one that was asked for comes alone where its name is whole.
  const exact = all.filter(({ id }) => id.toLowerCase() === needle);
  const found = exact.length > 0 ? exact : all.filter(fits);
  const rows = sectionRows(found);
  const isNarrow = found.length <= FEW;
  return (
    <>
      <h1>Requirements</h1>
      <RequirementFilter results={results} query={query} />
      {rows.length === 0 ? <p class="empty">No requirement fits the filter.</p> : null}
      {rows.map((row) => (
        <Section
          key={`${row.section} ${query}`}
          row={row}
          checks={checks}
          results={results}
          site={site}
          isOpen={isNarrow}
        />
      ))}
    </>
  );
}

interface SectionProps {
  readonly row: SectionRow;
  readonly checks: ReadonlyMap<string, CheckResult>;
  readonly results: Results;
  readonly site: string | undefined;
  readonly isOpen: boolean;
}

/** What is folded is not drawn: all statements with their checks are many thousands of elements. */
function Section({ row, checks, results, site, isOpen }: SectionProps): JSX.Element {
  const [open, setOpen] = useState(isOpen);
  return (
    <details class="section" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{sectionName(row.section)}</h2> <span class="muted">{countsText(row)}</span>
      </summary>
      {open ? (
        <ul class="requirements">
          {row.requirements.map((requirement) => (
            <OneRequirement
              key={requirement.id}
              requirement={requirement}
              checks={checks}
              results={results}
              site={site}
            />
          ))}
        </ul>
      ) : null}
    </details>
  );
}

interface OneProps {
  readonly requirement: Covered;
  readonly checks: ReadonlyMap<string, CheckResult>;
  readonly results: Results;
  readonly site: string | undefined;
}

function OneRequirement({ requirement, checks, results, site }: OneProps): JSX.Element {
  const { id, level, statement, untestable, judgedBy } = requirement;
  const rows = requirement.checks.map((check) => (
    <CheckLine key={check} id={check} check={checks.get(check)} level={results.run.level} />
  ));
  return (
    <li id={`requirement-${id}`}>
      <CoverageBadge coverage={requirement.coverage} /> <code>{id}</code> <span class="level">{level}</span>{' '}
      {site === undefined ? null : (
        <a class="site" href={`${site}/requirements/${id}.html`}>
          in the catalogue
        </a>
      )}
      <p>{statement}</p>
      {judgedBy === undefined ? null : <p class="muted">A duty of clients: judged where a client is under test.</p>}
      {untestable === undefined ? null : <p class="muted">Not testable: {untestable}</p>}
      {rows.length <= FEW_CHECKS ? (
        <ul>{rows}</ul>
      ) : (
        <>
          <ul>{rows.slice(0, FEW_CHECKS)}</ul>
          <details class="fold">
            <summary>{rows.length - FEW_CHECKS} more checks</summary>
            <ul>{rows.slice(FEW_CHECKS)}</ul>
          </details>
        </>
      )}
    </li>
  );
}

function CheckLine({
  id,
  check,
  level,
}: {
  readonly id: string;
  readonly check: CheckResult | undefined;
  readonly level: Results['run']['level'];
}): JSX.Element {
  if (check === undefined) {
    return (
      <li>
        <span class="muted">{id} (not selected)</span>
      </li>
    );
  }
  const word = wordOf(check, level);
  return (
    <li>
      <span class={toneOf(word)} aria-hidden="true">
        {signOfWord(word).sign}
      </span>{' '}
      <a href={checkHref(id)}>{check.title}</a> <span class="muted">{word}</span>
    </li>
  );
}

function RequirementFilter({ results, query }: Filtered): JSX.Element {
  const counts = new Map<Coverage, number>();
  for (const { coverage } of coveredRequirements(results)) {
    counts.set(coverage, (counts.get(coverage) ?? 0) + 1);
  }
  const current = query.get('verdict') ?? '';
  return (
    <p class="chips">
      <a
        href={viewHref('requirements')}
        aria-current={current === '' && !query.has('section') && !query.has('q') ? 'true' : undefined}
      >
        all {results.requirements.length}
      </a>
      {COVERAGES.filter((coverage) => counts.has(coverage)).map((coverage) => (
        <a
          key={coverage}
          class={coverage}
          href={viewHref('requirements', { verdict: coverage })}
          aria-current={current === coverage ? 'true' : undefined}
        >
          {countedCoverage(counts.get(coverage) ?? 0, coverage)}
        </a>
      ))}
    </p>
  );
}
