// A command line with a button that copies it.
import type { JSX } from 'preact';
import { CopyButton } from './copy-button.js';

export function Command({ text }: { readonly text: string }): JSX.Element {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyButton name="copy" text={() => text} />
    </div>
  );
}
