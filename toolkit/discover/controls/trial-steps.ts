// What several trials do alike: open something to act upon, have an action take effect and take it back, see an order refused.
import type { TradingStateView } from '../../profile/dialect/views.js';
import type { HttpExchange } from '../../wire/exchange.js';
import { type Bench, FINAL, NotTried } from './bench.js';

/** What came to be open by this, identified by what was there before; where a state lags behind results it is looked at again. */
export async function opened(
  bench: Bench,
  of: 'orders' | 'positions',
  ask: () => Promise<HttpExchange>,
): Promise<string> {
  const before = idsOf(await bench.state(), of);
  await bench.statusBecomes(bench.operationOf(await ask()), FINAL);
  let [id]: readonly string[] = [];
  await bench.eventually(async () => {
    [id] = idsOf(await bench.state(), of).filter((one) => !before.includes(one));
    return id !== undefined;
  });
  if (id === undefined) throw new NotTried(`what was opened for the trial is not among the open ${of}`);
  return id;
}

export function idsOf(state: TradingStateView, of: 'orders' | 'positions'): readonly string[] {
  return (state[of] ?? []).flatMap(({ id }) => id ?? []);
}

/** Whether the effect was seen. It is gone before anything else is tried: an action may overtake the one that takes it back. */
export async function undone(
  bench: Bench,
  act: () => Promise<unknown>,
  holds: () => Promise<boolean>,
  undo: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act();
    return await bench.takesEffect(holds, 'acting');
  } finally {
    await undo();
    // What cannot be told is taken for gone.
    const isGone = await bench.eventually(async () => !(await holds()), undefined, 'acting').catch(() => true);
    if (!isGone) await undo();
  }
}

/** At once, or in the end. */
export async function isRefused(bench: Bench, exchange: HttpExchange): Promise<boolean> {
  if (exchange.answer?.status !== 202) return (exchange.answer?.status ?? 0) >= 400;
  return (await bench.statusBecomes(bench.operationOf(exchange), FINAL)) !== 'success';
}
