// A request that was sent, what came of it, and how it may be sent otherwise.
import type { TransactionStatus } from '../../../toolkit/payload/vocabulary.js';
import type { RequestName, RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { AckView, ErrorView, OperationView, TransactionView } from '../../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../../toolkit/profile/profile.js';
import type { Damage, HttpExchange } from '../../../toolkit/wire/exchange.js';

/** A record of the journal, or what holds one; undefined where there is nothing to show. */
export type Evidence = number | { readonly record: number } | undefined;

/** What was read, with the journal record that holds it. */
export type Recorded<View> = View & { readonly record: number };

/** A mutation that was sent, whatever came of it. */
export interface Submission {
  readonly exchange: HttpExchange;
  /** That of the answer. */
  readonly record: number;
  readonly key: string;
  readonly accepted: boolean;
  /** Present when accepted. */
  readonly operationId?: string;
  readonly ack?: AckView;
  /** Present when refused with a readable body. */
  readonly error?: ErrorView;
}

/** What an answer is judged by: its exchange, or the mutation that holds it. */
export type Answered = HttpExchange | Pick<Submission, 'exchange'>;

/** A mutation that the target acknowledged. */
export interface Placed extends Submission {
  readonly accepted: true;
  /** Ends the check undecided when it is read and the ACK shows none. */
  readonly operationId: string;
}

/** A mutation that ended in success. */
export interface Completed {
  readonly submission: Placed;
  readonly result: FinalResult;
}

/** Reading `orderId` ends the check undecided where the event of the order shows no identifier. */
export interface OpenedOrder extends Completed {
  readonly orderId: string;
}

/** Reading `positionId` ends the check undecided where the event of the position shows no identifier. */
export interface OpenedPosition extends Completed {
  readonly positionId: string;
}

/** The final result of an operation, from whichever channel showed it first. */
export interface FinalResult {
  readonly status: TransactionStatus;
  readonly from: 'event' | 'status';
  readonly record: number;
  /** Present when `from` is `event`. */
  readonly event?: TransactionView;
  readonly operation?: OperationView;
}

/** An order in the words of the interface; members left out are chosen so that it is valid and rests. */
export interface OrderWish extends Partial<Omit<RequestParams, 'accountId' | 'instrument'>> {
  readonly instrument?: ProfileInstrument | string;
}

export interface SendOptions {
  readonly idempotencyKey?: string;
  readonly key?: string;
  readonly damage?: Damage;
  readonly shiftMs?: number;
  readonly contentType?: string;
  /** Replaces the body text after the dialect wrote it. */
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks, without a stated length. */
  readonly inChunks?: boolean;
  readonly timeoutMs?: number;
  /** Query text appended to the path exactly as it is, sent and signed alike. */
  readonly query?: string;
  /** Rewrites the path that the dialect wrote; what it returns is sent and signed alike. */
  readonly path?: (path: string) => string;
}

/** `request`: the mutating request to send, `placeOrder` when left out. */
export interface SubmitOptions extends SendOptions {
  readonly request?: RequestName;
}
