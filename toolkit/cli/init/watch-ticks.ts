// The latest tick of each of a few instruments, as far as the ticks stream shows them within moments.
import { type LiveTarget, sendContext } from '../../../suites/runner/live/target/target.js';

export interface Quote {
  readonly bid: number;
  readonly ask: number;
}

const PATIENCE_MS = 3_000;

export async function watchTicks(
  target: LiveTarget,
  accountId: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Quote>> {
  const seen = new Map<string, Quote>();
  const { method, path } = target.dialect.request('ticksStream', { accountId });
  const spec = { name: 'ticksStream' as const, accountId, method, path, signal };
  const { connection } = await target.streams.open(spec, sendContext(target, null, 'suite'));
  if (connection === undefined) return seen;
  const command = target.dialect.ticksCommand({ instruments: names, commandId: '1' });
  if (command !== undefined) connection.send(command);
  await connection.next(
    (message) => {
      if (message.kind === 'tick') {
        const { instrument, bid, ask } = message.view;
        if (typeof bid === 'number' && typeof ask === 'number') seen.set(String(instrument), { bid, ask });
      }
      return names.every((name) => seen.has(name));
    },
    { withinMs: PATIENCE_MS, signal },
  );
  await connection.close();
  return seen;
}
