// Several runs side by side, oldest first: how the verdicts and the latencies went, each in a small picture of its own.
import type { JSX } from 'preact';
import { type AreaRow, areaRows } from '../../model/areas.js';
import type { Results } from '../../model/model.js';
import { countWords, WORDS, type Word } from '../../model/words.js';
import { duration, instant } from '../format.js';
import { toneOf } from '../verdict.js';
import { visible } from '../visible.js';
import type { EarlierRun } from './dropped-files.js';

const HEIGHT = 44;
const STEP = 26;

interface Series {
  readonly name: string;
  readonly tone: string;
  /** Undefined where the run does not tell. */
  readonly values: readonly (number | undefined)[];
  readonly text: (value: number) => string;
}

/** `runs` has the one of this page last. */
export function History({ runs }: { readonly runs: readonly EarlierRun[] }): JSX.Element | null {
  if (runs.length < 2) return null;
  const series = [...verdicts(runs), ...areas(runs), ...latencies(runs)];
  return (
    <section aria-labelledby="history">
      <h2 id="history">{runs.length} runs, oldest first</h2>
      <ol class="runs">
        {runs.map(({ name, results }) => (
          <li key={results.run.id}>
            {instant(results.run.started)} <span class="muted">{visible(name)}</span>
          </li>
        ))}
      </ol>
      <div class="multiples">
        {series.map((one) => (
          <Multiple key={one.name} series={one} />
        ))}
      </div>
    </section>
  );
}

function verdicts(runs: readonly EarlierRun[]): readonly Series[] {
  const counts = runs.map(({ results }) => countWords(results.checks, results.run.level));
  const word = (name: Word): Series => ({
    name,
    tone: toneOf(name),
    values: counts.map((one) => one[name]),
    text: String,
  });
  return WORDS.filter((name) => counts.some((one) => one[name] > 0)).map(word);
}

/** Those of which not every run passes all. */
function areas(runs: readonly EarlierRun[]): readonly Series[] {
  const rows = runs.map(({ results }) => areasOf(results));
  const names = [...new Set(rows.flatMap((one) => [...one.keys()]))].sort();
  return names.flatMap((name): readonly Series[] => {
    const values = rows.map((one) => {
      const row = one.get(name);
      return row === undefined ? undefined : row.applies - row.counts.pass;
    });
    if (values.every((value) => value === undefined || value === 0)) return [];
    return [{ name: `${name}: not passed`, tone: 'inconclusive', values, text: String }];
  });
}

function areasOf(results: Results): ReadonlyMap<string, AreaRow> {
  return new Map(areaRows(results).map((row) => [row.area, row]));
}

function latencies(runs: readonly EarlierRun[]): readonly Series[] {
  const names = [...new Set(runs.flatMap((run) => run.latencies.map(({ operation }) => operation)))].sort();
  return names.flatMap((name): readonly Series[] => {
    const values = runs.map((run) => run.latencies.find(({ operation }) => operation === name)?.percentiles[50]);
    if (values.filter((value) => value !== undefined).length < 2) return [];
    return [{ name: `${name}, median`, tone: 'measured', values, text: duration }];
  });
}

function Multiple({ series }: { readonly series: Series }): JSX.Element {
  const { name, tone, values, text } = series;
  const most = Math.max(1e-9, ...values.map((value) => value ?? 0));
  const told = values.map((value) => (value === undefined ? 'not told' : text(value)));
  return (
    <figure class={`multiple ${tone}`}>
      <svg
        viewBox={`0 0 ${values.length * STEP} ${HEIGHT + 2}`}
        height={HEIGHT}
        role="img"
        aria-label={`${name}: ${told.join(', ')}`}
      >
        {values.map((value, index) =>
          value === undefined ? null : (
            <rect
              key={index}
              class="fill"
              x={index * STEP + 2}
              y={HEIGHT - Math.max(1, (value / most) * HEIGHT)}
              width={STEP - 4}
              height={Math.max(1, (value / most) * HEIGHT)}
            >
              <title>{told[index]}</title>
            </rect>
          ),
        )}
      </svg>
      <figcaption>
        {name}{' '}
        <span class="muted">
          {told[0]} → {told.at(-1)}
        </span>
      </figcaption>
    </figure>
  );
}
