// The list of checks with search and filters; both live in the URL, so that a link shows the same list to somebody else.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { plural } from '../../../toolkit/base/plural.js';
import type { CheckResult, Results } from '../../model/model.js';
import { reasonInWords } from '../../model/plain-words.js';
import { sectionName } from '../../model/section-titles.js';
import { compareSections } from '../../model/sections.js';
import { countWords, WORDS, wordOf } from '../../model/words.js';
import { duration } from '../format.js';
import { focusIfWanted } from '../keyboard.js';
import { checkHref, type Filtered, viewHref } from '../route.js';
import { Badge } from '../verdict.js';
import { visible } from '../visible.js';

/** Rows that are added at once; the search narrows further. */
const PAGE = 100;

export function CheckList({ results, query }: Filtered): JSX.Element {
  const { level } = results.run;
  const found = filterChecks(results.checks, query, level);
  const counts = countWords(results.checks, level);
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
          options={WORDS.filter((word) => counts[word] > 0).map((word) => [word, `${word} (${counts[word]})`])}
        />
        <Select name="area" label="Area" query={query} set={set} options={valuesOf(results, (check) => [check.area])} />
        <Select name="section" label="Section" query={query} set={set} options={sectionsOf(results)} />
      </search>
      <p role="status" class="muted">
        {plural(found.length, 'check')} of {results.checks.length}
        {[...query.keys()].length > 0 ? (
          <>
            {' · '}
            <a href={viewHref('checks')}>clear filters</a>
          </>
        ) : null}
      </p>
      <PagedRows key={query.toString()} checks={found} level={level} />
    </>
  );
}

interface RowsProps {
  readonly checks: readonly CheckResult[];
  readonly level: Results['run']['level'];
}

function PagedRows({ checks, level }: RowsProps): JSX.Element {
  const [shown, setShown] = useState(PAGE);
  const left = checks.length - shown;
  return (
    <>
      <CheckRows checks={checks.slice(0, shown)} level={level} />
      {left > 0 ? (
        <p class="buttons">
          <button type="button" onClick={() => setShown(shown + PAGE)}>
            Show {Math.min(PAGE, left)} more
          </button>
          <button type="button" onClick={() => setShown(checks.length)}>
            Show all {checks.length}
          </button>
        </p>
      ) : null}
    </>
  );
}

export function CheckRows({ checks, level }: RowsProps): JSX.Element {
  return (
    <ul class="checks">
      {checks.map((check) => (
        <li key={check.id}>
          <a class="check" href={checkHref(check.id)}>
            <Badge word={wordOf(check, level)} />
            <span class="what">
              <b>{check.title}</b>
              <span class="muted">
                {check.id} · interface {check.sections.join(', ')}
              </span>
              {check.verdict === 'pass' || check.reason === undefined ? null : (
                <span class="why">{visible(reasonInWords(check) ?? '')}</span>
              )}
            </span>
            <span class="muted time">{duration(check.durationMs)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Every word of the search must occur; the other filters must be equal. Worst first, otherwise in the order of the run. */
export function filterChecks(
  checks: readonly CheckResult[],
  query: URLSearchParams,
  level: Results['run']['level'],
): readonly CheckResult[] {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const is = (name: string, values: readonly string[]): boolean => {
    const wanted = query.get(name);
    return wanted === null || wanted === '' || values.includes(wanted);
  };
  return checks
    .filter((check) => {
      // A link of an older report names the verdict of results.json.
      if (!is('verdict', [wordOf(check, level), ...(check.verdict === 'fail' ? [] : [check.verdict])])) return false;
      if (!is('area', [check.area]) || !is('section', check.sections)) return false;
      if (!is('because', [check.because ?? ''])) return false;
      const text = [check.id, check.title, ...check.requirements, check.reason ?? ''].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => WORDS.indexOf(wordOf(a, level)) - WORDS.indexOf(wordOf(b, level)));
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

type Options = readonly (readonly [value: string, text: string])[];

function valuesOf(results: Results, of: (check: CheckResult) => readonly string[]): Options {
  const values = new Set(results.checks.flatMap(of));
  return [...values].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((value) => [value, value]);
}

function sectionsOf(results: Results): Options {
  const values = new Set(results.checks.flatMap(({ sections }) => sections));
  return [...values].sort(compareSections).map((section) => [section, sectionName(section)]);
}
