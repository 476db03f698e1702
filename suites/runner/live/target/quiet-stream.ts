// A stream on which nothing happens, for what is to be seen of streams themselves (`resilience/stream-lifetimes.ts`).
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import { firstAccount, type LiveTarget, sendContext } from './target.js';

/** A stream of the first account that asks for nothing, if the account may have one more. */
export async function quietStream(
  target: Pick<LiveTarget, 'profile' | 'dialect' | 'streams' | 'pace' | 'accountStreams' | 'streamBudget'>,
  signal: AbortSignal,
): Promise<StreamConnection | undefined> {
  const { id: accountId } = firstAccount(target);
  const { accountStreams, pace, streams, streamBudget } = target;
  const release = await streamBudget.reserve(1, signal);
  if (!accountStreams.isFree(accountId)) {
    release();
    return undefined;
  }
  const giveBack = accountStreams.take(accountId);
  const free = (): void => {
    giveBack();
    release();
  };
  try {
    const { method, path } = target.dialect.request('eventsStream', { accountId });
    await pace.turn({ accountId, request: 'eventsStream' }, signal);
    const spec = { name: 'eventsStream', accountId, method, path, signal } as const;
    const { connection } = await streams.open(spec, sendContext(target, null));
    if (connection === undefined) free();
    else void connection.closed.then(free);
    return connection;
  } catch (error) {
    free();
    throw error;
  }
}
