// Edits of the bytes of answers, after they were rendered.
import type { AnswerContext } from '../../rules/telling/wire.js';
import type { Edits } from './change.js';
import { amended } from './edits.js';

/** Edits the bytes of the answers that `where` picks. */
export function answering(where: (context: AnswerContext) => boolean, write: (body: Uint8Array) => Uint8Array): Edits {
  return {
    httpBody: amended((sent, _body, context) => (where(context) ? { ...sent, bytes: write(sent.bytes) } : sent)),
  };
}
