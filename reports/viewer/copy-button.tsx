// A button that copies a text made when it is pressed. It is as wide before as after: were it not, the button beside it would move from
// under the pointer that presses it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

export function CopyButton({ name, text }: { readonly name: string; readonly text: () => string }): JSX.Element {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = (): void => {
    // Over file:// some browsers refuse the clipboard; then the text is shown to be selected by hand.
    const written = navigator.clipboard?.writeText(text());
    if (written === undefined) setState('refused');
    else written.then(() => setState('copied')).catch(() => setState('refused'));
  };
  return (
    <>
      <button type="button" class="copy" onClick={copy} onBlur={() => setState(state === 'copied' ? 'idle' : state)}>
        <span class={state === 'copied' ? 'unseen' : ''}>{name}</span>
        <span class={state === 'copied' ? '' : 'unseen'}>copied</span>
      </button>
      {state === 'refused' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text to select must be reachable by keyboard
        <pre class="copied" tabIndex={0}>
          {text()}
        </pre>
      ) : null}
    </>
  );
}
