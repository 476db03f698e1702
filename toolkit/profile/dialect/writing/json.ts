// JSON text from rendered templates. Own writer, because a number such as 0.10 or a 20-digit identifier must keep its digits.
import type { JsonValue } from '../../../payload/json.js';

/** A number by its digits, valid JSON. */
export class RawNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** What a template yields: JSON in which numbers may keep their digits, or undefined for left out. */
export type Rendered = JsonValue | RawNumber | readonly Rendered[] | RenderedObject | undefined;

interface RenderedObject {
  readonly [member: string]: Rendered;
}

export function writeJson(value: Rendered): string {
  if (value instanceof RawNumber) return value.digits;
  if (Array.isArray(value)) return `[${(value as readonly Rendered[]).map(writeJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value as RenderedObject).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
