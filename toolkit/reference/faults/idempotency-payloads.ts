// Faults of what idempotency looks at (interface 7.1, rule 1; 8): members of the payload, types of orders, fine steps of a volume.

import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import type { MutatingRequest } from '../rules/trading/idempotency.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

/** Tells payloads apart by another JSON value than the one that came. */
function comparing(
  write: (json: Readonly<Record<string, JsonValue>>) => JsonValue,
  where: (request: MutatingRequest) => boolean = () => true,
): Fault['change'] {
  return changing('fingerprintOf', (honest) => (request) => {
    const { json } = request;
    return isJsonObject(json) && where(request)
      ? honest({ ...request, json: write(json), comparesJson: true })
      : honest(request);
  });
}

/** Requests that have the member are compared without it, and without their path. */
function comparedWithout(member: string): Fault['change'] {
  return changing('fingerprintOf', (honest) => (request) => {
    const { json } = request;
    if (!isJsonObject(json) || json[member] === undefined) return honest(request);
    const { [member]: _, ...others } = json;
    return JSON.stringify(others);
  });
}

export const idempotencyPayloadFaults: readonly Fault[] = [
  fault(
    'conflict-ignores-instrument',
    '7.1',
    ['idempotency.conflict-any-member', 'positions.conflict-refused'],
    'The instrument is no part of what tells one payload from another.',
    comparing(({ instrument: _ignored, wish, ...json }) => ({
      ...json,
      // Where the contrary dialect writes it.
      ...(isJsonObject(wish ?? null) && { wish: { ...(wish as object), symbol: null } }),
    })),
  ),
  ...(['stop_loss_price', 'take_profit_price'] as const).map((member) =>
    fault(
      `conflict-ignores-${member.replaceAll('_', '-')}-of-openings`,
      '7.1',
      ['positions.conflict-refused'],
      `The value of ${member} tells orders apart, but not openings.`,
      comparing(
        ({ [member]: _ignored, ...json }) => json,
        ({ kind }) => kind === 'openPosition',
      ),
    ),
  ),
  fault(
    'conflict-ignores-thousandths-of-a-volume',
    '7.1',
    ['idempotency.conflict-any-member', 'idempotency.conflict-refused'],
    'Volumes are rounded to hundredths before they are compared, also where the step is finer.',
    comparing((json) => ({ ...json, volume: Number(json['volume']).toFixed(2) })),
  ),
  fault(
    'idempotency-without-sltp-orders',
    '8',
    ['idempotency.duplicate-same-operation', 'idempotency.conflict-any-member', 'idempotency.conflict-refused'],
    'Keys of sltp orders are not remembered.',
    changing('recognises', (honest) => (context) => context.orderType !== 'sltp' && honest(context)),
  ),
  fault(
    'idempotency-without-stop-orders',
    '8',
    ['idempotency.duplicate-not-executed', 'idempotency.duplicate-same-operation'],
    'Keys of stop orders are not remembered.',
    changing('recognises', (honest) => (context) => context.orderType !== 'stop' && honest(context)),
  ),
  fault(
    'idempotency-without-endings',
    '8',
    ['idempotency.duplicate-same-operation'],
    'Keys of closes and cancellations are not remembered.',
    changing(
      'recognises',
      (honest) => (context) => context.kind !== 'closePosition' && context.kind !== 'cancelOrder' && honest(context),
    ),
  ),
  fault(
    'conflict-ignores-position-of-sltp-orders',
    '7.1',
    ['idempotency.conflict-any-member'],
    'An sltp order for another position is answered like a repeat, if its levels are the same.',
    comparedWithout('position_id'),
  ),
  fault(
    'conflict-ignores-type',
    '7.1',
    ['idempotency.conflict-any-member'],
    'The type of an order is no part of the payload that is compared.',
    comparedWithout('type'),
  ),
  fault(
    'conflict-ignores-volume-of-closes',
    '7.1',
    ['idempotency.conflict-any-member'],
    'A close of another volume is answered like a repeat.',
    changing(
      'samePayload',
      (honest) => (remembered, incoming, context) =>
        context.kind === 'closePosition' || honest(remembered, incoming, context),
    ),
  ),
  fault(
    'conflict-unnoticed-after-rejection',
    '7.1',
    ['idempotency.conflict-refused'],
    'Once an order was rejected, any payload under its key is answered like a repeat.',
    changing(
      'samePayload',
      (honest) => (remembered, incoming, context) =>
        context.succeeded === false || honest(remembered, incoming, context),
    ),
  ),
  fault(
    'conflict-ignores-levels-of-sltp-orders',
    '7.1',
    ['idempotency.conflict-any-member', 'idempotency.conflict-refused'],
    'Another stop loss or take profit of an sltp order is answered like a repeat.',
    changing(
      'samePayload',
      (honest) => (remembered, incoming, context) =>
        context.orderType === 'sltp' || honest(remembered, incoming, context),
    ),
  ),
];
