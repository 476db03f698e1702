// How the requests of one check get through: at the pace of the target, again where it could not be reached for a while, where a lock fell
// on them (`lock-outs.ts`), and signed anew where they may have been too old on arrival. What came is noted for whoever decides.
import { isMutating } from '../../../../toolkit/profile/dialect/dialect.js';
import { type PartName, partOf } from '../../../../toolkit/profile/parts.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import type { KeyUses } from '../account/key-uses.js';
import { saysNothingThere } from '../target/built-parts.js';
import type { LiveTarget } from '../target/target.js';
import type { CheckJournal } from '../target/target-journal.js';
import { isAccepted, THROTTLING } from '../verdict/answer.js';
import type { SentRequests } from '../verdict/sent-requests.js';
import type { CheckTally } from '../verdict/tally.js';
import { LOCKED } from './lock-outs.js';
import type { Provoked } from './provoked.js';
import { waitedOut } from './waiting-out.js';

/** The parts of a check that its requests read and write. */
export interface SendingCheck {
  readonly target: LiveTarget;
  readonly journal: CheckJournal;
  readonly tally: CheckTally;
  readonly sent: SentRequests;
  readonly keyUses: KeyUses;
  /** Parts of which a sound request was answered as if they were not there. */
  readonly notFound: Map<PartName, readonly number[]>;
  readonly opened: ReadonlySet<string>;
  readonly notThere: number[];
  readonly signal: AbortSignal;
  offTheClock<T>(waiting: Promise<T>): Promise<T>;
}

/** The target may lock again while a request is repeated. */
const LOCKED_TRIES = 4;

/** The width of the timestamp window is not shown (interface 8, other limits, rule 2); no service is taken to be stricter than this. */
const STALE_MS = 1_000;
const STALE_TRIES = 3;
/** Who waits that long for a refusal each time cannot tell a stale timestamp from what the check is about. */
const SURELY_STALE_MS = 4_000;
/** Statuses of an account that is not there, or not open to the key. */
const NOT_THERE = [401, 403, 404];
/** Statuses of a timestamp that is too old: some services call it a defect of the request. */
const REFUSED_WHEN_STALE = [400, 401, 403];

export class Sending {
  readonly #check: SendingCheck;
  readonly #provoked: Provoked;

  /** `provoked`: what the check brought about itself, which is its subject and no transient failure. */
  constructor(check: SendingCheck, provoked: Provoked) {
    this.#check = check;
    this.#provoked = provoked;
  }

