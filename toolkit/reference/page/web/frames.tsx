// The frames of the account's streams as they pass, the latest first; they can be held to be read.
import { useState } from 'preact/hooks';
import type { ShownFrame } from '../page-state.js';

export function Frames({ frames }: { frames: readonly ShownFrame[] }) {
  const [held, setHeld] = useState<readonly ShownFrame[]>();
  const shown = (held ?? frames).toReversed();
  return (
    <section aria-labelledby="frames" class="wide">
      <h2 id="frames">
        Frames <span class="count">{shown.length}</span>
      </h2>
      <p>
        <button
          type="button"
          aria-pressed={held !== undefined}
          onClick={() => setHeld(held === undefined ? frames : undefined)}
        >
          Hold still
        </button>
      </p>
      {shown.length === 0 ? (
        <p class="none">No frame yet: open a stream of this account, and subscribe.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <ol class="frames" tabIndex={0} aria-labelledby="frames">
          {shown.map(({ serial, at, connection, direction, text }) => (
            <li key={serial} class={direction}>
              <span class="when">
                {at.slice(11, 23)} {connection} {direction === 'in' ? 'from the client' : 'to the client'}
              </span>
              <code>{text}</code>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
