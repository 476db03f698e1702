// What the doctor says about the signed request on which a failure rests: a few sentences, then every stage of signing.
import type { JSX } from 'preact';
import type { SignatureExplanation } from '../../model/model.js';
import { visible } from '../visible.js';

const WORDS = { ok: 'right', broken: 'wrong', unknown: 'not judged' } as const;
const TONES = { ok: 'pass', broken: 'fail', unknown: 'muted' } as const;

export function SignatureFinding({ found }: { readonly found: SignatureExplanation }): JSX.Element {
  const told = found.stages.filter(({ state }) => state !== 'ok');
  const right = found.stages.filter(({ state }) => state === 'ok').map(({ stage }) => stage);
  return (
    <section aria-labelledby="doctor">
      <h2 id="doctor">What the doctor says</h2>
      <p>{visible(found.summary)}</p>
      <table class="stages">
        <caption class="muted">The stages of signing, for the request of journal record {found.record}</caption>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Finding</th>
            <th scope="col">Detail</th>
          </tr>
        </thead>
        <tbody>
          {told.map((stage) => (
            <tr key={stage.stage}>
              <th scope="row">{stage.stage}</th>
              <td class={TONES[stage.state]}>{WORDS[stage.state]}</td>
              <td>
                {stage.detail === undefined ? null : visible(stage.detail)}
                <Text name="expected" value={stage.expected} />
                <Text name="actual" value={stage.actual} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {right.length === 0 ? null : <p class="muted">Right: {right.join(', ')}.</p>}
    </section>
  );
}

function Text({ name, value }: { readonly name: string; readonly value: string | undefined }): JSX.Element | null {
  if (value === undefined) return null;
  return (
    <div>
      <span class="muted">{name}</span> <code>{visible(value)}</code>
    </div>
  );
}
