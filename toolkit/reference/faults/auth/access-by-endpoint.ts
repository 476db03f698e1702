// Faults of single endpoints that permit a key more than the others do (interface 5.3, rule 9).

import type { Operation, OrderType } from '../../domain.js';
import type { RequestContext } from '../../rules/context.js';
import { alsoOn } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const on =
  (operations: readonly Operation[]) =>
  ({ operation }: RequestContext): boolean =>
    operations.includes(operation);

/** The scope of a key is not looked at. */
function anyScope(id: string, requirement: string, words: string, operations: readonly Operation[]): Fault {
  const isMeant = on(operations);
  return violating('5.3', [requirement])(id, {
    summary: `A key without the scope for it may ${words}.`,
    permitsScope: alsoOn(isMeant),
  });
}

/** The accounts of a key are not looked at. */
function anyAccount(word: string, operations: readonly Operation[]): Fault {
  const isMeant = on(operations);
  return violating('5.3', ['auth.key-account-scope'])(`account-scope-unchecked-on-${word}`, {
    summary: `Any key may use the ${word} of any account.`,
    permitsAccount: alsoOn(isMeant),
  });
}

/** The addresses of a key are not looked at. */
function anySource(word: string, operations: readonly Operation[]): Fault {
  const isMeant = on(operations);
  return violating('5.3', ['auth.key-source-scope'])(`source-unchecked-on-${word}`, {
    summary: `The source address is not looked at on ${word}.`,
    permitsSource: alsoOn(isMeant),
  });
}

/** Orders of one type may be placed with any scope. Body and scope of a request come before the rules in one turn of the event loop. */
function anyScopeForType(type: OrderType): Fault {
  return violating('5.3', ['auth.key-read-scope'])(`read-key-may-place-${type}`, {
    summary: `A key without the scope for it may place orders of type ${type}.`,
    change: (rules) => {
      let isMeant = false;
      return {
        ...rules,
        bodyHashOf: (body, context) => {
          isMeant = context.operation === 'placeOrder' && Buffer.from(body).includes(`"${type}"`);
          return rules.bodyHashOf(body, context);
        },
        permitsScope: (key, scope, context) => isMeant || rules.permitsScope(key, scope, context),
      };
    },
  });
}

/** The expiry of a key is not looked at. */
function anyAge(word: string, words: string, operations: readonly Operation[]): Fault {
  const isMeant = on(operations);
  return violating('5.3', ['auth.expired-key-code'])(`expired-key-accepted-on-${word}`, {
    summary: `An expired key may still ${words}.`,
    acceptsExpiry: alsoOn(isMeant),
  });
}

export const endpointAccessFaults: readonly Fault[] = [
  anyScopeForType('stop'),
  anyScopeForType('sltp'),
  anyScope('read-key-may-open', 'auth.key-read-scope', 'open positions', ['openPosition']),
  anyScope('read-key-may-close', 'auth.key-read-scope', 'close positions', ['closePosition']),
  anyScope('read-key-may-cancel', 'auth.key-read-scope', 'cancel orders', ['cancelOrder']),
  anyScope('stream-scope-unchecked-on-ticks', 'auth.key-stream-scope', 'open the ticks stream', ['ticksStream']),
  anyAccount('ticks', ['ticksStream']),
  anyAccount('instruments', ['instruments']),
  anyAccount('conditions', ['conditions']),
  anyAccount('snapshot', ['snapshot']),
  anyAccount('history', ['orderHistory', 'dealHistory']),
  anyAccount('orders', ['placeOrder']),
  anyAccount('openings', ['openPosition']),
  anyAccount('closes', ['closePosition']),
  anyAccount('cancellations', ['cancelOrder']),
  anySource('snapshot', ['snapshot']),
  anySource('history', ['orderHistory', 'dealHistory']),
  anySource('openings', ['openPosition']),
  anySource('closes', ['closePosition']),
  anySource('cancellations', ['cancelOrder']),
  anySource('configuration', ['account', 'instruments', 'conditions']),
  anySource('operation-status', ['operationStatus']),
  anySource('ticks', ['ticksStream']),
  anyAge('endings', 'close positions and cancel orders', ['closePosition', 'cancelOrder']),
  anyAge('openings', 'open positions', ['openPosition']),
  anyAge('configuration', 'read account, instruments and conditions', ['account', 'instruments', 'conditions']),
  anyAge('operation-status', 'read operation status', ['operationStatus']),
  anyAge('ticks', 'open the ticks stream', ['ticksStream']),
  anyAge('portfolio', 'read the trading snapshot and history', ['snapshot', 'orderHistory', 'dealHistory']),
];
