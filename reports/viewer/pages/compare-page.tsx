// Comparison with another run: a results.json is dropped or chosen, read in the page, and compared with the rules of `tsi compare`.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Comparison, compareResults, type VerdictChange } from '../../join/compare.js';
import { headlineOf } from '../../model/headline.js';
import { RESULTS_FORMAT, type Results } from '../../model/model.js';
import { COVERAGE } from '../../model/sections.js';
import { instant, plural } from '../format.js';
import { checkHref } from '../route.js';

import { visible } from '../visible.js';

interface Loaded {
  readonly name: string;
  readonly other: Results;
  readonly comparison: Comparison;
}

const MOST_BYTES = 100 * 1024 * 1024;

export function ComparePage({ results }: { readonly results: Results }): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined);
  const [defect, setDefect] = useState('');
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      const other = readOther(file.size > MOST_BYTES ? '' : await file.text());
      setLoaded({ name: file.name, other, comparison: compareResults(other, results) });
      setDefect('');
    } catch (error) {
      setLoaded(undefined);
      setDefect(`${file.name}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  };
  return (
    <>
      <h1>Compare</h1>
      <p class="muted">With the results.json of an earlier run. It is read in this page and goes nowhere.</p>
      <label
        class={`drop${over ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files[0]);
        }}
      >
        Drop a results.json here, or choose it
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      <div role="status">
        {defect === '' ? null : <p class="fail">{visible(defect)}</p>}
        {loaded === undefined ? null : <Compared loaded={loaded} />}
      </div>
    </>
  );
}

/** Throws an Error that says why the text is no results of this version. */
function readOther(text: string): Results {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    !('results' in value) ||
    !('checks' in value) ||
    !('run' in value)
  ) {
    throw new Error('is not a results.json');
  }
  if (value.results !== RESULTS_FORMAT) {
    throw new Error(`has format ${String(value.results)}, this page reads ${RESULTS_FORMAT}`);
  }
  return value as unknown as Results; // the members that the comparison reads are checked by using them, defects are caught above
}

function Compared({ loaded }: { readonly loaded: Loaded }): JSX.Element {
  const { comparison, other } = loaded;
  return (
    <>
      <p>
        {visible(loaded.name)} of {instant(other.run.started)}: <b>{headlineOf(other).word}</b>.{' '}
        {plural(comparison.same, 'check')} with the same verdict.
      </p>
      {comparison.context.length === 0 ? null : (
        <ul>
          {comparison.context.map((sentence) => (
            <li key={sentence}>{visible(sentence)}</li>
          ))}
        </ul>
      )}
      <Changes title="Regressed" tone="fail" changes={comparison.regressed} />
      <Changes title="Fixed" tone="pass" changes={comparison.fixed} />
      <Changes title="No longer decided" tone="inconclusive" changes={comparison.undecided} />
      <Changes title="Otherwise changed" tone="" changes={comparison.other} />
      <Names title="New" checks={comparison.added} linked />
      <Names title="Removed" checks={comparison.removed} linked={false} />
    </>
  );
}

function Changes({
  title,
  tone,
  changes,
}: {
  readonly title: string;
  readonly tone: string;
  readonly changes: readonly VerdictChange[];
}): JSX.Element | null {
  if (changes.length === 0) return null;
  return (
    <section>
      <h2 class={tone}>
        {title} ({changes.length})
      </h2>
      <ul>
        {changes.map((change) => (
          <li key={change.id}>
            <a href={checkHref(change.id)}>{change.title}</a>{' '}
            <span class="muted">
              {COVERAGE[change.before].word} → {COVERAGE[change.after].word}
            </span>
            {change.reason === undefined ? null : <p class="muted">{visible(change.reason)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Names({
  title,
  checks,
  linked,
}: {
  readonly title: string;
  readonly checks: Comparison['added'];
  readonly linked: boolean;
}): JSX.Element | null {
  if (checks.length === 0) return null;
  return (
    <section>
      <h2>
        {title} ({checks.length})
      </h2>
      <ul>
        {checks.map((check) => (
          <li key={check.id}>
            {linked ? <a href={checkHref(check.id)}>{visible(check.title)}</a> : visible(check.title)}{' '}
            <span class="muted">{COVERAGE[check.verdict].word}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
