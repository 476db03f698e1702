// Preflight of the streams: does one open, and how many may one account have (interface 4.5 states no number).
import type { RequestSpec } from '../../../../toolkit/wire/exchange.js';
import type { OpenedStream } from '../../../../toolkit/wire/streams/stream-client.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import { MOST_STREAMS, streamsPerAccount } from '../resilience/stream-probe.js';
import { describeAnswer } from '../verdict/answer.js';
import { NOTHING_THERE } from './built-parts.js';
import { bounded, type Probed, withRetries } from './probed-target.js';
import { firstAccount, sendContext } from './target.js';

export interface ProbedStream {
  readonly record: number;
  readonly isOpen: boolean;
  /** Why none opened. */
  readonly refusal?: string;
}

export async function probeStream(
  target: Probed,
  reading: Promise<unknown>,
  signal: AbortSignal,
): Promise<ProbedStream> {
  const { id: accountId } = firstAccount(target);
  const { method, path } = target.dialect.request('eventsStream', { accountId });
  const spec = bounded(target, { name: 'eventsStream', accountId, method, path }, signal);
  const open = (): Promise<OpenedStream> =>
    withRetries(target, spec, (one) => target.streams.open(one, sendContext(target, null)));
  const { exchange, connection } = await openedInTime(target, reading, open);
  if (connection !== undefined) {
    if (target.hasManyStreams) await connection.close();
    else await learnStreams(target, connection, { spec, open }, signal);
    return { record: exchange.record, isOpen: true };
  }
  // What is not built yet is the one cause of each check that waits for it.
  if (NOTHING_THERE.includes(exchange.answer?.status ?? 0)) return { record: exchange.record, isOpen: false };
  const what = describeAnswer(exchange, target.read.error(exchange));
  return {
    record: exchange.record,
    isOpen: false,
    refusal: `a correctly signed handshake of the events stream was refused: ${what}`,
  };
}

/** The first goes out before the clocks are known to differ, as the first read does; one that was refused then is sent once more. */
async function openedInTime(
  { clock }: Probed,
  reading: Promise<unknown>,
  open: () => Promise<OpenedStream>,
): Promise<OpenedStream> {
  const offsetMs = clock.offset.ms;
  const first = await open();
  if (first.connection !== undefined) return first;
  await reading;
  return clock.offset.ms === offsetMs ? first : open();
}

/** Closes `first` at the end. */
async function learnStreams(
  target: Probed,
  first: StreamConnection,
  { spec, open }: { readonly spec: RequestSpec; readonly open: () => Promise<OpenedStream> },
  signal: AbortSignal,
): Promise<void> {
  const { connections, connectionsPerAccount = MOST_STREAMS } = target.profile.limits;
  const openAtOnce = async (): Promise<OpenedStream> => {
    await target.pace.turn({ accountId: spec.accountId, request: 'eventsStream' }, signal);
    return target.streams.open(spec, sendContext(target, null));
  };
  const most = Math.min(MOST_STREAMS, connections, connectionsPerAccount);
  const limit = await streamsPerAccount(first, { open, openAtOnce }, most);
  if (limit !== undefined) target.accountStreams.learn(limit);
}
