// What an account holds before something happens to it: orders that the client has placed, and positions that came of them.
import type { PlaceInput } from '../../../toolkit/intents/index.js';
import { Undecided } from './ends.js';
import type { Stage } from './stage.js';

/** Has the client place that many resting orders, one after another; their identifiers, once they rest. Undecided where they do not. */
export async function resting(
  stage: Stage,
  count: number,
  order: Partial<PlaceInput> = {},
): Promise<readonly string[]> {
  const before = new Set(stage.inside().state.orders.map(({ id }) => id));
  const fresh = (): readonly string[] =>
    stage
      .inside()
      .state.orders.map(({ id }) => id)
      .filter((id) => !before.has(id));
  for (let placed = 1; placed <= count; placed += 1) {
    const task = stage.place(order);
    const rests = await stage.eventually(() => fresh().length >= placed || undefined);
    if (rests !== true) {
      const reply = task.replied;
      throw new Undecided(`no order of the client rests: ${reply === undefined ? 'no answer' : JSON.stringify(reply)}`);
    }
    // Its answer is waited for, so that the next intent finds a client at rest.
    await task.reply;
  }
  return fresh();
}

/** Turns resting orders into open positions, as the market would; the identifiers of the positions. */
export async function filled(stage: Stage, ...orders: readonly string[]): Promise<readonly string[]> {
  const before = new Set(stage.inside().state.positions.map(({ id }) => id));
  for (const order_id of orders) await stage.control('order.fill', { order_id });
  return stage
    .inside()
    .state.positions.map(({ id }) => id)
    .filter((id) => !before.has(id));
}
