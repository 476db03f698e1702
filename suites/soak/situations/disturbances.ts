// Situations of disturbances: what an operator, the market or the platform does while clients trade (interface 3; 4.1; 6.1, rule 6; 7.2;
// 8).
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import { comes, isUnderWay, operationOf, performs, type Situation, saysOf, tells } from './situation.js';

export const OF_DISTURBANCES: readonly Situation[] = [
  {
    id: 'many-held-and-released',
    sentence: 'Three operations were held back and finished together.',
    needs: ['operation.hold', 'operation.release'],
    sees: (entry, scene) => performs(entry, 'operation.release') && scene.unfinished.size >= 3,
  },
  {
    id: 'failed-by-the-platform',
    sentence: 'An operation failed in processing.',
    needs: ['operation.fail'],
    sees: (entry) => tells(entry, 'failed'),
  },
  {
    id: 'stalled-by-the-target',
    sentence: 'The target stopped sending while operations were under way.',
    needs: ['stream.stall'],
    sees: (entry, scene) => performs(entry, 'stream.stall') && scene.unfinished.size > 0,
  },
  {
    id: 'trading-disabled-while-under-way',
    sentence: 'Trading was disabled while an operation was under way.',
    needs: ['account.restrict'],
    sees: (entry, scene) => performs(entry, 'account.restrict') && isUnderWay(scene),
  },
  {
    id: 'placement-while-disabled',
    sentence: 'An order was asked for while trading was disabled.',
    needs: ['account.restrict'],
    sees: (entry, scene) => entry.type === 'call' && entry.request === 'placeOrder' && scene.states.has('disabled'),
  },
  {
    id: 'success-after-disabled',
    sentence: 'An operation succeeded after trading had been disabled and enabled again.',
    needs: ['account.restrict'],
    sees: (entry, scene) => tells(entry, 'success') && scene.ended.has('disabled') && !scene.states.has('disabled'),
  },
  {
    id: 'quota-refused',
    sentence: 'A placement was refused for its quota while others were under way.',
    needs: ['limits.exhaust'],
    sees: (entry, scene) => entry.type === 'answer' && entry.status === 429 && isUnderWay(scene),
  },
  {
    id: 'quota-restored',
    sentence: 'A placement was taken after the quota had been used up and given back.',
    needs: ['limits.exhaust', 'limits.restore'],
    sees: (entry, scene) =>
      comes(entry, 'placeOrder') && scene.ended.has('exhausted') && !scene.states.has('exhausted'),
  },
  {
    id: 'maintenance',
    sentence: 'A mutation was refused as temporarily unavailable.',
    needs: ['service.maintenance'],
    sees: (entry, scene) => entry.type === 'answer' && entry.status === 503 && scene.states.has('maintained'),
  },
  {
    id: 'executed-by-the-market',
    sentence: 'An order was executed while another operation was under way.',
    needs: ['order.fill'],
    sees: (entry, scene) => performs(entry, 'order.fill') && isUnderWay(scene),
  },
  {
    id: 'executed-while-cancelled',
    sentence: 'An order was executed while its cancellation was under way.',
    needs: ['order.fill', 'cancelOrder'],
    sees: (entry, scene) => {
      if (entry.type !== 'control' || entry.action !== 'order.fill') return false;
      const order = memberOf(entry.params, 'order_id');
      return [...scene.unfinished.values()].some(
        ({ request, object }) => request === 'cancelOrder' && object === order,
      );
    },
  },
  {
    id: 'price-moved',
    sentence: 'The price moved while an operation was under way.',
    needs: ['market.price'],
    sees: (entry, scene) => performs(entry, 'market.price') && isUnderWay(scene),
  },
  {
    id: 'balance-transaction-beside-trade',
    sentence: 'A balance transaction was booked while an operation was under way.',
    needs: ['account.deposit'],
    sees: (entry, scene) => performs(entry, 'account.deposit') && isUnderWay(scene),
  },
  {
    id: 'balance-transaction-told',
    sentence: 'The event of a balance transaction came.',
    needs: ['account.deposit'],
    sees: (entry) => {
      const deals = tells(entry, 'success') ? memberOf(entry.view, 'deals') : undefined;
      return Array.isArray(deals) && deals.some((deal) => typeof memberOf(deal, 'balanceKind') === 'string');
    },
  },
  {
    id: 'too-many-pending-orders',
    sentence: 'An order was rejected since there were too many.',
    needs: ['orders.limit'],
    sees: (entry) => tells(entry, 'rejected') && saysOf(entry, 'TRADING_RULE_TOO_MANY_PENDING_ORDERS'),
  },
  {
    id: 'session-closed',
    sentence: 'An order met a closed session.',
    needs: ['market.close'],
    sees: (entry, scene) => tells(entry, 'rejected') && scene.states.has('session-closed'),
  },
  {
    id: 'no-quotes',
    sentence: 'A mutation left while an instrument had no quotes.',
    needs: ['market.quotes'],
    sees: (entry, scene) => entry.type === 'call' && entry.key !== undefined && scene.states.has('unquoted'),
  },
  {
    id: 'closed-by-the-platform',
    sentence: 'The platform closed a position while an operation was under way.',
    needs: ['position.close'],
    sees: (entry, scene) => performs(entry, 'position.close') && isUnderWay(scene),
  },
  {
    id: 'cancelled-by-the-platform',
    sentence: 'The platform cancelled an order while an operation was under way.',
    needs: ['order.cancel'],
    sees: (entry, scene) => performs(entry, 'order.cancel') && isUnderWay(scene),
  },
  {
    id: 'instrument-changed-while-under-way',
    sentence: 'An instrument was changed while an operation was under way.',
    needs: ['instrument.update'],
    sees: (entry, scene) => performs(entry, 'instrument.update') && isUnderWay(scene),
  },
  {
    id: 'flexible-status-changed',
    sentence: 'The effective flexible HMR status changed while an operation was under way.',
    needs: ['hmr.flexible'],
    sees: (entry, scene) => performs(entry, 'hmr.flexible') && isUnderWay(scene),
  },
  {
    id: 'status-forgotten',
    sentence: 'The status of an ended operation was made to expire, and asked for again.',
    needs: ['operation.expire'],
    sees: (entry, scene) =>
      entry.type === 'answer' &&
      entry.request === 'operationStatus' &&
      entry.status >= 400 &&
      scene.performed.has('operation.expire') &&
      operationOf(entry, scene)?.status !== undefined,
  },
];
