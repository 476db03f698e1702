// Before the checks of a target: does it answer, how far is its clock, is one correct read accepted, does one correct handshake
// open, can it open accounts. What fails here is said once; the checks that rest on it are undecided with that cause.
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { isAccepted } from '../verdict/answer.js';
import { isWebPage, refusal } from './preflight-refusal.js';
import type { PreflightReport } from './preflight-report.js';
import { probeCreation } from './probe-creation.js';
import { probeQuota } from './probe-quota.js';
import { probeStream } from './probe-stream.js';
import { type Probed, readAccount } from './probed-target.js';
import { firstAccount, type LiveTarget, sendContext } from './target.js';

/** Answers whose Date headers bound the clock offset; each is one second wide. */
const READS = 2;

export async function preflight(target: Probed, signal: AbortSignal): Promise<PreflightReport> {
  const reading = probeReads(target, signal);
  const streaming = probeStream(target, reading, signal);
  const [reads, stream, created] = await Promise.all([
    reading,
    streaming,
    probeCreation(target, { reading, streaming }, signal),
    probeQuota(target, reading, signal),
  ]);
  // A first request that was slow on its way may have left too little of a small quota for the second.
  const last = reads.findLast((one) => one.answer?.status !== 429) ?? reads.at(-1);
  const evidence = [...reads.map((one) => one.record), stream.record];
  const clockOffsetMs = target.clock.offset.samples === 0 ? {} : { clockOffsetMs: target.clock.offset.ms };
  if (last === undefined || !isAccepted(last) || isWebPage(last)) {
    // The request first: the doctor explains requests.
    const asked = last === undefined ? [] : [last.invoke];
    return { ...refusal(target, last), ...clockOffsetMs, evidence: [...asked, ...evidence] };
  }
  return {
    outcome: 'ready',
    ...clockOffsetMs,
    ...(stream.refusal !== undefined && !isExpected(target) && { streams: stream.refusal }),
    ...(created !== undefined && { accounts: created }),
    ...(target.accountStreams.limit !== undefined && { streamsPerAccount: target.accountStreams.limit }),
    evidence,
  };
}

/** Whether the profile says that there are no streams yet. */
function isExpected({ profile }: Probed): boolean {
  return profile.notYet?.includes('streams') === true;
}

/** Whether a correct read is accepted just now. */
export async function isReadAccepted(
  target: Pick<LiveTarget, 'profile' | 'dialect' | 'http' | 'pace'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { id: accountId } = firstAccount(target);
  const { method, path } = target.dialect.request('account', { accountId });
  await target.pace.turn({ accountId, request: 'account' }, signal);
  const spec = { name: 'account', accountId, method, path, signal } as const;
  return isAccepted(await target.http.send(spec, sendContext(target, null)));
}

/** In turn, since the first shows whether the clocks agree. */
async function probeReads(target: Probed, signal: AbortSignal): Promise<readonly HttpExchange[]> {
  const account = firstAccount(target);
  const exchanges: HttpExchange[] = [];
  for (let n = 0; n < READS; n += 1) {
    const sentMs = Date.now();
    const exchange = await readAccount(target, account.id, signal);
    target.clock.observe(exchange.answer?.headers['date'], sentMs, Date.now());
    exchanges.push(exchange);
    if (exchange.answer === undefined) break;
  }
  return exchanges;
}
