// Before the checks of a target: does it answer, how far is its clock, is one correct read accepted, does one correct handshake
// open, can it open accounts. What fails here is said once; the checks that rest on it are undecided with that cause.
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import type { QuotaView } from '../../../../toolkit/profile/dialect/views.js';
import type { ProfileAccount } from '../../../../toolkit/profile/profile.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import type { OpenedStream } from '../../../../toolkit/wire/streams/stream-client.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import { tlsAdvice } from '../../../../toolkit/wire/tls-advice.js';
import { describeAnswer, isAccepted } from '../verdict/answer.js';
import { knownQuota } from '../weather/gate.js';
import { MOST_STREAMS, streamsPerAccount } from '../weather/stream-probe.js';
import { waitedOut } from '../weather/waiting-out.js';
import { NOTHING_THERE } from './built-parts.js';
import { otherMoney } from './other-money.js';
import type { PreflightReport } from './preflight-report.js';
import { createAccount, firstAccount, type LiveTarget, sendContext } from './target.js';
import { BLANK } from './target-journal.js';

/** A target that is not there must be reported within 10 s. */
const PATIENCE_MS = 8_000;
/** Answers whose Date headers bound the clock offset; each is one second wide. */
const READS = 2;

type Probed = Pick<
  LiveTarget,
  | 'id'
  | 'profile'
  | 'dialect'
  | 'http'
  | 'streams'
  | 'clock'
  | 'control'
  | 'read'
  | 'journal'
  | 'pace'
  | 'hopeless'
  | 'accountStreams'
  | 'freshAccounts'
> & {
  /** Whether it is known already that one account may have as many streams as any check needs. */
  readonly hasManyStreams: boolean;
};

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

function refusal(
  target: Probed,
  exchange: HttpExchange | undefined,
): Pick<PreflightReport, 'outcome' | 'message' | 'advice'> {
  const { baseUrl } = target.profile;
  if (exchange?.error?.code === 'tls') {
    const { message } = exchange.error;
    return {
      outcome: 'unreachable',
      message: `no request can be sent to ${baseUrl}: ${message}`,
      advice: tlsAdvice(message),
    };
  }
  if (exchange?.answer === undefined) {
    const why = exchange?.error?.message ?? 'no request could be sent';
    const advice = 'start the target, or correct baseUrl in the profile, and run again';
    return { outcome: 'unreachable', message: `nothing answers at ${baseUrl}: ${why}`, advice };
  }
  const what = describeAnswer(exchange, target.read.error(exchange));
  const { method, path } = exchange.request;
  const first = `implement ${method} ${path} first (interface 4.4): everything rests on this read`;
  if (isWebPage(exchange)) {
    const message = `${baseUrl} answers like a web server, not like this interface: ${method} ${path} was answered with a page (${what})`;
    return { outcome: 'refused', message, advice: `correct baseUrl in the profile, or ${first}` };
  }
  if (NOTHING_THERE.includes(exchange.answer.status)) {
    const message = `${baseUrl} answers, and is not built yet: ${method} ${path} was answered with ${what}`;
    return {
      outcome: 'refused',
      message,
      advice: `${first}; if it is there, correct baseUrl or accounts.pool in the profile`,
    };
  }
  const advice =
    exchange.answer.status === 429
      ? 'lower limits.requestsPerSecond, or run when nobody else uses up the quota'
      : 'is it the right address, key and account? `tsi init --probe --profile FILE` tries what else it may be';
  const message = `${baseUrl} refuses a correctly signed read: ${method} ${path} was answered with ${what}`;
  return { outcome: 'refused', message: `${message}; ${advice}`, advice };
}

