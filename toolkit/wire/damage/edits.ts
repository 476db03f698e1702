// The small changes that damages are made of. Header names are compared without regard to case.
import type { JsonValue } from '../../payload/json.js';
import type { Damage, PayloadFields } from '../exchange.js';

type HeaderEdit = NonNullable<Damage['headers']>;
type PayloadEdit = NonNullable<Damage['payload']>;

const isNamed = (name: string) => (header: readonly [name: string, value: string]) =>
  header[0].toLowerCase() === name.toLowerCase();

export function withoutHeader(name: string): HeaderEdit {
  return (headers) => headers.filter((header) => !isNamed(name)(header));
}

export function changeHeader(name: string, change: (value: string) => string): HeaderEdit {
  return (headers) =>
    headers.map((header) => (isNamed(name)(header) ? ([header[0], change(header[1])] as const) : header));
}

/** A second header of the same name right after the first. */
export function doubleHeader(name: string, second: (value: string) => string): HeaderEdit {
  return (headers) =>
    headers.flatMap((header) => (isNamed(name)(header) ? [header, [header[0], second(header[1])] as const] : [header]));
}

export function withoutField(field: string): PayloadEdit {
  return (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
}

export function changeField(field: string, change: (value: JsonValue) => JsonValue): PayloadEdit {
  return (fields) => ({ ...fields, [field]: change(fields[field] ?? null) });
}

const NUMERIC_FIELDS: ReadonlySet<string> = new Set(['timestamp', 'sign_version']);

/** Header and payload changed alike, so that they still agree and the request is still signed correctly. */
export function changeBoth(
  header: string,
  field: string,
  change: (value: JsonValue) => JsonValue,
): Omit<Damage, 'name'> {
  return {
    payload: changeField(field, change),
    headers: changeHeader(header, (value) => String(change(NUMERIC_FIELDS.has(field) ? Number(value) : value))),
  };
}

export const numberOf = (value: JsonValue): number => (typeof value === 'number' ? value : 0);
export const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : '');

/** A repeated member: JSON text that no object can be serialised to. */
export function repeatMember(
  field: string,
  second: (fields: PayloadFields) => JsonValue,
): NonNullable<Damage['payloadText']> {
  return (text) => {
    // The text is the payload that this client rendered a moment ago.
    const fields = JSON.parse(text) as PayloadFields;
    return text.replace(/\}$/, `,${JSON.stringify(field)}:${JSON.stringify(second(fields))}}`);
  };
}

/** A character of the same kind that is another one. */
export function otherCharacter(character: string): string {
  return character === 'A' ? 'B' : 'A';
}

/** The text with the character at this place replaced. */
export function replaceAt(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}
