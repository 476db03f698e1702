// One trial of each control action: what shows its effect, and how it is undone. An action that is the inverse of another is tried with it.
import type { ControlActionName } from '../../profile/control/actions.js';
import { type Bench, FINAL, NotTried } from './bench.js';
import {
  addInstrument,
  doubled,
  exhaust,
  hmrPeriod,
  hmrStream,
  hold,
  isDone,
  limitOrders,
  market,
  price,
  stall,
  tradeMode,
  volumeMax,
} from './trial-runs.js';
import { idsOf, isRefused, opened, undone } from './trial-steps.js';

export interface Trial {
  /** The action that takes it back, where one does. */
  readonly inverse?: ControlActionName;
  /** Nothing takes it back: tried only on demand. */
  readonly isLasting?: true;
  /** Whether the effect was seen; undoes what it did, whatever happens. */
  readonly run: (bench: Bench) => Promise<boolean>;
}

export const TRIALS: Readonly<Record<ControlActionName, Trial>> = {
  'account.create': {
    isLasting: true,
    run: async (bench) => {
      const { account_id: accountId = '' } = await bench.perform('account.create');
      // Where a back office opens accounts they are there a while later.
      return bench.takesEffect(async () => (await bench.read('account', { accountId })) !== undefined);
    },
  },
  'account.restrict': {
    run: async (bench) => {
      const takesOrders = !(await isRefused(bench, await bench.order()));
      return undone(
        bench,
        () => bench.perform('account.restrict', { trade_mode: 'trading_disabled' }),
        // Accounts may show their mode late, or in words that nobody has bound yet; that orders are refused then says as much.
        async () =>
          (await tradeMode(bench)) === 'trading_disabled' ||
          (takesOrders && (await isRefused(bench, await bench.order()))),
        () => bench.perform('account.restrict', { trade_mode: 'normal', account_status: 'normal' }),
      );
    },
  },
  'account.deposit': {
    run: async (bench) => {
      const stream = await bench.stream();
      bench.subscribe(stream, 'transactions');
      await stream.next(({ kind }) => kind === 'trading_state_snapshot');
      const one = (1).toFixed(bench.profile.accounts.pool.at(-1)?.currencyDigits ?? 2);
      const deposit = (amount: string): Promise<boolean> =>
        bench.causes(stream, 'transaction_event', () => bench.perform('account.deposit', { kind: 'balance', amount }));
      const isSeen = await deposit(one);
      await deposit(`-${one}`);
      await stream.close();
      return isSeen;
    },
  },
  'instrument.add': { inverse: 'instrument.remove', run: addInstrument },
  'instrument.remove': { run: addInstrument },
  'instrument.update': {
    run: async (bench) => {
      const { name } = bench.instrument;
      const before = await volumeMax(bench);
      if (typeof before !== 'string') throw new NotTried('the conditions show no volume_max');
      const other = doubled(before);
      return undone(
        bench,
        () => bench.perform('instrument.update', { instrument: name, volume_max: other }),
        async () => Number(await volumeMax(bench)) === Number(other),
        () => bench.perform('instrument.update', { instrument: name, volume_max: before }),
      );
    },
  },
  'hmr.upsert': { inverse: 'hmr.remove', run: (bench) => hmrPeriod(bench, 'upsert') },
  'hmr.remove': { run: (bench) => hmrPeriod(bench, 'remove') },
  'hmr.flexible': {
    run: async (bench) => {
      const stream = await hmrStream(bench);
      const toggle = (enabled: string, withinMs?: number): Promise<boolean> =>
        bench.causes(stream, 'hmr_snapshot', () => bench.perform('hmr.flexible', { enabled }), withinMs);
      // Which of the two changes the status depends on what it was.
      const seen = [await toggle('true', MAY_CHANGE_NOTHING_MS), await toggle('false')];
      await stream.close();
      return seen.includes(true);
    },
  },
  'stream.drop': {
    run: async (bench) => {
      const stream = await bench.stream();
      await bench.perform('stream.drop');
      const isCut = await bench.takesEffect(async () => !stream.isOpen);
      if (!isCut) await stream.close();
      return isCut;
    },
  },
  'stream.stall': { inverse: 'stream.resume', run: (bench) => stall(bench) },
  'stream.resume': { run: (bench) => stall(bench) },
  'operation.hold': { inverse: 'operation.release', run: (bench) => hold(bench) },
  'operation.release': { run: (bench) => hold(bench) },
  'operation.fail': {
    run: async (bench) => {
      await bench.perform('operation.fail', { status: 'rejected', error_code: 'EXECUTION_REJECTED' });
      // Where it comes late, it meets a later operation.
      return bench.takesEffect(
        async () => (await bench.statusBecomes(bench.operationOf(await bench.order()), FINAL)) === 'rejected',
        'acting',
      );
    },
  },
  'operation.expire': {
    run: async (bench) => {
      const operationId = bench.operationOf(await bench.order());
      await bench.statusBecomes(operationId, FINAL);
      await bench.perform('operation.expire', { operation_id: operationId });
      return bench.takesEffect(async () => (await bench.status(operationId)) === 'gone');
    },
  },
  'idempotency.expire': { isLasting: true, run: (bench) => isDone(bench.perform('idempotency.expire')) },
  'clock.advance': {
    isLasting: true,
    run: (bench) => isDone(bench.perform('clock.advance', { ms: '1000' })),
  },
  'service.maintenance': {
    run: (bench) =>
      undone(
        bench,
        () => bench.perform('service.maintenance', { enabled: 'true' }),
        async () => isRefused(bench, await bench.order()),
        () => bench.perform('service.maintenance', { enabled: 'false' }),
      ),
  },
  'limits.exhaust': { inverse: 'limits.restore', run: exhaust },
  'limits.restore': { run: exhaust },
  'orders.limit': { inverse: 'orders.unlimit', run: limitOrders },
  'orders.unlimit': { run: limitOrders },
  'market.close': { run: (bench) => market(bench, 'market.close', { closed: 'true' }, { closed: 'false' }) },
  'market.quotes': { run: (bench) => market(bench, 'market.quotes', { available: 'false' }, { available: 'true' }) },
  'market.price': { isLasting: true, run: price },
  'account.reset': {
    // It takes away what other work has left on the account, too.
    isLasting: true,
    run: async (bench) => {
      await opened(bench, 'orders', () => bench.order());
      await bench.perform('account.reset');
      return bench.takesEffect(async () => {
        const { orders, positions } = await bench.state();
        return orders?.length === 0 && positions?.length === 0;
      });
    },
  },
  'order.cancel': {
    run: async (bench) => {
      const orderId = await opened(bench, 'orders', () => bench.order());
      await bench.perform('order.cancel', { order_id: orderId });
      return bench.takesEffect(async () => (await bench.state()).orders?.every(({ id }) => id !== orderId) ?? false);
    },
  },
  'order.fill': {
    run: async (bench) => {
      const orderId = await opened(bench, 'orders', () => bench.order());
      const before = idsOf(await bench.state(), 'positions');
      await bench.perform('order.fill', { order_id: orderId });
      return bench.takesEffect(async () => idsOf(await bench.state(), 'positions').some((id) => !before.includes(id)));
    },
  },
  'position.close': {
    run: async (bench) => {
      const positionId = await opened(bench, 'positions', () => bench.position());
      await bench.perform('position.close', { position_id: positionId });
      return bench.takesEffect(
        async () => (await bench.state()).positions?.every(({ id }) => id !== positionId) ?? false,
      );
    },
  },
};

/** One of two changes the status, and which is not known: the other shows nothing however long it is waited for. */
const MAY_CHANGE_NOTHING_MS = 4_000;
