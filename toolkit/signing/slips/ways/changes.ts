// The small changes that ways are made of, each of one stage or of header and payload alike.
import type { JsonValue } from '../../../payload/json.js';
import { HEADER, type HeaderName } from '../../headers.js';
import type { SignedFields } from '../../payload.js';
import type { HeaderList, PayloadFields, StageInput } from '../../signing-stages.js';
import type { Deviation } from '../deviation.js';

type Member = keyof SignedFields;

/** Only the payload has the wrong value. */
export function inPayload(name: Member, value: (old: JsonValue, input: StageInput) => JsonValue): Deviation {
  return { payload: (fields, input) => ({ ...fields, [name]: value(fields[name] ?? null, input) }) };
}

/** Only the header has it. */
export function inHeader(header: HeaderName, value: (old: string, input: StageInput) => string): Deviation {
  return {
    headers: (headers, input) => headers.map(([name, old]) => [name, name === header ? value(old, input) : old]),
  };
}

/** Both have it, so that they still agree and the request is still signed correctly. */
export function inBoth(name: Member, header: HeaderName, value: (input: StageInput) => JsonValue): Deviation {
  return { ...inPayload(name, (_, input) => value(input)), ...inHeader(header, (_, input) => String(value(input))) };
}

export function atTime(value: (ms: number) => string | number): Deviation {
  return inBoth('timestamp', HEADER.timestamp, ({ timestampMs }) => value(timestampMs));
}

export function withoutMember(member: Member): Deviation {
  return { payload: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== member)) };
}

export function withoutHeader(drop: (name: string, value: string) => boolean): Deviation {
  return { headers: (headers) => headers.filter(([name, value]) => !drop(name, value)) };
}

/** A second header of the same name right after the first. */
export function doubled(header: HeaderName, second: (value: string) => string): Deviation {
  return {
    headers: (headers): HeaderList =>
      headers.flatMap(
        ([name, value]): HeaderList =>
          name === header
            ? [
                [name, value],
                [name, second(value)],
              ]
            : [[name, value]],
      ),
  };
}

export function written(write: (fields: PayloadFields) => string): Deviation {
  return { payloadText: (_, fields) => write(fields) };
}

export function over(signedBytes: NonNullable<Deviation['signedBytes']>): Deviation {
  return { signedBytes };
}

/** The signature changed, or another one in its place. */
export function signedAs(change: (signature: Uint8Array, payload: Uint8Array) => Uint8Array): Deviation {
  return { encodeSignature: (signature, payload) => base64url(change(signature, payload)) };
}

export const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** The text with the character at this place replaced by another one of the same kind. */
export function otherAt(text: string, at: number): string {
  return text.slice(0, at) + (text.charAt(at) === 'A' ? 'B' : 'A') + text.slice(at + 1);
}

export function sortedMembers(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
