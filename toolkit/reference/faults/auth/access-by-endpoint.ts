// Faults of single endpoints that permit a key more than the others do (interface 5.3, rule 9).
import type { Operation, OrderType } from '../../domain.js';
import { alsoOn, alsoWhere, readAs } from '../algebra/edits.js';
import { type Fault, on, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const readScope = violating('5.3', ['auth.key-read-scope']);
const streamScope = violating('5.3', ['auth.key-stream-scope']);
const accountScope = violating('5.3', ['auth.key-account-scope']);
const sourceScope = violating('5.3', ['auth.key-source-scope']);
const expiry = violating('5.3', ['auth.expired-key-code']);

/** Closes and cancellations are calls that the interface does not show: what is judged of them are warnings. */
function levelOf(operations: readonly Operation[]): Pick<Fault, 'level'> {
  const isShown = operations.some((one) => one !== 'closePosition' && one !== 'cancelOrder');
  return isShown ? {} : { level: 'should' };
}

/** The scope of a key is not looked at. */
function anyScope(
  id: string,
  words: string,
  operation: Operation,
  violatingScope: typeof readScope = readScope,
): Fault {
  return violatingScope(id, {
    summary: `A key without the scope for it may ${words}.`,
    ...levelOf([operation]),
    permitsScope: alsoOn(on(operation)),
  });
}

/** The accounts of a key are not looked at. */
function anyAccount(word: string, ...operations: readonly Operation[]): Fault {
  return accountScope(`account-scope-unchecked-on-${word}`, {
    summary: `Any key may use the ${word} of any account.`,
    ...levelOf(operations),
    permitsAccount: alsoOn(on(...operations)),
  });
}

/** The addresses of a key are not looked at. */
function anySource(word: string, ...operations: readonly Operation[]): Fault {
  return sourceScope(`source-unchecked-on-${word}`, {
    summary: `The source address is not looked at on ${word}.`,
    ...levelOf(operations),
    permitsSource: alsoOn(on(...operations)),
  });
}

/** Orders of one type may be placed with any scope. Body and scope of a request come before the rules in one turn of the event loop. */
function anyScopeForType(type: OrderType): Fault {
  return readScope(`read-key-may-place-${type}`, {
    summary: `A key without the scope for it may place orders of type ${type}.`,
    change: sharing(
      () => ({ isMeant: false }),
      (latest) => ({
        bodyHashOf: readAs((body, { operation }) => {
          latest.isMeant = operation === 'placeOrder' && Buffer.from(body).includes(`"${type}"`);
          return body;
        }),
        permitsScope: alsoWhere(() => latest.isMeant),
      }),
    ),
  });
}

/** The expiry of a key is not looked at. */
function anyAge(word: string, words: string, ...operations: readonly Operation[]): Fault {
  return expiry(`expired-key-accepted-on-${word}`, {
    summary: `An expired key may still ${words}.`,
    acceptsExpiry: alsoOn(on(...operations)),
  });
}

export const endpointAccessFaults: readonly Fault[] = [
  anyScopeForType('stop'),
  anyScopeForType('sltp'),
  anyScope('read-key-may-open', 'open positions', 'openPosition'),
  anyScope('read-key-may-close', 'close positions', 'closePosition'),
  anyScope('read-key-may-cancel', 'cancel orders', 'cancelOrder'),
  anyScope('stream-scope-unchecked-on-ticks', 'open the ticks stream', 'ticksStream', streamScope),
  anyAccount('ticks', 'ticksStream'),
  anyAccount('instruments', 'instruments'),
  anyAccount('conditions', 'conditions'),
  anyAccount('snapshot', 'snapshot'),
  anyAccount('history', 'orderHistory', 'dealHistory'),
  anyAccount('orders', 'placeOrder'),
  anyAccount('openings', 'openPosition'),
  anyAccount('closes', 'closePosition'),
  anyAccount('cancellations', 'cancelOrder'),
  anySource('snapshot', 'snapshot'),
  anySource('history', 'orderHistory', 'dealHistory'),
  anySource('openings', 'openPosition'),
  anySource('closes', 'closePosition'),
  anySource('cancellations', 'cancelOrder'),
  anySource('configuration', 'account', 'instruments', 'conditions'),
  anySource('operation-status', 'operationStatus'),
  anySource('ticks', 'ticksStream'),
  anyAge('endings', 'close positions and cancel orders', 'closePosition', 'cancelOrder'),
  anyAge('openings', 'open positions', 'openPosition'),
  anyAge('configuration', 'read account, instruments and conditions', 'account', 'instruments', 'conditions'),
  anyAge('operation-status', 'read operation status', 'operationStatus'),
  anyAge('ticks', 'open the ticks stream', 'ticksStream'),
  anyAge('portfolio', 'read the trading snapshot and history', 'snapshot', 'orderHistory', 'dealHistory'),
];
