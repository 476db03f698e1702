// The requirement matrix: a row per section of the interface, a mark per requirement. What is uncovered or undecided stands out.
import type { JSX } from 'preact';
import type { RequirementResult, Results } from '../../model/model.js';
import { COVERAGE, COVERAGES, type Coverage, coverageOf, sectionRows } from '../../model/sections.js';
import { checkHref, type Filtered, viewHref } from '../route.js';
import { Badge } from '../verdict.js';

export function Matrix({ results }: { readonly results: Results }): JSX.Element {
  const rows = sectionRows(results.requirements);
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
      <div class="scroll">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Interface</th>
              <th scope="col">Requirements</th>
              {used.map((coverage) => (
                <th key={coverage} scope="col" class="number">
                  {COVERAGE[coverage].word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.section}>
                <th scope="row">
                  <a href={viewHref('requirements', { section: row.section })}>{row.section}</a>
                </th>
                <td>
                  <ul class="cells">
                    {row.requirements.map((requirement) => (
                      <Cell key={requirement.id} requirement={requirement} />
                    ))}
                  </ul>
                </td>
                {used.map((coverage) => (
                  <td key={coverage} class={`number ${row.counts[coverage] > 0 ? coverage : 'none'}`}>
                    {row.counts[coverage] > 0 ? row.counts[coverage] : ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cell({ requirement }: { readonly requirement: RequirementResult }): JSX.Element {
  const { id, statement } = requirement;
  const verdict = coverageOf(requirement);
  return (
    <li>
      <a class={`cell ${verdict}`} href={viewHref('requirements', { q: id })} title={`${id}: ${statement}`}>
        <span aria-hidden="true">{COVERAGE[verdict].sign}</span>
        <span class="hidden">
          {id}: {COVERAGE[verdict].word}
        </span>
      </a>
    </li>
  );
}

/** All requirements with their wording and checks, filtered by the query. */
export function Requirements({ results, query }: Filtered): JSX.Element {
  const needle = (query.get('q') ?? '').toLowerCase();
  const section = query.get('section');
  const verdict = query.get('verdict');
  const checks = new Map(results.checks.map((check) => [check.id, check]));
  const fits = (one: RequirementResult): boolean =>
    (section === null || one.section === section) &&
    (verdict === null || coverageOf(one) === verdict) &&
    `${one.id} ${one.statement}`.toLowerCase().includes(needle);
  const rows = sectionRows(results.requirements.filter(fits));
  return (
    <>
      <h1>Requirements</h1>
      <RequirementFilter results={results} query={query} />
      {rows.length === 0 ? <p class="empty">No requirement fits the filter.</p> : null}
      {rows.map((row) => (
        <section key={row.section} aria-label={`Interface ${row.section}`}>
          <h2>Interface {row.section}</h2>
          <ul class="requirements">
            {row.requirements.map((requirement) => (
              <li key={requirement.id}>
                <Badge verdict={coverageOf(requirement)} /> <code>{requirement.id}</code>{' '}
                <span class="level">{requirement.level}</span>
                <p>{requirement.statement}</p>
                {requirement.untestable === undefined ? null : (
                  <p class="muted">Not testable: {requirement.untestable}</p>
                )}
                <ul>
                  {requirement.checks.map((id) => {
                    const check = checks.get(id);
                    return (
                      <li key={id}>
                        {check === undefined ? (
                          <span class="muted">{id} (not selected)</span>
                        ) : (
                          <>
                            <span class={check.verdict} aria-hidden="true">
                              {COVERAGE[check.verdict].sign}
                            </span>{' '}
                            <a href={checkHref(id)}>{check.title}</a>{' '}
                            <span class="muted">{COVERAGE[check.verdict].word}</span>
                          </>
                        )}
                      </li>
                    );
                  })}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function RequirementFilter({ results, query }: Filtered): JSX.Element {
  const counts = new Map<Coverage, number>();
  for (const requirement of results.requirements) {
    const coverage = coverageOf(requirement);
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
          {counts.get(coverage)} {COVERAGE[coverage].word}
        </a>
      ))}
    </p>
  );
}
