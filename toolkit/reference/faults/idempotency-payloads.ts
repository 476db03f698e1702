// Faults of what idempotency looks at (interface 7.1, rule 1; 8): members of the payload, types of orders, fine steps of a volume.

import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import type { MutatingRequest } from '../rules/idempotency.js';
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
