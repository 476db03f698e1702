// The bytes of a journal, or why there are none: whoever hands a report on may have put anything in its place.

import { whyUnreadable } from '../base/why-unreadable.js';
import { ProtocolError } from '../payload/protocol-error.js';
import { streamRegularFile } from './regular-file.js';

/** Throws `ProtocolError` of code `journal-invalid`. */
export function openJournal(path: string): AsyncIterable<Uint8Array> {
  try {
    return streamRegularFile(path);
  } catch (cause) {
    throw new ProtocolError('journal-invalid', `cannot read ${path}: ${whyUnreadable(cause)}`, { cause });
  }
}
