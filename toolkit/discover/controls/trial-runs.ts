// How control actions that need several steps are tried: what is done, what shows its effect, and what takes it back.
import type { JsonValue } from '../../payload/json.js';
import { type Bench, NotTried } from './bench.js';
import { isRefused, opened, undone } from './trial-steps.js';

/** Where nothing on the wire shows the effect at once, the answer must do. */
export async function isDone(performed: Promise<unknown>): Promise<true> {
  await performed;
  return true;
}

export async function tradeMode(bench: Bench): Promise<string | undefined> {
  const body = await bench.read('account');
  const word = body === undefined ? undefined : bench.dialect.readAccount(body).tradeMode;
  return word === undefined ? undefined : bench.dialect.meaning('tradeMode', word);
}

export async function volumeMax(bench: Bench): Promise<JsonValue | undefined> {
  const body = await bench.read('conditions', { instrument: bench.instrument.name });
  return body === undefined ? undefined : bench.dialect.readConditions(body).volumeMax;
}

/** With the same decimals, so that it stays on the step. */
export function doubled(volume: string): string {
  return (Number(volume) * 2).toFixed(volume.split('.')[1]?.length ?? 0);
}

export async function addInstrument(bench: Bench): Promise<boolean> {
  const { instrument } = await bench.perform('instrument.add');
  if (instrument === undefined) return false;
  const isListed = async (): Promise<boolean> => {
    const body = await bench.read('instruments');
    return body !== undefined && (bench.dialect.readInstruments(body) ?? []).includes(instrument);
  };
  const wasAdded = await bench.takesEffect(isListed);
  await bench.perform('instrument.remove', { instrument });
  return wasAdded && bench.takesEffect(async () => !(await isListed()));
}

export async function hmrStream(bench: Bench): Promise<Awaited<ReturnType<Bench['stream']>>> {
  const stream = await bench.stream();
  bench.subscribe(stream, 'hmr', [bench.instrument.name]);
  await stream.next(({ kind }) => kind === 'hmr_snapshot');
  return stream;
}

export async function hmrPeriod(bench: Bench, part: 'upsert' | 'remove'): Promise<boolean> {
  const stream = await hmrStream(bench);
  let id = '';
  const wasAdded = await bench.causes(stream, 'hmr_update', async () => {
    id = (await bench.perform('hmr.upsert', { instruments: bench.instrument.name }))['period_id'] ?? '';
  });
  const wasRemoved = await bench.causes(stream, 'hmr_update', () => bench.perform('hmr.remove', { period_id: id }));
  await stream.close();
  return part === 'upsert' ? wasAdded : wasRemoved;
}

export async function stall(bench: Bench): Promise<boolean> {
  const stream = await bench.stream();
  bench.subscribe(stream, 'account_state');
  await stream.next(({ kind }) => kind === 'account_state_event');
  const isQuiet = await bench.silences(stream, 'account_state_event', () => bench.perform('stream.stall'));
  const isBack = await bench.causes(stream, 'account_state_event', () => bench.perform('stream.resume'));
  await stream.close();
  return isQuiet && isBack;
}

export async function hold(bench: Bench): Promise<boolean> {
  let operationId = '';
  const isHeld = await undone(
    bench,
    () => bench.perform('operation.hold'),
    async () => {
      const one = bench.operationOf(await bench.order());
      // What the status of an unfinished operation shows is left open, a 404 included; what it is not is final.
      const isOneHeld = !(await bench.becomesFinal(one, HELD_MS));
      if (isOneHeld && operationId === '') operationId = one;
      return isOneHeld;
    },
    () => bench.perform('operation.release'),
  );
  return isHeld && (await bench.statusBecomes(operationId, ['success'])) === 'success';
}

/** An operation that is not final for so long is taken for held. */
const HELD_MS = 2_000;

export function exhaust(bench: Bench): Promise<boolean> {
  return undone(
    bench,
    () => bench.perform('limits.exhaust'),
    async () => (await bench.order('counts')).answer?.status === 429,
    () => bench.perform('limits.restore'),
  );
}

/** As many as there are, so that one more is refused. */
export async function limitOrders(bench: Bench): Promise<boolean> {
  await opened(bench, 'orders', () => bench.order());
  const count = String((await bench.state()).orders?.length ?? 1);
  return undone(
    bench,
    () => bench.perform('orders.limit', { count }),
    async () => isRefused(bench, await bench.order()),
    () => bench.perform('orders.unlimit'),
  );
}

/** A market execution is refused while the market is not there. */
export function market(
  bench: Bench,
  name: 'market.close' | 'market.quotes',
  away: Readonly<Record<string, string>>,
  back: Readonly<Record<string, string>>,
): Promise<boolean> {
  const instrument = bench.instrument.name;
  return undone(
    bench,
    () => bench.perform(name, { instrument, ...away }),
    async () => isRefused(bench, await bench.position()),
    () => bench.perform(name, { instrument, ...back }),
  );
}

/** The price that is set is the one that is there, so that no order of anybody is met. */
export async function price(bench: Bench): Promise<boolean> {
  const stream = await bench.stream('ticksStream');
  const command = bench.dialect.ticksCommand({ instruments: [bench.instrument.name], commandId: '1' });
  if (command !== undefined) stream.send(command);
  const tick = await stream.next(
    (message) => message.kind === 'tick' && message.view.instrument === bench.instrument.name,
  );
  if (tick?.kind !== 'tick') throw new NotTried('no tick of the instrument came');
  const { bid, ask } = tick.view;
  const params = { instrument: bench.instrument.name, bid: String(bid), ask: String(ask) };
  const isSeen = await bench.causes(stream, 'tick', () => bench.perform('market.price', params));
  await stream.close();
  return isSeen;
}
