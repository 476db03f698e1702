// A frame of the peer as a command (interface 4.5, rule 4), strictly: text, JSON without duplicates, shallow, small, known to the speech.
import type { RawData } from 'ws';
import { readStrictJson } from '../../payload/strict-json.js';
import type { StreamKind } from '../domain.js';
import type { ReadCommand, Speech } from '../speech/speech.js';

const MAX_DEPTH = 8;

export interface CommandFrame {
  readonly data: RawData;
  readonly isBinary: boolean;
  readonly stream: StreamKind;
}

export function readCommand(
  { data, isBinary, stream }: CommandFrame,
  speech: Speech,
  maxBytes: number,
): ReadCommand | { readonly defect: string } | 'idle' {
  if (isBinary) return { defect: 'expected a text frame, got a binary one' };
  const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
  const { value, defects } = readStrictJson(bytes, { maxBytes, maxDepth: MAX_DEPTH });
  const defect = defects[0];
  if (value === undefined || defect !== undefined) {
    return { defect: `expected a JSON command: ${defect?.message ?? 'got nothing'} at byte ${defect?.offset ?? 0}` };
  }
  if (speech.isIdle?.(value, stream) === true) return 'idle';
  return (
    speech.readCommand(value) ?? { defect: 'expected a command that subscribes or unsubscribes, got another message' }
  );
}