  /** Sends at the pace of the target, and again where it could not be reached for a while. */
  async through<Sent extends { readonly exchange: HttpExchange }>(
    spec: RequestSpec,
    send: (spec: RequestSpec) => Promise<Sent>,
  ): Promise<Sent> {
    const { pace, hopeless } = this.#check.target;
    const waiting = {
      pace,
      hopeless,
      signal: spec.signal ?? this.#check.signal,
      isMeant: (exchange: HttpExchange, tries: number) => this.#isMeant(exchange, tries),
      onSecondKey: (exchange: HttpExchange) => this.#countThrottled(exchange),
      offTheClock: <T>(waiting: Promise<T>) => this.#check.offTheClock(waiting),
    };
    let sent = await waitedOut(spec, send, waiting);
    for (let again = 0; again < LOCKED_TRIES && (await this.#wasLockedOut(sent.exchange)); again += 1) {
      sent = await waitedOut(spec, send, waiting);
    }
    for (let again = 0; again < STALE_TRIES && this.#isWorthSigning(sent.exchange); again += 1) {
      const { idempotencyKey } = sent.exchange;
      sent = await waitedOut(isMutating(spec.name) ? { ...spec, idempotencyKey } : spec, send, waiting);
    }
    if (this.#isStale(sent.exchange, SURELY_STALE_MS)) this.#check.tally.slow.push(sent.exchange.record);
    if (isMutating(spec.name)) this.#check.keyUses.add(sent.exchange, performance.now());
    this.#takeForAnswer(sent.exchange);
    this.#watch(sent.exchange);
    return sent;
  }

  #isMeant(exchange: HttpExchange, tries: number): boolean {
    if (this.#provoked.explains(exchange, this.#check.target.read.error(exchange))) return true;
    if (this.#provoked.replaces(exchange, tries)) {
      this.#check.tally.provoke(exchange.answer?.status ?? 0);
      return true;
    }
    if (!this.#provoked.isLasting && exchange.answer !== undefined) {
      this.#check.target.unprovoked.met(exchange.answer.status);
    }
    return false;
  }

  /** What was tried to the end and met at no other time is the answer to what the check has brought about. */
  #takeForAnswer(exchange: HttpExchange): void {
    const status = exchange.answer?.status ?? 0;
    if (!THROTTLING.includes(status) || !this.#provoked.isLasting || this.#check.signal.aborted) return;
    if (!this.#check.target.unprovoked.has(status)) this.#check.tally.takeForProvoked(status);
  }

  /** Whether a lock refused it, which has been waited out then. */
  async #wasLockedOut(exchange: HttpExchange): Promise<boolean> {
    const { lockOuts, read } = this.#check.target;
    const { answer } = exchange;
    const isSound = isSoundRequest(exchange);
    if (isSound && isAccepted(exchange)) lockOuts.sound();
    if (answer === undefined || !LOCKED.includes(answer.status)) return false;
    if (answer.status === 401) lockOuts.refused();
    const { code, message } = read.error(exchange);
    if ([code, message].some((one) => typeof one === 'string' && one.startsWith('ACCOUNT_'))) return false;
    return lockOuts.maySuspect(isSound) && this.#check.offTheClock(lockOuts.waitOut(this.#check.signal));
  }

  #isWorthSigning(exchange: HttpExchange): boolean {
    return !this.#check.signal.aborted && this.#isStale(exchange, STALE_MS);
  }

  /** Whether a sound request was refused that took so long that its timestamp may have been too old on arrival. */
  #isStale(exchange: HttpExchange, leastMs: number): boolean {
    const { answer, durationMs } = exchange;
    return isSoundRequest(exchange) && REFUSED_WHEN_STALE.includes(answer?.status ?? 0) && durationMs >= leastMs;
  }

  #watch(exchange: HttpExchange): void {
    this.#check.target.parts.see(exchange);
    const part = partOf(exchange.request.name);
    if (part !== undefined && saysNothingThere(exchange)) {
      this.#check.notFound.set(part, [...(this.#check.notFound.get(part) ?? []), exchange.record]);
    }
    const { request, answer, record } = exchange;
    const isOfOpened = this.#check.opened.has(request.accountId) && isSoundRequest(exchange);
    if (isOfOpened && NOT_THERE.includes(answer?.status ?? 0)) this.#check.notThere.push(record);
    this.#check.sent.add(exchange, this.#check.target.clock.nowMs());
    if (THROTTLING.includes(exchange.answer?.status ?? 0)) this.#countThrottled(exchange);
    const error = this.#check.journal.at(exchange.record)?.error;
    if (error?.code === 'dialect-failed') {
      this.#check.tally.findings.push({
        kind: 'dialect',
        message: `the dialect failed on an answer to ${exchange.request.name}: ${error.message}`,
        evidence: [exchange.record],
      });
    }
  }

  #countThrottled({ record, answer }: HttpExchange): void {
    if (this.#check.tally.provokes(answer?.status ?? 0)) return;
    this.#check.tally.throttled.push(record);
    this.#check.tally.throttledBy ??= answer?.status;
  }
}

function isSoundRequest({ request }: HttpExchange): boolean {
  return request.damage === undefined && request.shiftMs === undefined && isSoundKey(request.key);
}

/** One that may do everything. */
function isSoundKey(role: string | undefined): boolean {
  return role === undefined || role === 'main' || role === 'second';
}
