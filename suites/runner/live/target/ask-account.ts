// Whether a fresh account is there yet: a correct read of it, and a correct handshake, as `account/fresh-accounts.ts` asks them.
import type { RequestName } from '../../../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import type { AskAccount } from '../account/fresh-accounts.js';
import { waitedOut } from '../resilience/waiting-out.js';
import { isAccepted } from '../verdict/answer.js';
import { type LiveTarget, sendContext } from './target.js';

type Asked = Pick<LiveTarget, 'dialect' | 'http' | 'streams' | 'streamBudget' | 'pace' | 'hopeless'>;

/** An account that is not known, or that the key may not use; anything else says nothing about that. */
const NOT_THERE: readonly number[] = [400, 401, 403, 404, 409];
/** What is asked must not wait long for what passes, nor for streams that checks hold. */
const LONGEST_MS = 5_000;
const STREAM_MS = 1_000;

export function askAccount(target: Asked): Readonly<Record<'read' | 'stream', AskAccount>> {
  return {
    read: (accountId, signal) =>
      asked(target, { name: 'account', accountId, signal }, async (spec) => ({
        exchange: await target.http.send(spec, sendContext(target, null)),
      })),
    stream: async (accountId, signal) => {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(STREAM_MS)]);
      const release = await target.streamBudget.reserve(1, patience).catch(() => undefined);
      if (release === undefined) return undefined;
      try {
        return await asked(target, { name: 'eventsStream', accountId, signal }, async (spec) => {
          const opened = await target.streams.open(spec, sendContext(target, null));
          await opened.connection?.close();
          return opened;
        });
      } finally {
        release();
      }
    },
  };
}

interface Question {
  readonly name: RequestName;
  readonly accountId: string;
  readonly signal: AbortSignal;
}

async function asked(
  { dialect, pace, hopeless }: Asked,
  { name, accountId, signal }: Question,
  send: (spec: RequestSpec) => Promise<{ readonly exchange: HttpExchange }>,
): Promise<boolean | undefined> {
  const { method, path } = dialect.request(name, { accountId });
  const { exchange } = await waitedOut({ name, accountId, method, path, signal }, send, {
    pace,
    hopeless,
    signal,
    isMeant: () => false,
    onSecondKey: () => undefined,
    offTheClock: (waiting) => waiting,
    longestMs: LONGEST_MS,
  });
  if (isAccepted(exchange)) return true;
  return NOT_THERE.includes(exchange.answer?.status ?? 0) ? false : undefined;
}
