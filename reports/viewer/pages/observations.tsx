// What was measured of things that the interface leaves open, and what the run has to say about itself.
import type { JSX } from 'preact';
import type { Results } from '../../model/model.js';
import { sectionName } from '../../model/section-titles.js';
import { compareSections } from '../../model/sections.js';
import { checkHref } from '../route.js';
import { visible } from '../visible.js';

/** Characters of a value that stand unfolded. */
const LONG = 160;

export function Observations({ results }: { readonly results: Results }): JSX.Element {
  const sorted = [...results.observations].sort((a, b) => compareSections(a.section, b.section));
  return (
    <>
      <h1>Observations</h1>
      <p class="muted">Values of what the interface leaves open: reported, never judged.</p>
      {sorted.length === 0 ? (
        <p class="empty">Nothing was measured.</p>
      ) : (
        <ul class="rows">
          {sorted.map((one, index) => (
            <li key={index}>
              <span class="muted" title={sectionName(one.section)}>
                {one.section}
              </span>
              <span>
                {visible(one.name)}
                {one.check === null ? null : (
                  <>
                    <br />
                    <a class="origin" href={checkHref(one.check)}>
                      {one.check}
                    </a>
                  </>
                )}
              </span>
              <ObservedValue value={visible(JSON.stringify(one.value))} unit={one.unit} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A long one is folded. */
function ObservedValue({ value, unit }: { readonly value: string; readonly unit: string | undefined }): JSX.Element {
  const shown = (
    <>
      <code>{value}</code> {unit}
    </>
  );
  if (value.length <= LONG) return <span>{shown}</span>;
  return (
    <details class="fold">
      <summary>
        <code>{value.slice(0, LONG)}…</code>
      </summary>
      {shown}
    </details>
  );
}

export function Findings({ results }: { readonly results: Results }): JSX.Element | null {
  if (results.findings.length === 0) return null;
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">About the run</h2>
      <ul class="findings">
        {results.findings.map((finding) => (
          <li key={finding.message} class={finding.fatal ? 'fail' : ''}>
            <b>{finding.kind}</b>
            {finding.fatal ? ' (decides the result)' : ''}: {visible(finding.message)}
          </li>
        ))}
      </ul>
    </section>
  );
}
