// What the verbs of one check share: where they send, what they count, what must be undone at its end. Its streams, its control actions
// and its way through transient failures are concepts of their own.
import type { ConditionsView } from '../../../toolkit/profile/dialect/views.js';
import type { PartName } from '../../../toolkit/profile/parts.js';
import type { HttpExchange, RequestSpec } from '../../../toolkit/wire/exchange.js';
import type { SendContext } from '../../../toolkit/wire/exchange-records.js';
import type { CheckSpec } from '../check.js';
import type { Account, Recorded } from '../context.js';
import { KeyUses } from './account/key-uses.js';
import type { UsualOrder } from './account/usual-order.js';
import { ControlActions } from './control-actions.js';
import type { MarketView } from './market/market.js';
import { RestingOrders } from './market/resting-orders.js';
import { Provoked } from './resilience/provoked.js';
import { Sending } from './resilience/sending.js';
import { CheckStreams } from './streams/check-streams.js';
import { type LiveTarget, sendContext } from './target/target.js';
import type { CheckJournal } from './target/target-journal.js';
import { SentRequests } from './verdict/sent-requests.js';
import type { CheckTally } from './verdict/tally.js';

/** How a request travels: through the pooled client, as exact bytes over a socket of its own, or so and cut before its answer. */
export type Carrier = 'client' | 'socket' | 'cut';

/** What the check took for granted from that record on. */
export interface ReliedConditions {
  readonly account: string;
  readonly instrument: string;
  readonly conditions: ConditionsView;
  readonly record: number;
  /** Undefined where they cannot be read now. */
  readonly again: () => Promise<Recorded<ConditionsView> | undefined>;
}

export interface ScopeParts {
  readonly target: LiveTarget;
  readonly spec: CheckSpec;
  readonly journal: CheckJournal;
  readonly tally: CheckTally;
  /** What orders look like of which the check says nothing. */
  readonly usual: UsualOrder;
  readonly signal: AbortSignal;
}

export class CheckScope {
  readonly target: LiveTarget;
  readonly spec: CheckSpec;
  readonly journal: CheckJournal;
  readonly tally: CheckTally;
  /** Accounts of the pool on which something may have been opened. */
  readonly traded: Set<Account> = new Set();
  /** Whether something was sent that trades on an account of the pool. */
  hasTraded = false;
  /** Whether a mutation was sent, on whichever account. */
  hasAsked = false;
  readonly market: MarketView;
  /** Whether anything of what the check did was left to what is usual in it. */
  leftToUsual = false;
  readonly #usual: UsualOrder;
  /** The orders that were written to rest. */
  readonly resting: RestingOrders = new RestingOrders();
  /** Accounts that need no clean-up: opened for this check, or shared by checks that leave nothing behind. */
  readonly untended: Set<string> = new Set();
  /** Accounts that control opened for this check. */
  readonly opened: Set<string> = new Set();
  /** Sound requests on such that were refused as if the account were not there. */
  readonly notThere: number[] = [];
  /** What a failure may have to explain. */
  readonly sent: SentRequests;
  readonly keyUses: KeyUses = new KeyUses();
  /** Conditions that were read once for all that the check does on an account. */
  readonly relied: ReliedConditions[] = [];
  readonly undo: (() => Promise<void>)[] = [];
  /** Awaits what other checks must give free first; the time that passes is not the check's. */
  offTheClock: <T>(waiting: Promise<T>) => Promise<T> = (waiting) => waiting;
  /** Parts of which a sound request of this check was answered as if they were not there. */
  readonly notFound: Map<PartName, readonly number[]> = new Map();
  readonly streams: CheckStreams;
  readonly controls: ControlActions;
  readonly #sending: Sending;
  #signal: AbortSignal;

  constructor({ target, spec, journal, tally, usual, signal }: ScopeParts) {
    this.target = target;
    this.spec = spec;
    this.#usual = usual;
    this.market = target.market.forOneAttempt(usual.instrument);
    this.journal = journal;
    this.tally = tally;
    this.sent = new SentRequests(spec.id);
    this.#signal = signal;
    const provoked = new Provoked();
    this.#sending = new Sending(this, provoked);
    this.streams = new CheckStreams(this);
    this.controls = new ControlActions(this, provoked);
  }

  /** What orders look like of which the check says nothing. */
  usual(): UsualOrder {
    this.leftToUsual = true;
    return this.#usual;
  }

  /** Whether the check moves prices itself, so that nothing is bound to rest. */
  get movesPrices(): boolean {
    return this.spec.needs?.control?.includes('market.price') === true;
  }

  /** Aborts when the run is stopped or the time of the check is over. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  /** From here on nothing but undoing and cleaning up, which a stopped run does too, within a time of its own. */
  beginTidying(signal: AbortSignal): void {
    this.#signal = signal;
  }

  async send(spec: RequestSpec, by: Carrier = 'client'): Promise<HttpExchange> {
    const { http, raw } = this.target;
    this.refuseNotBuilt(spec);
    const { exchange } = await this.through(spec, async (one) => {
      const asked = this.bounded(one);
      if (by === 'client') return { exchange: await http.send(...asked) };
      return { exchange: await (by === 'socket' ? raw.send(...asked) : raw.sendAndCut(...asked)) };
    });
    return exchange;
  }

  /** Throws where the part that is asked is not there. */
  refuseNotBuilt({ name }: RequestSpec): void {
    this.target.parts.refuse(name, this.spec.basic === true);
  }

  /** Sends in whatever way, once nothing transient is in its way. */
  through<Sent extends { readonly exchange: HttpExchange }>(
    spec: RequestSpec,
    send: (spec: RequestSpec) => Promise<Sent>,
  ): Promise<Sent> {
    return this.#sending.through(spec, send);
  }

  /** Called before the first request that may open something: remembers what an account of the pool held. */
  async beforeTrading(account: Account): Promise<void> {
    this.hasAsked = true;
    if (this.untended.has(account.id) || this.traded.has(account)) return;
    this.traded.add(account);
    this.hasTraded = true;
    // A state that cannot be read is the clean-up's to report; the check itself may be about something else.
    await this.target.baselines.of(account.id, () => account.state()).catch(() => undefined);
  }

  /** The request, ended with the check at the latest, and how it is journalled. */
  bounded(spec: RequestSpec): [RequestSpec, SendContext] {
    return [{ ...spec, signal: spec.signal ?? this.signal }, sendContext(this.target, this.journal.tag)];
  }
}
