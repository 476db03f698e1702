// Faults of what belongs to the API key that asked for it in place of its account (interface 1, rules 1 and 2; 4.3; 6): other keys that are
// permitted for the account are not told of it, and do not find it.
import type { Order } from '../../domain.js';
import type { RequestContext } from '../../rules/context.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

interface Keys {
  /** The key of the request that was decided last and, by account, of its last handshake. */
  reading: string;
  readonly opening: Map<string, string>;
  /** Who asked for it, by the identifier of the operation and by its idempotency key. */
  readonly askedFor: Map<string, string>;
  /** Whose stream it is, by connection. */
  readonly listening: Map<string, string>;
}

/** Notes which key asks for what, and which one listens where. */
function byKey(edits: (keys: Keys) => Edits): Change {
  return sharing<Keys>(
    () => ({ reading: '', opening: new Map(), askedFor: new Map(), listening: new Map() }),
    (keys) => ({
      findKey: amended((found, id, _known, { accountId, isHandshake }: RequestContext) => {
        if (isHandshake) keys.opening.set(accountId, id);
        else keys.reading = id;
        return found;
      }),
      recordName: amended((name, { idempotencyKey, apiKey }) => {
        keys.askedFor.set(idempotencyKey, apiKey);
        return name;
      }),
      operationId: amended((id, _serial, { clientRequestId }) => {
        keys.askedFor.set(id, keys.askedFor.get(clientRequestId) ?? '');
        return id;
      }),
      initial: amended((subscriptions, _previous, { id, accountId }) => {
        keys.listening.set(id, keys.opening.get(accountId) ?? '');
        return subscriptions;
      }),
      ...edits(keys),
    }),
  );
}

const isOthers = (asked: string | undefined, key: string | undefined): boolean => asked !== undefined && asked !== key;

export const ownKeyFaults: readonly Fault[] = [
  violating('6', ['subscriptions.all-connections-served', 'domain.result-as-event'])('results-told-to-the-key-alone', {
    summary: 'The result of an operation is told on streams of the API key alone that asked for it.',
    change: byKey(({ askedFor, listening }) => ({
      deliversTo: amended(
        (delivers, event, _subscriptions, { id }) =>
          delivers &&
          !(
            event.kind === 'transaction_event' &&
            event.operationId !== undefined &&
            isOthers(askedFor.get(event.operationId), listening.get(id))
          ),
      ),
    })),
  }),
  violating('4.3', ['operations.readable'])('status-readable-by-the-key-alone', {
    summary: 'The status of an operation is read by the API key alone that asked for it.',
    // That every key of the account may read it is nowhere said in as many words.
    level: 'should',
    change: byKey(({ askedFor }) => ({
      permitsScope: amended((permits, key, _scope, { operation, target }) => {
        const operationId = decodeURIComponent(target.split('?')[0]?.split('/').at(-1) ?? '');
        return permits && !(operation === 'operationStatus' && isOthers(askedFor.get(operationId), key.id));
      }),
    })),
  }),
  violating('1', ['domain.open-orders-in-snapshot', 'subscriptions.transactions-snapshot-orders'])(
    'snapshot-of-the-orders-of-the-key',
    {
      summary: 'A snapshot shows the pending orders alone that were placed by the API key which reads it.',
      change: byKey((keys) => ({
        snapshotOf: amended((shown, _state, { accountId, surface }) => {
          const key = surface === 'stream' ? keys.opening.get(accountId) : keys.reading;
          const isShown = ({ clientRequestId = '' }: Order): boolean =>
            !isOthers(keys.askedFor.get(clientRequestId), key);
          return { ...shown, orders: shown.orders.filter(isShown) };
        }),
      })),
    },
  ),
  violating('1', ['history.closed-orders'])('history-of-the-orders-of-the-key', {
    summary: 'History shows the orders alone that were placed by the API key which reads it.',
    // That every key of the account may read them is nowhere said in as many words.
    level: 'should',
    change: byKey((keys) => ({
      isHistoric: amended(
        (historic, { clientRequestId = '' }) => historic && !isOthers(keys.askedFor.get(clientRequestId), keys.reading),
      ),
    })),
  }),
];
