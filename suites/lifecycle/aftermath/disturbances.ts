// What may happen on an account before an ordinary day goes on: each leaves something behind in a service that is careless.
// Set-up alone: nothing is judged here.
import { compare, parseDecimal } from '../../../toolkit/decimal/index.js';
import { damageOf } from '../../../toolkit/wire/damage/library.js';
import { pause } from '../../../toolkit/wire/pause.js';
import type { Needs } from '../../runner/check.js';
import type { CheckContext } from '../../runner/context.js';
import { figureOf } from '../../words/figures.js';
import { changeInstrument } from '../../words/streams/instrument-events.js';
import { addedInstrument, instrumentToChange } from '../../words/streams/instrument-to-change.js';
import { createdPeriod } from '../../words/streams/periods.js';
import { cancelled } from '../../words/trading/cancelled.js';
import { deposit } from '../../words/trading/deposit.js';
import { partedVolume } from '../../words/trading/parted-volume.js';
import { placeToBeRejected, placeToFail } from '../../words/trading/rejected-order.js';
import { BOOKINGS } from './bookings.js';
import { CONNECTIONS_ROUTINE } from './connections.js';
import { FILLS } from './fills.js';
import { ORDERS } from './orders.js';
import { POSITIONS } from './positions.js';
import { READS } from './reads.js';
import type { Routine } from './routine.js';
import { STREAMS } from './streams.js';

export interface Disturbance {
  /** Ends the ids of its checks. */
  readonly id: string;
  readonly words: string;
  readonly needs: Needs;
  readonly happen: (t: CheckContext) => Promise<unknown>;
  /** Before which routines. */
  readonly before: readonly Routine[];
  readonly waitMs?: number;
}

const TRADING = [ORDERS, POSITIONS, FILLS] as const;
const EVERY = [ORDERS, POSITIONS, STREAMS, READS] as const;

const BOOKED = ['balance', 'null_compensation', 'swap_fee', 'admin_fee', 'dividend', 'svc_dollar'] as const;

/**
 * Together more than 32, where counters and rings of a service may end; so many stay open that an account which may
 * hold 40 has room left.
 */
const MANY = 24;
const MANY_REJECTED = 12;

export const DISTURBANCES: readonly Disturbance[] = [
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
    id: 'failure',
    words: 'an order failed in processing',
    needs: { control: ['operation.fail'] },
    before: TRADING,
    happen: async (t) => t.account.settle(await placeToFail(t)),
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
    id: 'closed-session',
    words: 'the session of the instrument was closed for a while',
    needs: { control: ['market.close'] },
    before: TRADING,
    async happen(t) {
      const open = await t.under('session-closed');
      await t.account.submit({});
      await open();
    },
  },
  {
    id: 'lifted-restriction',
    words: 'trading was disabled for a while',
    needs: { control: ['account.restrict'] },
    before: EVERY,
    async happen(t) {
      const lift = await t.under('trading-disabled');
      await t.account.submit({});
      await lift();
    },
  },
  {
    id: 'close-only',
    words: 'the account was close only for a while',
    needs: { control: ['account.restrict'] },
    before: [POSITIONS, FILLS],
    async happen(t) {
      const lift = await t.under('close-only');
      await t.account.submit({});
      await lift();
    },
  },
  {
    id: 'exhausted-quota',
    words: 'the quota was used up twice, and there was quota again',
    needs: { claims: ['quota'], control: ['limits.exhaust', 'limits.restore'] },
    before: TRADING,
    async happen(t) {
      for (let turn = 0; turn < 2; turn += 1) {
        const restore = await t.under('quota-exhausted');
        await t.account.submit({});
        await restore();
      }
    },
  },
  {
    id: 'changed-conditions',
    words: 'instruments were created, changed and deleted',
    needs: { control: ['instrument.update', 'instrument.add', 'instrument.remove'] },
    before: EVERY,
    async happen(t) {
      await changeInstrument(t, await instrumentToChange(t));
      await (await addedInstrument(t)).remove();
    },
  },
  {
    id: 'hmr-periods',
    words: 'HMR periods came, changed and went',
    needs: { control: ['hmr.upsert', 'hmr.remove', 'hmr.flexible'] },
    before: EVERY,
    async happen(t) {
      const period = await createdPeriod(t);
      await period.change();
      await period.remove();
      await (await t.under('flexible-hmr'))();
    },
  },
  {
    id: 'bookings',
    words: 'the platform booked every kind of balance transaction',
    needs: { control: ['account.deposit'] },
    before: [...TRADING, BOOKINGS, CONNECTIONS_ROUTINE],
    async happen(t) {
      for (const kind of BOOKED) await deposit(t, kind.endsWith('fee') ? '-1' : '3', { kind });
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
    id: 'fill',
    words: 'pending orders were executed',
    needs: { claims: ['positions'], control: ['order.fill'] },
    before: TRADING,
    async happen(t) {
      for (const side of ['buy', 'sell'] as const) {
        const { orderId } = await t.account.openOrder({ side });
        await t.control('order.fill', { account_id: t.account.id, order_id: orderId });
      }
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
