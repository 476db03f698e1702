// What the readers of all three parts make of a text on their way: bytes as text, JSON that may be none, a short quotation.
import type { ReceivedFields } from '../../signing/stages/read-payload.js';
import { textOfBytes } from '../capture/capture.js';

export function unpercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const asText = (bytes: Uint8Array | undefined): string => (bytes === undefined ? '' : textOfBytes(bytes));

export const excerpt = (text: string): string => text.slice(0, 60);

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function objectOf(value: unknown): ReceivedFields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ReceivedFields) // an object by this test
    : undefined;
}
