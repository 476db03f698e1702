// Faults of keys and payloads of which a part alone is compared (interface 7.1, rule 1; 8).
import type { JsonObject } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const ENDS = 16;
const keyExact = violating('8', ['idempotency.key-exact']);

function isPartOf(part: JsonObject | undefined, whole: JsonObject | undefined): boolean {
  if (part === undefined || whole === undefined) return false;
  return Object.entries(part).every(([name, value]) => JSON.stringify(whole[name]) === JSON.stringify(value));
}

export const keyPartFaults: readonly Fault[] = [
  keyExact('key-compared-by-its-end', {
    summary: `Keys are compared by their last ${ENDS} characters.`,
    recordName: (honest) => (request) => honest({ ...request, idempotencyKey: request.idempotencyKey.slice(-ENDS) }),
  }),
  keyExact('key-compared-by-both-ends', {
    summary: `Keys are compared by their first and last ${ENDS} characters.`,
    recordName: (honest) => (request) => {
      const { idempotencyKey: key } = request;
      const ends = key.length > 2 * ENDS ? `${key.slice(0, ENDS)}${key.slice(-ENDS)}` : key;
      return honest({ ...request, idempotencyKey: ends });
    },
  }),
  violating('7.1', ['idempotency.conflict-refused', 'idempotency.conflict-any-member'])(
    'conflict-unnoticed-where-a-member-is-left-out',
    {
      summary: 'A payload that lacks members of the original, and changes none, is taken for the same.',
      change: sharing(
        () => new Map<string, JsonObject>(),
        (bodies) => ({
          fingerprintOf: amended((print, { json }) => {
            if (isJsonObject(json)) bodies.set(print, json);
            return print;
          }),
          samePayload: alsoWhere((remembered, incoming) => isPartOf(bodies.get(incoming), bodies.get(remembered))),
        }),
      ),
    },
  ),
];
