// Situations of streams: connections that come, go and change what they are subscribed to while operations are under way (interface 6,
// 6.4).

import type { Entry } from '../../../toolkit/checkers/index.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { Scene } from './scene.js';
import { isOnItsWay, isWaiting, operationOf, performs, type Situation, tells } from './situation.js';

function commands(entry: Entry, action: 'subscribe' | 'unsubscribe', event: string = 'transactions'): boolean {
  return entry.type === 'command' && entry.action === action && entry.event === event;
}

function arrives(entry: Entry, kind: string): boolean {
  return entry.type === 'message' && entry.kind === kind;
}

function ends(entry: Entry, scene: Scene): boolean {
  return entry.type === 'closed' && scene.stream(entry.conn)?.asked.has('transactions') === true;
}

export const OF_STREAMS: readonly Situation[] = [
  {
    id: 'drop-between-ack-and-event',
    sentence: 'A subscribed stream ended between the ACK of an operation and its event.',
    sees: (entry, scene) => ends(entry, scene) && isWaiting(scene),
  },
  {
    id: 'drop-while-request-in-flight',
    sentence: 'A subscribed stream ended while a mutation was on its way.',
    sees: (entry, scene) => ends(entry, scene) && isOnItsWay(scene),
  },
  {
    id: 'return-while-unfinished',
    sentence: 'A stream was opened again while an operation had no result.',
    sees: (entry, scene) => entry.type === 'opened' && scene.opened > 0 && isWaiting(scene),
  },
  {
    id: 'subscribe-while-unfinished',
    sentence: 'Transactions were subscribed while an operation had no result.',
    sees: (entry, scene) => commands(entry, 'subscribe') && isWaiting(scene),
  },
  {
    id: 'subscribe-while-in-flight',
    sentence: 'Transactions were subscribed while a mutation was on its way.',
    sees: (entry, scene) => commands(entry, 'subscribe') && isOnItsWay(scene),
  },
  {
    id: 'snapshot-while-unfinished',
    sentence: 'The snapshot of a subscription came while an operation had no result.',
    sees: (entry, scene) => arrives(entry, 'trading_state_snapshot') && isWaiting(scene),
  },
  {
    id: 'unsubscribe-while-unfinished',
    sentence: 'Transactions were unsubscribed while an operation had no result.',
    sees: (entry, scene) => commands(entry, 'unsubscribe') && isWaiting(scene),
  },
  {
    id: 'unsubscribe-while-in-flight',
    sentence: 'Transactions were unsubscribed while a mutation was on its way.',
    sees: (entry, scene) => commands(entry, 'unsubscribe') && isOnItsWay(scene),
  },
  {
    id: 'subscribed-again',
    sentence: 'A connection subscribed to transactions again after it had unsubscribed.',
    sees: (entry, scene) =>
      entry.type === 'command' &&
      commands(entry, 'subscribe') &&
      scene.stream(entry.conn)?.left.has('transactions') === true,
  },
  {
    id: 'subscribed-twice',
    sentence: 'A connection subscribed to transactions twice.',
    sees: (entry, scene) =>
      entry.type === 'command' &&
      commands(entry, 'subscribe') &&
      scene.stream(entry.conn)?.asked.has('transactions') === true,
  },
  {
    id: 'two-streams-told',
    sentence: 'Two connections were told of one operation.',
    sees: (entry, scene) => {
      const told = tells(entry) ? operationOf(entry, scene)?.told : undefined;
      return entry.type === 'message' && told !== undefined && told.size > 0 && !told.has(entry.conn);
    },
  },
  {
    id: 'three-streams-open',
    sentence: 'Three connections of an account were subscribed to transactions.',
    sees: (entry, scene) => tells(entry) && scene.openStreams('transactions').length >= 3,
  },
  {
    id: 'result-while-nobody-listened',
    sentence: 'An operation ended while no connection was subscribed, and status told its result.',
    sees: (entry, scene) => {
      if (entry.type !== 'answer' || entry.request !== 'operationStatus') return false;
      const operation = operationOf(entry, scene);
      const state = memberOf(entry.view, 'state');
      return (
        operation !== undefined &&
        operation.told.size === 0 &&
        state === 'success' &&
        scene.openStreams('transactions').length === 0
      );
    },
  },
  {
    id: 'one-listens-one-does-not',
    sentence: 'An event came on one connection while another had unsubscribed.',
    sees: (entry, scene) => tells(entry) && scene.openStreams().some(({ left }) => left.has('transactions')),
  },
  {
    id: 'account-state-beside-transactions',
    sentence: 'Account state came on a connection that is told of transactions.',
    needs: ['accountStateEvents'],
    sees: (entry, scene) =>
      entry.type === 'message' &&
      arrives(entry, 'account_state_event') &&
      scene.stream(entry.conn)?.kinds.has('transaction_event') === true,
  },
  {
    id: 'account-state-while-unfinished',
    sentence: 'Account state came while an operation had no result.',
    needs: ['accountStateEvents'],
    sees: (entry, scene) => arrives(entry, 'account_state_event') && isWaiting(scene),
  },
  {
    id: 'hmr-snapshot-beside-transactions',
    sentence: 'An HMR snapshot came on a connection that is told of transactions.',
    needs: ['hmrEvents'],
    sees: (entry, scene) =>
      entry.type === 'message' &&
      arrives(entry, 'hmr_snapshot') &&
      scene.stream(entry.conn)?.asked.has('transactions') === true,
  },
  {
    id: 'hmr-update',
    sentence: 'An HMR period changed under a subscription.',
    needs: ['hmrEvents', 'hmr.upsert'],
    sees: (entry) => arrives(entry, 'hmr_update'),
  },
  {
    id: 'instrument-changed',
    sentence: 'An instrument changed under a subscription.',
    needs: ['instrumentEvents', 'instrument.update'],
    sees: (entry) => arrives(entry, 'instrument_event'),
  },
  {
    id: 'tick-while-unfinished',
    sentence: 'A tick came while an operation had no result.',
    needs: ['ticks'],
    sees: (entry, scene) => arrives(entry, 'tick') && isWaiting(scene),
  },
  {
    id: 'slow-reader',
    sentence: 'A connection was not read while a mutation left.',
    sees: (entry, scene) => entry.type === 'call' && entry.key !== undefined && scene.states.has('stalled'),
  },
  {
    id: 'slow-reader-goes-on',
    sentence: 'A connection was read again, and an event came.',
    sees: (entry, scene) => tells(entry) && scene.ended.has('stalled') && !scene.states.has('stalled'),
  },
  {
    id: 'dropped-by-the-target',
    sentence: 'The target cut the streams while an operation had no result.',
    needs: ['stream.drop'],
    sees: (entry, scene) => performs(entry, 'stream.drop') && scene.unfinished.size > 0,
  },
];
