// The list of checks with search and filters; both live in the URL, so that a link shows the same list to somebody else.

import type { JSX } from 'preact';
import { type CheckResult, type Results, VERDICTS } from '../../model/model.js';
import { COVERAGE } from '../../model/sections.js';
import { duration, plural } from '../format.js';
import { focusIfWanted } from '../keyboard.js';
import { checkHref, type Filtered, viewHref } from '../route.js';
import { Badge, noteOf } from '../verdict.js';

/** Rows in the page at once; the search narrows further. */
const MOST_ROWS = 400;

export function CheckList({ results, query }: Filtered): JSX.Element {
  const found = filterChecks(results.checks, query);
  const set = (name: string, value: string): void => {
    const next = { ...Object.fromEntries(query), [name]: value };
    // Replacing keeps the back button useful while somebody types.
    history.replaceState(null, '', viewHref('checks', next));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <>
      <h1>Checks</h1>
      <search class="filters">
        <label>
          Search
          <input
            id="search"
            ref={focusIfWanted}
            type="search"
            value={query.get('q') ?? ''}
            placeholder="id, title, requirement, reason"
            onInput={(event) => set('q', event.currentTarget.value)}
          />
        </label>
        <Select
          name="verdict"
          label="Verdict"
          query={query}
          set={set}
          options={VERDICTS.map((one) => [one, COVERAGE[one].word])}
        />
        <Select name="area" label="Area" query={query} set={set} options={valuesOf(results, (check) => [check.area])} />
        <Select
          name="section"
          label="Section"
          query={query}
          set={set}
          options={valuesOf(results, (check) => check.sections)}
        />
      </search>
      <p role="status" class="muted">
        {plural(found.length, 'check')} of {results.checks.length}
        {found.length > MOST_ROWS ? `, the first ${MOST_ROWS} shown` : ''}
        {[...query.keys()].length > 0 ? (
          <>
            {' · '}
            <a href={viewHref('checks')}>clear filters</a>
          </>
        ) : null}
      </p>
      <CheckRows checks={found.slice(0, MOST_ROWS)} />
    </>
  );
}

export function CheckRows({ checks }: { readonly checks: readonly CheckResult[] }): JSX.Element {
  return (
    <ul class="checks">
      {checks.map((check) => (
        <li key={check.id}>
          <a class="check" href={checkHref(check.id)}>
            <Badge verdict={check.verdict} note={noteOf(check)} />
            <span class="what">
              <b>{check.title}</b>
              <span class="muted">
                {check.id} · interface {check.sections.join(', ')}
              </span>
              {check.verdict === 'pass' || check.reason === undefined ? null : <span class="why">{check.reason}</span>}
            </span>
            <span class="muted time">{duration(check.durationMs)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Every word of the search must occur; the other filters must be equal. Worst verdicts first, otherwise in the order of the run. */
export function filterChecks(checks: readonly CheckResult[], query: URLSearchParams): readonly CheckResult[] {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const is = (name: string, values: readonly string[]): boolean => {
    const wanted = query.get(name);
    return wanted === null || wanted === '' || values.includes(wanted);
  };
  return checks
    .filter((check) => {
      if (!is('verdict', [check.verdict]) || !is('area', [check.area]) || !is('section', check.sections)) return false;
      const text = [check.id, check.title, ...check.requirements, check.reason ?? ''].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));
}

function Select({
  name,
  label,
  query,
  set,
  options,
}: {
  readonly name: string;
  readonly label: string;
  readonly query: URLSearchParams;
  readonly set: (name: string, value: string) => void;
  readonly options: readonly (readonly [value: string, text: string])[];
}): JSX.Element {
  return (
    <label>
      {label}
      <select value={query.get(name) ?? ''} onChange={(event) => set(name, event.currentTarget.value)}>
        <option value="">all</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function valuesOf(
  results: Results,
  of: (check: CheckResult) => readonly string[],
): readonly (readonly [string, string])[] {
  const values = new Set(results.checks.flatMap(of));
  return [...values].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((value) => [value, value]);
}
