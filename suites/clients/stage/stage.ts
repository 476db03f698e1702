// What a client check can do while it runs: tell the client, bring about what happens to it, look at what it sent, and judge.
// Verbs that tell or bring about never fail a check: they end it undecided, with one plain cause. `expect` judges.
import type {
  CancelInput,
  ClientIntroduction,
  CloseInput,
  HistoryInput,
  IntentInputs,
  IntentOperation,
  IntentReply,
  IntentResults,
  OpenInput,
  Outcome,
  OutcomeState,
  PlaceInput,
  StreamEvent,
  TradingIntent,
  View,
} from '../../../toolkit/intents/index.js';
import type { JsonObject } from '../../../toolkit/payload/json.js';
import type {
  ControlActionName,
  ProfileInstrument,
  RequestName,
  RequestParams,
} from '../../../toolkit/profile/index.js';
import type { AccountView, Reference } from '../../../toolkit/reference/index.js';
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { Incident, Situation } from '../situations/situation.js';
import type { Grounds, PointedFact } from './grounds.js';
import type { Armed } from './incident-injector.js';
import type { Seen, Sighting } from './seen.js';

/** An intent that was told, and what the client makes of it; telling does not wait. */
export interface Task<O extends TradingIntent = TradingIntent> {
  readonly intent: string;
  readonly operation: O;
  readonly input: IntentInputs[O];
  /**
   * The reply, whatever it is. Where it is `pending` before the client's own patience is over, it goes on by itself: then what `outcome`
   * says once it is something else, or that patience is over.
   */
  readonly reply: Promise<IntentReply<O>>;
  /** The same, once it is there. */
  readonly replied: IntentReply<O> | undefined;
  /** What the client has said of it up to now, done or not: undefined while it has not answered. */
  readonly outcome: Outcome | undefined;
  /** Where the record of the service stood when it was told. */
  readonly toldAt: number;
  /**
   * What the client makes of it in the end: the reply, and where that is `pending`, what `outcome` says until it is something else or
   * patience is over. Undecided when the client fails, is silent or gone.
   */
  settled(): Promise<Outcome>;
}

export interface BeginOptions {
  readonly subscribe?: readonly StreamEvent[];
  /** Which of `stage.accounts`; the first when left out. */
  readonly account?: number;
  /** Whether a client that does not get ready leaves the check undecided (true), or is what the check is about. */
  readonly required?: boolean;
}

/** Journal indices, both included. */
export interface RecordRange {
  readonly from: number;
  readonly to: number;
}

/** The state in a client's word must be one of these. */
export interface SaidOneOf {
  readonly record: number;
  readonly state: readonly string[];
}

/** What is said about an assertion beside whether it holds. */
export interface Judged {
  /** The one of the check's id when left out. */
  readonly requirement?: ClientRequirementId;
  readonly level?: 'should';
  /** Most telling first. */
  readonly evidence?: readonly Sighting[];
  /**
   * What does not hold may be a matter of time: something that did not come about, or a limit of the client that went by. Such a check
   * is played again, and fails only where it always does. Views, outcomes that are still open, and returns are so anyway.
   */
  readonly timely?: true;
  /** What does not hold is seen in one request alone, so that no haste or delay excuses it. */
  readonly certain?: true;
  /** Of what the checkers of clients judged: the records that they were shown. */
  readonly seen?: RecordRange;
  /** Of what the client said of an intent: the record that has its words. */
  readonly said?: SaidOneOf;
  /** What else it rests on, where the journal lets it be looked at again. */
  readonly grounds?: Grounds;
}

export interface Expect {
  that(holds: boolean, judged: Judged & { readonly expected: string; readonly actual: string }): void;
  /** What the client says became of an intent. `why` goes on `…, since`. */
  state(outcome: Outcome, allowed: readonly OutcomeState[], why: string, judged?: Judged): void;
  /**
   * The view of the client becomes what it must be. Asked again until it does or patience is over; with a mark where the client shows
   * its account, so that what it does not show then it never will. A view that the client never calls current is undecided. What it must
   * show is facts of it; whether it does, where they would be too many to write down.
   */
  view(
    expected: string,
    what: (view: View) => readonly PointedFact[] | boolean,
    judged?: Judged & { readonly kind?: StreamEvent },
  ): Promise<View>;
}

export interface Stage {
  readonly client: ClientIntroduction;
  /** How long an intent is waited for, from what the client says of itself. */
  readonly patienceMs: number;
  /** The id of the situation that it is in. */
  readonly situation: string;
  readonly service: Reference;
  /** The account that the client trades on, and all that it may. */
  readonly account: string;
  readonly accounts: readonly string[];
  /** What orders are for; `stage.order()` has a price of its own each time. */
  readonly instrument: ProfileInstrument;
  /** The rest of what the account may trade. */
  readonly instruments: readonly ProfileInstrument[];
  /** Everything that the service has seen of the client, and done. */
  readonly seen: Seen;
  readonly expect: Expect;

  has(operation: IntentOperation): boolean;

  begin(options?: BeginOptions): Promise<IntentReply<'begin'>>;
  /** Parameters of a valid order that rests, its price never used before. */
  order(over?: Partial<PlaceInput>): Omit<PlaceInput, 'intent'>;
  place(order?: Partial<PlaceInput>): Task<'place'>;
  open(position?: Partial<OpenInput>): Task<'open'>;
  close(what: Omit<CloseInput, 'intent'>): Task<'close'>;
  cancel(what: Omit<CancelInput, 'intent'>): Task<'cancel'>;
  /**
   * What of the parameters the venue's spelling of a request has a place for, in the interface's words; nothing
   * where it has no such call.
   */
  carries(request: RequestName, params: Omit<RequestParams, 'accountId'>): JsonObject;
  /** Any other operation: its result, or undecided. */
  ask<O extends Exclude<IntentOperation, TradingIntent>>(
    operation: O,
    input: IntentInputs[O],
  ): Promise<IntentResults[O]>;
  /** The same, where what does not come of it is what the check is about. */
  tell<O extends IntentOperation>(operation: O, input: IntentInputs[O]): Promise<IntentReply<O>>;
  view(): Promise<View>;
  history(input: HistoryInput): Promise<readonly string[]>;

  /** Has an incident wait for the next request of its kind. */
  arm(incident: Incident): Armed;
  /** A control action on the client's account; parameters as the action names them, `account_id` is added. */
  control(
    action: ControlActionName,
    params?: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;
  /** The account as it is inside the service. */
  inside(): AccountView;
  /** Has the journal keep something of that, and says where; undefined where there is none. */
  noteInside(what: JsonObject): Sighting;
  /** Every open stream of the account has read what was sent on it until now; undecided where one does not answer. */
  barrier(): Promise<void>;
  /** Waits for something to come about; undecided with `what` when it does not within `ms` (the patience). */
  until<T>(what: string, find: () => T | undefined, ms?: number): Promise<T>;
  /** The same, but undefined when it does not. */
  eventually<T>(find: () => T | undefined, ms?: number): Promise<T | undefined>;
  /** Time in which a client could do what it must not: a second at most, the half of that where it claims to be quick. */
  grace(): Promise<void>;

  /** What must be on record before anything is judged; undecided with these words where it is not. */
  reached(what: string, holds: boolean): void;
  undecided(reason: string): never;
  notApplicable(reason: string): never;
  /** A measured value that is not judged. */
  observe(name: string, value: string | number | boolean): void;

  /** The same on a service and with a session of its own, in another situation: for twins. */
  inSituation<T>(situation: Situation, run: (twin: Stage) => Promise<T>, options?: BeginOptions): Promise<T>;
}
