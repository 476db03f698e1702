// A frame of the peer as a command (interface 4.5, rule 4), strictly: text, JSON without duplicates, shallow, small, known to the speech.
import type { RawData } from 'ws';
import { readStrictJson } from '../../payload/strict-json.js';
import type { ReadCommand, Speech } from '../speech/speech.js';

const MAX_DEPTH = 8;

export function readCommand(
  data: RawData,
  isBinary: boolean,
  speech: Speech,
  maxBytes: number,
): ReadCommand | { readonly fault: string } {
  if (isBinary) {
    return { fault: 'expected a text frame, got a binary one' };
  }
  const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
  const { value, faults } = readStrictJson(bytes, { maxBytes, maxDepth: MAX_DEPTH });
  const fault = faults[0];
  if (value === undefined || fault !== undefined) {
    return { fault: `expected a JSON command: ${fault?.message ?? 'got nothing'} at byte ${fault?.offset ?? 0}` };
  }
  return (
    speech.readCommand(value) ?? { fault: 'expected a command that subscribes or unsubscribes, got another message' }
  );
}
