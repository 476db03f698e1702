// The areas of the suite side by side, each with its own bar, worst first: as the terminal has them.
import type { JSX } from 'preact';
import { areaRows } from '../../model/areas.js';
import type { Results } from '../../model/model.js';
import { counted, WORDS } from '../../model/words.js';
import { signOfWord } from '../../terminal/style.js';
import { Bar } from '../bar.js';
import { viewHref } from '../route.js';
import { toneOf } from '../verdict.js';

export function Areas({ results }: { readonly results: Results }): JSX.Element | null {
  const rows = areaRows(results);
  if (rows.length < 2) return null;
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">Areas</h2>
      <ul class="areas">
        {rows.map(({ area, counts, applies, worst }) => {
          const rest = WORDS.filter((word) => word !== 'pass' && counts[word] > 0).map((word) =>
            counted(counts[word], word),
          );
          return (
            <li key={area}>
              <a href={viewHref('checks', { area })}>
                <span class={toneOf(worst)} aria-hidden="true">
                  {signOfWord(worst).sign}
                </span>{' '}
                {area}
              </a>
              <span class="muted count">
                {counts.pass}/{applies}
              </span>
              <Bar counts={counts} total={Object.values(counts).reduce((sum, count) => sum + count, 0)} />
              {rest.length === 0 ? null : <span class="muted rest">{rest.join(', ')}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
