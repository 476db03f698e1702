// Before the checks of a target: does it answer, how far is its clock, is one correct read accepted, does one correct handshake
// open, can it open accounts. What fails here is said once; the checks that rest on it are undecided with that cause.
import type { ProfileAccount } from '../../../../toolkit/profile/profile.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { describeAnswer, isAccepted } from '../verdict/answer.js';
import { otherMoney } from './other-money.js';
import type { PreflightReport } from './preflight-report.js';
import { createAccount, type LiveTarget, sendContext } from './target.js';
import { BLANK } from './target-journal.js';

/** A target that is not there must be reported within 10 s. */
const PATIENCE_MS = 8_000;
/** Answers whose Date headers bound the clock offset; each is one second wide. */
const READS = 2;

type Probed = Pick<
  LiveTarget,
  'id' | 'profile' | 'dialect' | 'http' | 'streams' | 'clock' | 'control' | 'read' | 'journal'
>;

export async function preflight(target: Probed, signal: AbortSignal): Promise<PreflightReport> {
  const reading = probeReads(target, signal);
  const [reads, stream, created] = await Promise.all([
    reading,
    probeStream(target, signal),
    probeCreation(target, reading, signal),
  ]);
  // A first request that was slow on its way may have left too little of a small quota for the second.
  const last = reads.findLast((one) => one.answer?.status !== 429) ?? reads.at(-1);
  const evidence = [...reads.map((one) => one.record), stream.record];
  const clockOffsetMs = target.clock.offset.samples === 0 ? {} : { clockOffsetMs: target.clock.offset.ms };
  if (last === undefined || !isAccepted(last)) return { ...refusal(target, last), ...clockOffsetMs, evidence };
  return {
    outcome: 'ready',
    ...clockOffsetMs,
    ...(stream.refusal !== undefined && { streams: stream.refusal }),
    ...(created !== undefined && { accounts: created }),
    evidence,
  };
}

function refusal(target: Probed, exchange: HttpExchange | undefined): Pick<PreflightReport, 'outcome' | 'message'> {
  const { baseUrl } = target.profile;
  if (exchange?.answer === undefined) {
    const why = exchange?.error?.message ?? 'no request could be sent';
    return { outcome: 'unreachable', message: `nothing answers at ${baseUrl}: ${why}` };
  }
  const what = describeAnswer(exchange, target.read.error(exchange));
  const { method, path } = exchange.request;
  const advice =
    exchange.answer.status === 429
      ? 'lower limits.requestsPerSecond, or run when nobody else uses up the quota'
      : 'is it the right address, key and account?';
  return {
    outcome: 'refused',
    message: `${baseUrl} refuses a correctly signed read: ${method} ${path} was answered with ${what}; ${advice}`,
  };
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
  const timeoutMs = Math.min(PATIENCE_MS, target.profile.timing.answerMs);
  return target.http.send({ name: 'account', accountId, method, path, timeoutMs, signal }, sendContext(target, null));
}

async function probeStream(
  target: Probed,
  signal: AbortSignal,
): Promise<{ readonly record: number; readonly refusal?: string }> {
  const account = firstAccount(target);
  const prepared = target.dialect.request('eventsStream', { accountId: account.id });
  const { exchange, connection } = await target.streams.open(
    {
      name: 'eventsStream',
      accountId: account.id,
      method: prepared.method,
      path: prepared.path,
      timeoutMs: Math.min(PATIENCE_MS, target.profile.timing.answerMs),
      signal,
    },
    sendContext(target, null),
  );
  await connection?.close();
  if (connection !== undefined) return { record: exchange.record };
  const what = describeAnswer(exchange, target.read.error(exchange));
  return { record: exchange.record, refusal: `a correctly signed handshake of the events stream was refused: ${what}` };
}

async function probeCreation(
  target: Probed,
  reads: Promise<unknown>,
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
    const account = await createAccount(target, (name, params) => target.control.perform(name, params, signal));
    note(account, null);
    await reads;
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

function firstAccount(target: Probed): ProfileAccount {
  const [account] = target.profile.accounts.pool;
  if (account === undefined) throw new RangeError('accounts.pool: expected at least one account, got none');
  return account;
}
