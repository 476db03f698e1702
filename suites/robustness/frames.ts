// Reading what a target sends over a bare socket (interface 4.5; RFC 6455): frames, the messages that they make, the kinds of these.

import { decodeDocuments } from '../../toolkit/payload/decode-body.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { MessageKind } from '../../toolkit/profile/dialect/views.js';
import { OPCODE, type ServerFrame } from '../../toolkit/wire/streams/websocket-frames.js';
import type { CheckContext } from '../runner/context.js';

const LONGEST_CONTROL = 125;

/** The kinds of the messages in the text and binary frames so far; what is no JSON has none. */
export function kindsIn(t: CheckContext, frames: readonly ServerFrame[]): readonly MessageKind[] {
  return messagesOf(frames).flatMap((bytes) => {
    const { documents = [] } = decodeDocuments(bytes, t.dialect.frameDocuments !== 'one');
    return documents.flatMap((document) => kindsOf(t, document));
  });
}

function kindsOf(t: CheckContext, document: JsonValue): readonly MessageKind[] {
  try {
    return t.dialect.readFrame(document).map(({ kind }) => kind);
  } catch {
    return []; // a dialect that is a program
  }
}

/** The payloads of whole data messages, fragments joined. */
export function messagesOf(frames: readonly ServerFrame[]): readonly Buffer[] {
  const messages: Buffer[] = [];
  let parts: Buffer[] = [];
  for (const { opcode, fin, payload } of frames.filter((frame) => frame.opcode < OPCODE.close)) {
    parts = opcode === OPCODE.continuation ? [...parts, payload] : [payload];
    if (fin) messages.push(Buffer.concat(parts));
  }
  return messages;
}

/** In what a frame departs from RFC 6455, section 5. */
export function frameDefect({ opcode, fin, masked, reserved, payload }: ServerFrame): string | undefined {
  if (masked) return 'a masked frame';
  if (reserved !== 0) return `a frame with reserved bits ${reserved}`;
  if (!Object.values(OPCODE).some((known) => known === opcode)) return `a frame of opcode ${opcode}`;
  if (opcode < OPCODE.close) return undefined;
  return fin && payload.length <= LONGEST_CONTROL ? undefined : 'a control frame in parts, or longer than 125 bytes';
}

export function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
