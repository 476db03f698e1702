// What was measured of things that the interface leaves open, and what the run has to say about itself.
import type { JSX } from 'preact';
import type { Results } from '../../model/model.js';
import { compareSections } from '../../model/sections.js';
import { checkHref } from '../route.js';
import { visible } from '../visible.js';

export function Observations({ results }: { readonly results: Results }): JSX.Element {
  const sorted = [...results.observations].sort((a, b) => compareSections(a.section, b.section));
  return (
    <>
      <h1>Observations</h1>
      <p class="muted">Values of what the interface leaves open: reported, never judged.</p>
      {sorted.length === 0 ? (
        <p class="empty">Nothing was measured.</p>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Interface</th>
                <th scope="col">Observation</th>
                <th scope="col">Value</th>
                <th scope="col">Check</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((one, index) => (
                <tr key={index}>
                  <th scope="row">{one.section}</th>
                  <td>{visible(one.name)}</td>
                  <td>
                    <code>{visible(JSON.stringify(one.value))}</code> {one.unit}
                  </td>
                  <td>{one.check === null ? '' : <a href={checkHref(one.check)}>{one.check}</a>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
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
