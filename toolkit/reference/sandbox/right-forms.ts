// Requests and commands of the right form, for whoever sent a wrong one: written by the dialect that the sandbox's profile states.
import type { JsonObject } from '../../payload/json.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import { EVENT_KINDS, isMutating } from '../../profile/dialect/dialect.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import type { DialectSpec } from '../../profile/dialect/spec.js';
import type { RightForms } from '../notes/notebook.js';
import { ordinaryOrder } from './sandbox-profile.js';

/** Kinds that a subscription names a list of instruments for (interface 4.5, rule 4). */
const LISTED: readonly string[] = ['instruments', 'hmr'];

export function rightForms(stated: JsonObject): RightForms {
  // Complete once filled in.
  const dialect = compileDialect(fillDialect(stated) as unknown as DialectSpec, 'http://localhost');
  const order = ordinaryOrder();
  return {
    command: (asked) => {
      const event = EVENT_KINDS.find((kind) => kind === asked);
      if (event === undefined) {
        return `${dialect.command('subscribe', { event: 'transactions' })}, with one of ${EVENT_KINDS.join(', ')}`;
      }
      return dialect.command('subscribe', {
        event,
        ...(LISTED.includes(event) ? { instruments: [order.instrument] } : {}),
      });
    },
    body: (operation) => {
      if (!isMutating(operation) || !dialect.has(operation)) return undefined;
      return dialect.request(operation, { ...order, accountId: 'ACCOUNT', orderId: 'ORDER', positionId: 'POSITION' })
        .body;
    },
  };
}
