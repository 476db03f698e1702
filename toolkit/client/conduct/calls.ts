// What a client does about the answers to its requests, and about none (interface 4.1; 7.1; 8).
import { isSuccessful } from '../../base/is-successful.js';
import type { ErrorCode, OutcomeState } from '../../intents/index.js';
import type { RequestName, RequestParams } from '../../profile/index.js';
import type { RequestKind } from './form.js';

export type CallParams = Omit<RequestParams, 'accountId'>;

/** Why a request did not bring what it was sent for. `cut`: the connection ended; `unreachable`: there was none. */
export interface Trouble {
  readonly kind: RequestKind;
  /** Which call of the interface, where it is one. */
  readonly name?: RequestName;
  readonly why: 'cut' | 'timeout' | 'unreachable' | 'status';
  readonly status?: number;
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly retryAfterMs?: number;
  /** How often it has been sent; counted anew for a handshake that succeeded. */
  readonly attempt: number;
}

/** An answer to a call. */
export interface CallAnswer {
  readonly status: number;
  readonly operationId?: string;
  readonly code?: ErrorCode;
  readonly message?: string;
}

/**
 * What an answer means: `accepted` with an operation to wait for, `refused` for certain, `doubtful` when the call may have been
 * executed all the same, or an outcome at once.
 */
export type Verdict = 'accepted' | 'doubtful' | OutcomeState;

export interface Calls {
  /** How long one answer is waited for, and one intent worked on. */
  readonly requestTimeoutMs: number;
  readonly patienceMs: number;
  /** What an intent is held to be when patience is over without a result; undefined for what it is. */
  readonly onPatienceOver: OutcomeState | undefined;
  /** After how long the same request is sent again; undefined for not at all. */
  readonly repeatsAfterMs: (trouble: Trouble) => number | undefined;
  readonly keyOfRepeat: (key: string, trouble: Trouble, fresh: () => string) => string;
  readonly paramsOfRepeat: (params: CallParams) => CallParams;
  /** After how long a call is repeated although an event has told its result; undefined for not at all. */
  readonly repeatsSettledAfterMs: number | undefined;
  readonly verdict: (answer: CallAnswer) => Verdict;
  /** What a call is whose answer did not come; what is doubtful is repeated or waited for. */
  readonly onUnanswered: Verdict;
  /** The state of an intent whose ACK is there, and of one whose result was told before its ACK came. */
  readonly onAck: OutcomeState;
  readonly onAckAfterFinal: (final: OutcomeState) => OutcomeState;
  /** Whether an accepted repeat is booked as a second order. */
  readonly countsRepeats: boolean;
  /** After how long without a result an acknowledged intent is sent anew; undefined for never. */
  readonly resubmitsAfterMs: number | undefined;
  /** Whether a call that was acknowledged is sent once more, as another one, at once; and when a connection ended before its result. */
  readonly callsAgain: (name: RequestName, when: 'at once' | 'after a gap') => boolean;
  /** Whether an intent is refused by the client itself, after refusals with these codes. */
  readonly blocks: (codes: ReadonlySet<ErrorCode>) => boolean;
  /** How many intents may be under way at once. */
  readonly concurrency: number;
  /** After how long an intent is begun that was answered at once, and goes on by itself; undefined for one that is answered at last. */
  readonly beginsAfterMs: number | undefined;
  /** Whether calls keep to the quota that the limits endpoint tells, and whether it is asked before each. */
  readonly keepsQuota: boolean;
  readonly asksQuotaEachTime: boolean;
}

const MOST_ATTEMPTS = 5;
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 1000;

/** What is not known to have been refused is tried again, ever more slowly; a handshake until the service is back. */
export function repeatsAfterMs({ kind, status, attempt }: Trouble): number | undefined {
  const transient = status === undefined || status === 500 || (kind !== 'call' && status > 500);
  if (!transient || (kind !== 'handshake' && attempt >= MOST_ATTEMPTS)) return undefined;
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_DELAY_MS);
}

/** 503 is listed among what comes before the ACK (interface 4.1); any other trouble of the service proves nothing. */
export function verdict({ status, operationId }: CallAnswer): Verdict {
  if (isSuccessful(status)) return operationId === undefined ? 'doubtful' : 'accepted';
  return status >= 500 && status !== 503 ? 'doubtful' : 'refused';
}

export const HONEST_CALLS: Calls = {
  requestTimeoutMs: 1500,
  patienceMs: 3000,
  onPatienceOver: undefined,
  repeatsAfterMs,
  keyOfRepeat: (key) => key,
  paramsOfRepeat: (params) => params,
  repeatsSettledAfterMs: undefined,
  verdict,
  onUnanswered: 'doubtful',
  onAck: 'pending',
  onAckAfterFinal: (final) => final,
  countsRepeats: false,
  resubmitsAfterMs: undefined,
  callsAgain: () => false,
  blocks: () => false,
  concurrency: Number.POSITIVE_INFINITY,
  beginsAfterMs: undefined,
  keepsQuota: true,
  asksQuotaEachTime: false,
};
