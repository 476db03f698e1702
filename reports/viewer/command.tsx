// A command line with a button that copies it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

export function Command({ text }: { readonly text: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    // Over file:// some browsers refuse the clipboard; the text can still be selected by hand.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div class="command">
      <code>{text}</code>
      <button type="button" onClick={copy} onBlur={() => setCopied(false)}>
        {copied ? 'copied' : 'copy'}
      </button>
    </div>
  );
}