/** No body of the interface is shown, but none is a page for people. */
function isWebPage({ answer }: HttpExchange): boolean {
  return answer?.body === undefined && /^text\/html\b/i.test(answer?.headers['content-type'] ?? '');
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

function readAccount(target: Probed, accountId: string, signal: AbortSignal): Promise<HttpExchange> {
  const { method, path } = target.dialect.request('account', { accountId });
  return send(target, { name: 'account', accountId, method, path }, signal);
}

/** A connection may be cut for reasons of its own; so often in a row it is the target's. */
const CUTS = 3;

async function send(target: Probed, spec: RequestSpec, signal: AbortSignal): Promise<HttpExchange> {
  for (let tries = 1; ; tries += 1) {
    const { exchange } = await throughWeather(target, bounded(target, spec, signal), async (one) => ({
      exchange: await target.http.send(one, sendContext(target, null)),
    }));
    if (exchange.error?.code !== 'reset' || tries === CUTS) return exchange;
  }
}

function bounded({ profile }: Probed, spec: RequestSpec, signal: AbortSignal): RequestSpec {
  return { ...spec, timeoutMs: Math.min(PATIENCE_MS, profile.timing.answerMs), signal };
}

/** What a target says that is not to be had just now is waited out here too, as far as its absence must not be reported late. */
function throughWeather<Sent extends { readonly exchange: HttpExchange }>(
  { pace, hopeless }: Probed,
  spec: RequestSpec,
  attempt: (spec: RequestSpec) => Promise<Sent>,
): Promise<Sent> {
  return waitedOut(spec, attempt, {
    pace,
    hopeless,
    signal: spec.signal ?? AbortSignal.timeout(PATIENCE_MS),
    isMeant: () => false,
    onSecondKey: () => undefined,
    offTheClock: (waiting) => waiting,
    longestMs: PATIENCE_MS,
  });
}

/** Does a stream open, and how many may one account have. */
async function probeStream(
  target: Probed,
  reading: Promise<unknown>,
  signal: AbortSignal,
): Promise<{ readonly record: number; readonly isOpen: boolean; readonly refusal?: string }> {
  const { id: accountId } = firstAccount(target);
  const { method, path } = target.dialect.request('eventsStream', { accountId });
  const spec = bounded(target, { name: 'eventsStream', accountId, method, path }, signal);
  const open = (): Promise<OpenedStream> =>
    throughWeather(target, spec, (one) => target.streams.open(one, sendContext(target, null)));
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

/** A quota that the target shows is kept to from the start (interface 7.1, rule 2). */
async function probeQuota(target: Probed, reads: Promise<readonly HttpExchange[]>, signal: AbortSignal): Promise<void> {
  if ((await reads).at(-1)?.answer === undefined) return;
  const { id: accountId } = firstAccount(target);
  const asked = quotaRequest(target, accountId);
  if (asked === undefined) return;
  const { answer } = await send(target, { name: 'limits', accountId, ...asked }, signal);
  if (answer?.body === undefined || answer.status >= 300) return;
  const quota = knownQuota(readQuota(target, answer.body));
  if (quota !== undefined) target.pace.bind('placeOrder', quota);
}

/** A dialect that fails on it fails the check that reads the limits, not the run. */
function quotaRequest({ dialect }: Probed, accountId: string): Pick<RequestSpec, 'method' | 'path'> | undefined {
  try {
    const { method, path } = dialect.request('limits', { accountId });
    return { method, path };
  } catch {
    return undefined;
  }
}

/** The same for what it reads. */
function readQuota({ dialect }: Probed, body: JsonValue): QuotaView | undefined {
  try {
    return dialect.readQuota(body);
  } catch {
    return undefined;
  }
}

async function probeCreation(
  target: Probed,
  {
    reading,
    streaming,
  }: { readonly reading: Promise<readonly HttpExchange[]>; readonly streaming: Promise<{ readonly isOpen: boolean }> },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!target.control.has('account.create')) return undefined;
  const note = (result: ProfileAccount | null, error: { code: string; message: string } | null): number =>
    target.journal.append({
      ...BLANK,
      kind: 'control',
      check: null,
      account: result?.id ?? null,
      parsed: { action: 'account.create', result: result === null ? null : { account_id: result.id } },
      error,
      cause: null,
    });
  try {
    const [reads, { isOpen }] = await Promise.all([reading, streaming]);
    const account = await createAccount(target, (name, params) => target.control.perform(name, params, signal));
    note(account, null);
    // What the accounts of the pool are refused, another would be as well.
    const last = reads.at(-1);
    if (last !== undefined && isAccepted(last)) await target.freshAccounts.first(account.id, isOpen, signal);
    return await otherMoneyOf(target, account, signal);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    note(null, { code: 'control-failed', message });
    return `control action account.create failed, so the accounts of the pool are used: ${message}`;
  }
}

async function otherMoneyOf(target: Probed, asked: ProfileAccount, signal: AbortSignal): Promise<string | undefined> {
  const { answer } = await readAccount(target, asked.id, signal);
  if (answer?.body === undefined || answer.status >= 300) return undefined;
  return otherMoney(asked, target.dialect.readAccount(answer.body));
}
