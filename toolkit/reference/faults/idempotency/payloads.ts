// Faults of what idempotency looks at (interface 7.1, rule 1; 8): members of the payload, types of orders, fine steps of a volume.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { MutatingRequest } from '../../rules/trading/idempotency.js';
import { alsoOn, exceptWhere, onlyWhere } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';

const conflictRefused = violating('7.1', ['idempotency.conflict-any-member', 'idempotency.conflict-refused']);
const conflictAnyMember = violating('7.1', ['idempotency.conflict-any-member']);

/** Tells payloads apart by another JSON value than the one that came. */
function comparing(
  write: (json: Readonly<Record<string, JsonValue>>) => JsonValue,
  where: (request: MutatingRequest) => boolean = () => true,
): Edits {
  return {
    fingerprintOf: (honest) => (request) => {
      const { json } = request;
      return isJsonObject(json) && where(request)
        ? honest({ ...request, json: write(json), comparesJson: true })
        : honest(request);
    },
  };
}

/** Requests that have the member are compared without it, and without their path. */
function comparedWithout(member: string): Edits {
  return {
    fingerprintOf: (honest) => (request) => {
      const { json } = request;
      if (!isJsonObject(json) || json[member] === undefined) return honest(request);
      const { [member]: _, ...others } = json;
      return JSON.stringify(others);
    },
  };
}

export const idempotencyPayloadFaults: readonly Fault[] = [
  violating('7.1', ['idempotency.conflict-any-member', 'positions.conflict-refused'])('conflict-ignores-instrument', {
    summary: 'The instrument is no part of what tells one payload from another.',
    ...comparing(({ instrument: _ignored, wish, ...json }) => ({
      ...json,
      // Where the contrary dialect writes it.
      ...(isJsonObject(wish ?? null) && { wish: { ...(wish as object), symbol: null } }),
    })),
  }),
  ...(['stop_loss_price', 'take_profit_price'] as const).map((member) =>
    violating('7.1', ['positions.conflict-refused'])(`conflict-ignores-${member.replaceAll('_', '-')}-of-openings`, {
      summary: `The value of ${member} tells orders apart, but not openings.`,
      ...comparing(
        ({ [member]: _ignored, ...json }) => json,
        ({ kind }) => kind === 'openPosition',
      ),
    }),
  ),
  conflictRefused('conflict-ignores-thousandths-of-a-volume', {
    summary: 'Volumes are rounded to hundredths before they are compared, also where the step is finer.',
    ...comparing((json) => ({ ...json, volume: Number(json['volume']).toFixed(2) })),
  }),
  violating('8', [
    'idempotency.duplicate-same-operation',
    'idempotency.conflict-any-member',
    'idempotency.conflict-refused',
  ])('idempotency-without-sltp-orders', {
    summary: 'Keys of sltp orders are not remembered.',
    recognises: exceptWhere((context) => context.orderType === 'sltp'),
  }),
  violating('8', ['idempotency.duplicate-not-executed', 'idempotency.duplicate-same-operation'])(
    'idempotency-without-stop-orders',
    {
      summary: 'Keys of stop orders are not remembered.',
      recognises: exceptWhere((context) => context.orderType === 'stop'),
    },
  ),
  violating('8', ['idempotency.duplicate-same-operation'])('idempotency-without-endings', {
    summary: 'Keys of closes and cancellations are not remembered.',
    // Calls that the interface does not show.
    level: 'should',
    recognises: onlyWhere((context) => context.kind !== 'closePosition' && context.kind !== 'cancelOrder'),
  }),
  conflictAnyMember('conflict-ignores-position-of-sltp-orders', {
    summary: 'An sltp order for another position is answered like a repeat, if its levels are the same.',
    ...comparedWithout('position_id'),
  }),
  conflictAnyMember('conflict-ignores-type', {
    summary: 'The type of an order is no part of the payload that is compared.',
    ...comparedWithout('type'),
  }),
  conflictAnyMember('conflict-ignores-volume-of-closes', {
    summary: 'A close of another volume is answered like a repeat.',
    // A call that the interface does not show.
    level: 'should',
    samePayload: alsoOn(({ kind }) => kind === 'closePosition'),
  }),
  violating('7.1', ['idempotency.conflict-refused'])('conflict-unnoticed-after-rejection', {
    summary: 'Once an order was rejected, any payload under its key is answered like a repeat.',
    samePayload: alsoOn(({ succeeded }) => succeeded === false),
  }),
  violating('7.1', ['idempotency.conflict-refused', 'idempotency.conflict-any-member'])(
    'conflict-of-openings-unnoticed-after-a-while',
    {
      summary:
        'Another opening under a key is answered like a repeat when the first one was more than 1.5 seconds ago.',
      samePayload: alsoOn(({ kind, ageMs }) => kind === 'openPosition' && ageMs > 1500),
    },
  ),
  conflictRefused('conflict-ignores-levels-of-sltp-orders', {
    summary: 'Another stop loss or take profit of an sltp order is answered like a repeat.',
    samePayload: alsoOn(({ orderType }) => orderType === 'sltp'),
  }),
  conflictAnyMember('conflict-compares-values-without-their-names', {
    summary: 'Payloads are the same when they hold the same values, under whichever names.',
    fingerprintOf: (honest) => (request) => {
      const { json } = request;
      if (json === null || typeof json !== 'object' || Array.isArray(json)) return honest(request);
      return Object.values(json)
        .map((value) => JSON.stringify(value))
        .sort()
        .join();
    },
  }),
];
