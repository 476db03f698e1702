// A request as a server receives it, and the reading of its six authentication headers (interface 5.1).
import { HEADER, type HeaderRole } from './headers.js';
import { broken, ok, type StageResult } from './stage-result.js';

export interface ReceivedRequest {
  readonly method: string;
  /** The request target: path with query exactly as it arrived. */
  readonly path: string;
  /** In the order of arrival; a name may stand several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The value of each header that stands exactly once and has one; the idempotency key alone may be empty. */
export type HeaderValues = Readonly<Partial<Record<HeaderRole, string>>>;

// Object.keys loses the keys' type; HEADER has exactly these.
const ROLES = Object.keys(HEADER) as HeaderRole[];

/** Reads the six headers; the result names the first that is missing, doubled or empty. */
export function readHeaders(headers: ReceivedRequest['headers']): { values: HeaderValues; result: StageResult } {
  const values: Partial<Record<HeaderRole, string>> = {};
  let result = ok('headers');
  for (const role of ROLES) {
    const found = headers.filter(([name]) => name.toUpperCase() === HEADER[role]);
    const value = found[0]?.[1];
    const defect = headerDefect(role, found.length, value);
    if (defect === undefined && value !== undefined) {
      values[role] = value;
    } else if (defect !== undefined && result.state === 'ok') {
      result = defect;
    }
  }
  return { values, result };
}

function headerDefect(role: HeaderRole, count: number, value: string | undefined): StageResult | undefined {
  const name = HEADER[role];
  if (count === 0) {
    return role === 'idempotencyKey'
      ? broken('idempotency-header-dropped', `${name} present`, 'absent')
      : broken('header-missing', `${name} present`, 'absent');
  }
  if (count > 1) return broken('header-doubled', `${name} once`, `${count} times`);
  return value === '' && role !== 'idempotencyKey'
    ? broken('header-empty', `${name} with a value`, 'empty')
    : undefined;
}
