// Disturbances that clients of the account bring about themselves. Set-up alone: nothing is judged here.
import { compare, parseDecimal } from '../../../toolkit/decimal/index.js';
import { damageOf } from '../../../toolkit/wire/damage/library.js';
import { pause } from '../../../toolkit/wire/pause.js';
import { figureOf } from '../../words/figures.js';
import { cancelled } from '../../words/trading/cancelled.js';
import { partedVolume } from '../../words/trading/parted-volume.js';
import { placeToBeRejected } from '../../words/trading/rejected-order.js';
import { BOOKINGS } from './bookings.js';
import { CONNECTIONS_ROUTINE } from './connections.js';
import { type Disturbance, EVERY, TRADING } from './disturbance.js';
import { ORDERS } from './orders.js';
import { STREAMS } from './streams.js';

/**
 * Together more than 32, where counters and rings of a service may end; so many stay open that an account which may
 * hold 25 has room left.
 */
const MANY = 18;
const MANY_REJECTED = 18;

export const BY_CLIENTS: readonly Disturbance[] = [
  {
    id: 'rejections',
    words: 'orders were rejected',
    needs: {},
    before: TRADING,
    async happen(t) {
      for (let turn = 0; turn < 2; turn += 1) await t.account.settle(await placeToBeRejected(t));
    },
  },
  {
    id: 'refusals',
    words: 'requests were refused',
    needs: {},
    before: EVERY,
    async happen(t) {
      const { damage } = damageOf('sign-by-another-key');
      await t.account.submit({}, { damage });
      await t.account.request('limits', {}, { damage });
      await t.account.submit({}, { body: '{' });
    },
  },
  {
    id: 'conflict',
    words: 'a key was reused for another payload',
    needs: {},
    before: TRADING,
    async happen(t) {
      const { key } = await t.account.place();
      await t.account.submit(await t.account.order(), { idempotencyKey: key });
    },
  },
  {
    id: 'cancellation',
    words: 'an order was cancelled',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    before: [...TRADING, BOOKINGS],
    async happen(t) {
      const { orderId } = await t.account.openOrder();
      await cancelled(t, orderId);
    },
  },
  {
    id: 'partial-close',
    words: 'a position was closed in part and then whole',
    needs: { claims: ['positions', 'closePosition'] },
    before: [...TRADING, CONNECTIONS_ROUTINE],
    async happen(t) {
      const part = String((await t.account.order()).volume);
      const volume = partedVolume(await t.account.conditions(), part, 3);
      const { positionId, result } = await t.account.openPosition({ volume });
      // The market may fill an opening in part.
      const filled = figureOf(result.event?.positions?.[0]?.volume);
      const isMore = filled === undefined || compare(filled, parseDecimal(part)) > 0;
      if (isMore) await t.account.closePosition(positionId, part);
      await t.account.closePosition(positionId);
    },
  },
  {
    id: 'reconnect',
    words: 'its streams were closed and opened again, and others are open',
    needs: { streams: 2 },
    before: [...EVERY, CONNECTIONS_ROUTINE],
    async happen(t) {
      await (await t.account.transactions()).close();
      await t.account.transactions();
      await t.account.events();
    },
  },
  {
    id: 'refused-commands',
    words: 'commands of a stream were refused',
    needs: {},
    before: [ORDERS, STREAMS, CONNECTIONS_ROUTINE],
    async happen(t) {
      const events = await t.account.transactions();
      await events.subscribe('nonsense');
      await events.subscribe('instruments', [t.market.unknown]);
    },
  },
  {
    id: 'history-reads',
    words: 'its history was read',
    needs: { claims: ['orderHistory', 'dealHistory'] },
    before: TRADING,
    async happen(t) {
      await t.account.request('orderHistory');
      await t.account.request('dealHistory');
    },
  },
  {
    id: 'many-orders',
    words: 'many orders were placed at once',
    needs: {},
    before: TRADING,
    async happen(t) {
      const orders = await t.account.orders(MANY);
      const rejected = Array.from({ length: MANY_REJECTED }, () => placeToBeRejected(t));
      await Promise.all([...orders.map((order) => t.account.submit(order)), ...rejected]);
      await t.account.settleAll();
    },
  },
  {
    id: 'quiet-seconds',
    words: 'nothing happened for more than two seconds',
    needs: {},
    before: TRADING,
    waitMs: 2500,
    async happen(t) {
      await t.account.complete();
      await t.account.settle(await placeToBeRejected(t));
      await pause(2200, t.signal);
    },
  },
  {
    id: 'a-first-time',
    words: 'it was done before',
    needs: { streams: 3 },
    before: [...EVERY, BOOKINGS],
    happen: async () => undefined,
  },
];
