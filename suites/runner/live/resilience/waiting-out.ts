// Transient failures: answers that say "not now" and nothing about the request (interface 4.1: 429 and 503). Outside of checks that are
// about them they are waited out, and the request is made again: fresh timestamp and signature, the same damage, and for a mutation the
// same key, so that one that was executed after all is not executed twice (interface 8). A key that the refusal has used up (left open)
// is replaced where the check did not choose it. The number of tries and the time are bounded; then the check is told.
import { isJsonObject } from '../../../../toolkit/payload/json-kind.js';
import { isMutating } from '../../../../toolkit/profile/dialect/dialect.js';
import type { HttpAnswer, HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { THROTTLING } from '../verdict/answer.js';
import type { Lane, Pace } from './pace.js';

const TRIES = 10;
/** Tries under one key: a target may repeat its refusal of a key for ever. */
const TRIES_WITH_KEY = 4;
/** More than a window of a minute. */
const LONGEST_MS = 75_000;
/** The server did not see the whole request in time (RFC 9110, 15.5.9), which says nothing about it; a client may repeat it. */
const REQUEST_TIMEOUT = 408;
/** Tries of a request answered with 408: a damaged request may deserve that status. */
const TRIES_AFTER_TIMEOUT = 3;
/** After this many requests of one kind were given up in a row, nothing is waited for until one is answered. */
const HOPELESS = 6;
/** The same over all kinds: the target answers nothing any more. */
const ALL_HOPELESS = 24;
/** The longest wait for a turn of a hopeless request, so that it still goes out slower than others. */
const HOPELESS_TURN_MS = 500;

export interface Waiting {
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Whether the status is an answer: the check brought it about, or it speaks of what was asked for. */
  isMeant(exchange: HttpExchange, tries: number): boolean;
  /** Called when a mutation goes out under a second key although the first may have been executed. */
  onSecondKey(exchange: HttpExchange): void;
  /** Time spent waiting here does not count as the check's. */
  offTheClock<T>(waiting: Promise<T>): Promise<T>;
  /** More than a window of a minute when left out. */
  readonly longestMs?: number;
}

/** Per target: kinds of requests that were only ever refused, so that waiting for them is pointless. */
export class Hopeless {
  readonly #givenUp = new Map<string, number>();
  /** Given up in a row, over all kinds. */
  #inARow = 0;

  is({ request }: Lane): boolean {
    return this.#inARow >= ALL_HOPELESS || (this.#givenUp.get(request) ?? 0) >= HOPELESS;
  }

  gaveUp({ request }: Lane): void {
    this.#inARow += 1;
    this.#givenUp.set(request, (this.#givenUp.get(request) ?? 0) + 1);
  }

  answered({ request }: Lane): void {
    this.#inARow = 0;
    this.#givenUp.delete(request);
  }
}

/** Sends until the target says something about the request itself. */
export async function waitedOut<Sent extends { readonly exchange: HttpExchange }>(
  first: RequestSpec,
  send: (spec: RequestSpec) => Promise<Sent>,
  { pace, hopeless, longestMs = LONGEST_MS, ...waiting }: Waiting & { readonly hopeless: Hopeless },
): Promise<Sent> {
  const lane: Lane = { accountId: first.accountId, request: first.name };
  const ownsKey = isMutating(first.name) && first.idempotencyKey === undefined;
  const startedMs = performance.now();
  let spec = first;
  for (let tries = 1; ; tries += 1) {
    await waiting.offTheClock(pace.turn(lane, turnSignal(hopeless.is(lane), waiting.signal))).catch(() => undefined);
    const sent = await send(spec);
    const { answer, idempotencyKey } = sent.exchange;
    if (answer === undefined || !isTransient(sent.exchange, answer, waiting, tries)) {
      if (answer !== undefined) {
        pace.passed(lane);
        hopeless.answered(lane);
      }
      const isUsedUp = tries > 1 && ownsKey && spec.damage === undefined && isRefused(answer);
      if (!isUsedUp || spec.idempotencyKey === undefined) return sent;
      spec = first;
      waiting.onSecondKey(sent.exchange);
      continue;
    }
    const retryAfterMs = retryAfterOf(answer);
    if (answer.status === 429) pace.refused(lane, retryAfterMs);
    else if (answer.status !== REQUEST_TIMEOUT) pace.unavailable(lane, retryAfterMs);
    const isTooLate = performance.now() - startedMs + (retryAfterMs ?? 0) > longestMs;
    if (tries >= TRIES || isTooLate || hopeless.is(lane) || waiting.signal.aborted) {
      hopeless.gaveUp(lane);
      return sent;
    }
    const keepsKey = !ownsKey || tries < TRIES_WITH_KEY;
    if (!keepsKey && spec.idempotencyKey !== undefined) waiting.onSecondKey(sent.exchange);
    spec = keepsKey ? { ...first, idempotencyKey } : first;
  }
}

/** A hopeless request does not wait for its turn: a run on a target that refuses everything would take hours. */
function turnSignal(isHopeless: boolean, signal: AbortSignal): AbortSignal {
  return isHopeless ? AbortSignal.any([signal, AbortSignal.timeout(HOPELESS_TURN_MS)]) : signal;
}

/**
 * A refusal that the check brought about itself is told from one of a gateway by its body, where that helps: a service that names no
 * error is asked once more.
 */
function isTransient(
  exchange: HttpExchange,
  { status, body }: HttpAnswer,
  { isMeant }: Pick<Waiting, 'isMeant'>,
  tries: number,
): boolean {
  if (status === REQUEST_TIMEOUT) return tries < TRIES_AFTER_TIMEOUT;
  if (!THROTTLING.includes(status)) return false;
  return !isMeant(exchange, tries) || (tries === 1 && !isJsonObject(body));
}

function isRefused(answer: HttpAnswer | undefined): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status <= 499;
}

/** Seconds, or a date; undefined where there is none, or one that nobody would wait for. */
export function retryAfterOf({ headers }: HttpAnswer): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return undefined;
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms >= 0 && ms <= LONGEST_MS ? ms : undefined;
}
