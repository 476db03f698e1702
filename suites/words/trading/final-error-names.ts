// The two names that interface 7.2 (and 2.2, 4.3) gives to the parts of a final error, judged in the message as it was sent: through a
// dialect any name would do. Where in the message they stand is the envelope's, which is left open.

import type { JsonValue } from '../../../toolkit/payload/json.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { CheckContext } from '../../runner/context.js';

/** Messages nest a few levels; deeper than this nothing is looked for. */
const DEEPEST = 8;

/** Judges that an event, or an operation status, has a member of the stated name. */
export function expectSpelled(t: CheckContext, sent: { readonly record: number }, name: string): void {
  const parsed = t.records().find(({ i }) => i === sent.record)?.parsed ?? null;
  const message = memberOf(parsed, 'message') ?? memberOf(parsed, 'body') ?? null;
  t.expect.that(
    hasMember(message, name, DEEPEST),
    { expected: `a member ${name}`, actual: `none, among ${namesIn(message)}`, evidence: [sent] },
    { requirement: 'errors.event-spelling' },
  );
}

function hasMember(value: JsonValue, name: string, depth: number): boolean {
  if (value === null || typeof value !== 'object' || depth === 0) return false;
  if (!Array.isArray(value) && Object.hasOwn(value, name)) return true;
  return Object.values(value).some((one) => hasMember(one, name, depth - 1));
}

function namesIn(message: JsonValue): string {
  return message !== null && typeof message === 'object' ? Object.keys(message).join(', ') : 'no members';
}
