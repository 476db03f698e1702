// A stream as checks see it: what came on it, what is waited for, and the commands that go out on it.
import type { ErrorView, MessageKind, StreamMessage } from '../../../toolkit/profile/dialect/views.js';
import type { FinalResult, Submission } from './submission.js';

/** A message that arrived on a stream, with the journal record that holds it. */
export type Received = StreamMessage & { readonly record: number; readonly atNs: number };

export type ReceivedOf<Kind extends MessageKind> = Extract<Received, { readonly kind: Kind }>;

/** `after` looks only at messages of later journal records, `where` only at those that it holds for. */
export interface Which<Kind extends MessageKind> {
  readonly after?: number;
  readonly where?: (message: ReceivedOf<Kind>) => boolean;
}

export interface Events {
  /** Everything received so far, in order. */
  readonly received: readonly Received[];
  /** Subscribes and waits for what proves it: the answer, or the snapshot of kinds that have one. */
  subscribe(event: string, instruments?: readonly string[]): Promise<CommandOutcome>;
  /** Set-up: `subscribe`, undecided where it is refused. */
  subscribed(event: string, instruments?: readonly string[]): Promise<CommandOutcome>;
  unsubscribe(event: string, instruments?: readonly string[]): Promise<CommandOutcome>;
  /**
   * Resolves to the first message, past or future, of a kind (or that fits); undefined at the deadline (`eventMs` when left out) or
   * when the stream ends. `after` looks only at messages of later journal records, such as `after: snapshot.record`.
   */
  next<Kind extends MessageKind>(
    kind: Kind,
    options?: Which<Kind> & { readonly withinMs?: number },
  ): Promise<ReceivedOf<Kind> | undefined>;
  next(
    fits: (message: Received) => boolean,
    options?: { readonly after?: number; readonly withinMs?: number },
  ): Promise<Received | undefined>;
  /** Set-up: `next`, undecided when none comes. `what` names it in the reason. */
  await<Kind extends MessageKind>(
    kind: Kind,
    options?: Which<Kind> & { readonly withinMs?: number; readonly what?: string },
  ): Promise<ReceivedOf<Kind>>;
  /** What has come of a kind. */
  of<Kind extends MessageKind>(kind: Kind, which?: Which<Kind>): readonly ReceivedOf<Kind>[];
  /** The event of one operation, waited for up to the profile's `resultMs`. */
  resultOf(submission: Submission): Promise<ReceivedOf<'transaction_event'> | undefined>;
  /** Set-up: `resultOf`, undecided when it does not come or, where a status is given, shows another. */
  awaitResultOf(submission: Submission, status?: FinalResult['status']): Promise<ReceivedOf<'transaction_event'>>;
  /** The events of one operation that have come, known as by `resultOf`. */
  resultsOf(submission: Submission): readonly ReceivedOf<'transaction_event'>[];
  /** A frame as is, for malformed commands. */
  sendRaw(text: string): void;
  readonly isOpen: boolean;
  /** Resolves when the connection has ended, by whichever side. */
  readonly closed: Promise<{ readonly code: number; readonly clean: boolean; readonly record: number }>;
  close(): Promise<void>;
  readonly conn: string;
}

/** `unknown`: the target does not answer commands, and nothing else proved either outcome in time. */
export interface CommandOutcome {
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  readonly record: number;
  readonly error?: ErrorView;
  /** Refused by nothing but the end of the connection. */
  readonly hasEnded?: true;
}
