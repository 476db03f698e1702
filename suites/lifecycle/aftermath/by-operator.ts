// Disturbances that the operator of a target brings about, or time: restrictions, bookings, outages, what expires.
// Set-up alone: nothing is judged here.
import { changeInstrument } from '../../words/streams/instrument-events.js';
import { addedInstrument, instrumentToChange } from '../../words/streams/instrument-to-change.js';
import { createdPeriod } from '../../words/streams/periods.js';
import { deposit } from '../../words/trading/deposit.js';
import { placeToBeRejected, placeToFail } from '../../words/trading/rejected-order.js';
import { BOOKINGS } from './bookings.js';
import { CONNECTIONS_ROUTINE } from './connections.js';
import { type Disturbance, EVERY, TRADING } from './disturbance.js';
import { FILLS } from './fills.js';
import { ORDERS } from './orders.js';
import { POSITIONS } from './positions.js';
import { STREAMS } from './streams.js';

const BOOKED = ['balance', 'null_compensation', 'swap_fee', 'admin_fee', 'dividend', 'svc_dollar'] as const;

export const BY_OPERATOR: readonly Disturbance[] = [
  {
    id: 'failure',
    words: 'an order failed in processing',
    needs: { control: ['operation.fail'] },
    before: TRADING,
    happen: async (t) => t.account.settle(await placeToFail(t)),
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
      await period.touch();
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
    id: 'held-operations',
    words: 'operations were held and then finished together',
    needs: { control: ['operation.hold', 'operation.release'] },
    before: [ORDERS, BOOKINGS],
    async happen(t) {
      const release = await t.under('operations-held');
      await t.account.submit({});
      await placeToBeRejected(t);
      await release();
      await t.account.settleAll();
    },
  },
  {
    id: 'expired-statuses',
    words: 'the statuses of ended operations were forgotten',
    needs: { control: ['operation.expire'] },
    before: [ORDERS],
    async happen(t) {
      for (const placed of [await t.account.place(), await placeToBeRejected(t)]) {
        await t.account.settle(placed);
        await t.control('operation.expire', { account_id: t.account.id, operation_id: placed.operationId });
      }
    },
  },
  {
    id: 'expired-keys',
    words: 'the keys that were used were forgotten',
    needs: { control: ['idempotency.expire'] },
    before: [ORDERS, POSITIONS],
    async happen(t) {
      await t.account.settle(await t.account.place());
      await t.account.settle(await placeToBeRejected(t));
      await t.control('idempotency.expire', { account_id: t.account.id });
    },
  },
  {
    id: 'absent-quotes',
    words: 'the instrument had no quotes for a while',
    needs: { control: ['market.quotes'] },
    before: [POSITIONS, FILLS],
    async happen(t) {
      const quoted = await t.under('no-quotes');
      await t.account.submit({});
      await quoted();
    },
  },
  {
    id: 'reached-order-limit',
    words: 'it could have no more pending orders for a while',
    needs: { control: ['orders.limit', 'orders.unlimit'] },
    before: [ORDERS],
    async happen(t) {
      const account = { account_id: t.account.id };
      await t.control('orders.limit', { ...account, count: '1' });
      const lift = t.cleanup(() => t.control('orders.unlimit', account));
      for (let turn = 0; turn < 2; turn += 1) await t.account.submit({});
      await t.account.settleAll();
      await lift();
    },
  },
  {
    id: 'stalled-streams',
    words: 'its streams stood still for a while',
    needs: { control: ['stream.stall', 'stream.resume'] },
    before: [ORDERS, STREAMS, CONNECTIONS_ROUTINE],
    async happen(t) {
      await t.account.transactions();
      const resume = await t.under('streams-stalled');
      await t.account.submit({});
      await resume();
      await t.account.settleAll();
    },
  },
  {
    id: 'cut-streams',
    words: 'its streams were cut',
    needs: { streams: 2, control: ['stream.drop'] },
    before: [POSITIONS, STREAMS, BOOKINGS, CONNECTIONS_ROUTINE],
    async happen(t) {
      await t.account.transactions();
      await t.account.submit({});
      await t.control('stream.drop', { account_id: t.account.id });
    },
  },
];
