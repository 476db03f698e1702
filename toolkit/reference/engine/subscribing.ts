// What the commands of a connection come to (interface 4.5; 6): subscriptions that begin and end, what is sent for them at once, and what
// is refused. Connections themselves are `streams.ts`.
import type { DomainEvent, StreamCommand } from '../domain.js';
import type { Subscriptions } from '../rules/context.js';
import type { ListKind } from '../rules/telling/subscriptions.js';
import { INSTRUMENTS } from '../state/instruments.js';
import { type Core, refusal } from './core.js';
import type { CommandRefused } from './engine.js';
import type { Periodic } from './periodic.js';
import type { Publisher } from './publisher.js';
import type { AccountConnection, AccountRecord } from './records/account-record.js';

export class Subscribing {
  readonly #core: Core;
  readonly #publisher: Publisher;
  readonly #periodic: Periodic;
  readonly #onTransactions: (account: AccountRecord) => void;

  /** @param onTransactions told of each subscription to transactions, which is answered in this turn. */
  constructor(core: Core, publisher: Publisher, periodic: Periodic, onTransactions: (account: AccountRecord) => void) {
    this.#core = core;
    this.#publisher = publisher;
    this.#periodic = periodic;
    this.#onTransactions = onTransactions;
  }

  subscribe(live: AccountConnection, command: StreamCommand): readonly DomainEvent[] | CommandRefused {
    const { rules } = this.#core;
    const before = live.subscriptions;
    switch (command.event) {
      case 'transactions':
        if (!rules.beginsDelivery('transactions', live.context())) return [];
        live.subscriptions = { ...before, transactions: true };
        this.#onTransactions(live.account);
        return this.#afterTransactions(live, before.transactions);
      case 'account_state':
        if (!rules.beginsDelivery('account_state', live.context())) return [];
        live.subscriptions = { ...before, accountState: true };
        this.#periodic.startAccountState(live);
        return this.#core.behaviour.accountStateFirst && !before.accountState
          ? this.#counted(live, [this.#publisher.accountState(live.account)])
          : [];
      case 'instruments':
        return this.#subscribeList(live, command, 'instruments');
      case 'hmr':
        return this.#subscribeList(live, command, 'hmr');
      default:
        // Only a rule that knows more kinds than the interface comes here.
        live.subscriptions = { ...before, ticks: true };
        this.#periodic.startTicks(live, 0);
        return [];
    }
  }

  unsubscribe(live: AccountConnection, command: StreamCommand): readonly DomainEvent[] | CommandRefused {
    const { rules } = this.#core;
    const before = live.subscriptions;
    switch (command.event) {
      case 'transactions':
        if (rules.endsDelivery('transactions', live.context())) live.subscriptions = { ...before, transactions: false };
        return [];
      case 'account_state':
        if (rules.endsDelivery('account_state', live.context())) {
          live.subscriptions = { ...before, accountState: false };
          live.setTimer('account_state', undefined);
        }
        return [];
      case 'instruments':
        return this.#unsubscribeList(live, command, 'instruments');
      case 'hmr':
        return this.#unsubscribeList(live, command, 'hmr');
      default:
        live.subscriptions = { ...before, ticks: false };
        live.setTimer('ticks', undefined);
        return [];
    }
  }

  refused(live: AccountConnection | undefined, command: StreamCommand, name: string, detail: string): CommandRefused {
    const { rules } = this.#core;
    if (live !== undefined) live.subscriptions = rules.afterRefusal(live.subscriptions, command.event);
    return { ...refusal(this.#core, name, detail), closes: rules.refusalCloses(command.event) };
  }

  #subscribeList(
    live: AccountConnection,
    command: StreamCommand,
    kind: ListKind,
  ): readonly DomainEvent[] | CommandRefused {
    const { rules, behaviour } = this.#core;
    const { market } = live.account;
    const list = this.#listOf(live, command, kind);
    if ('refused' in list) return list;
    if (rules.isWildcard(list, kind, 'subscribe')) {
      if (!rules.beginsDelivery(kind, live.context())) return [];
      live.subscriptions = { ...live.subscriptions, allInstruments: true };
      return [];
    }
    const refused = list.filter(
      (name) => !rules.maySubscribe(name, market.listing(name) !== undefined, INSTRUMENTS.has(name), kind),
    );
    const wanted = rules.acceptedPart(list, refused, kind);
    if (wanted === undefined) {
      const detail = `not available to account ${live.accountId}: ${refused.join(', ')}`;
      return this.refused(live, command, 'REQUEST_INVALID_PARAMETERS', detail);
    }
    if (!rules.beginsDelivery(kind, live.context())) return [];
    const before = live.subscriptions;
    live.subscriptions = withList(
      before,
      kind,
      rules.afterSubscribe(before[kind], wanted, behaviour.resubscribedList, kind),
    );
    if (kind === 'hmr' && rules.snapshotsHmrElsewhere()) {
      for (const other of live.account.connections) {
        if (other !== live) this.#publisher.offer(other, this.#publisher.hmrSnapshot(other));
      }
    }
    const snapshots = kind === 'hmr' && rules.snapshotsHmrOnSubscribe(live.ordinal, live.id);
    return snapshots ? this.#counted(live, [this.#publisher.hmrSnapshot(live)]) : [];
  }

  #unsubscribeList(
    live: AccountConnection,
    command: StreamCommand,
    kind: ListKind,
  ): readonly DomainEvent[] | CommandRefused {
    const { rules, behaviour } = this.#core;
    const list = this.#listOf(live, command, kind);
    if ('refused' in list) return list;
    const before = live.subscriptions;
    const isPresent = (name: string): boolean => before[kind].has(name) || name === 'all';
    if (behaviour.absentUnsubscribe === 'refused' && !before.allInstruments && !list.some(isPresent)) {
      return this.refused(live, command, 'REQUEST_INVALID_PARAMETERS', `${kind} was not subscribed for these`);
    }
    if (!rules.endsDelivery(kind, live.context())) return [];
    if (rules.isWildcard(list, kind, 'unsubscribe')) {
      live.subscriptions = { ...withList(before, kind, NONE), allInstruments: false };
      return [];
    }
    live.subscriptions = withList(before, kind, rules.afterUnsubscribe(before[kind], list, kind));
    return [];
  }

  #listOf(live: AccountConnection, command: StreamCommand, kind: ListKind): readonly string[] | CommandRefused {
    const { rules } = this.#core;
    const list = rules.instrumentList(command.instruments, kind);
    if (list === undefined || (list.length === 0 && !rules.acceptsEmptyList(kind, live.subscriptions[kind]))) {
      const detail = `${kind} needs a list of instruments, got ${JSON.stringify(command.instruments) ?? 'none'}`;
      return this.refused(live, command, 'REQUEST_INVALID_PARAMETERS', detail.slice(0, 200));
    }
    return list;
  }

  /** Interface 6: the snapshot leads; 6.4, rule 1: nothing is replayed. */
  #afterTransactions(live: AccountConnection, wasSubscribed: boolean): readonly DomainEvent[] {
    const { rules, behaviour, clock } = this.#core;
    const context = live.context();
    const count = wasSubscribed && behaviour.resubscribe === 'silent' ? 0 : rules.snapshotsOnSubscribe(context);
    const [delayMs, takesMs] = [rules.snapshotDelayMs(context), rules.snapshotTakesMs(context)];
    const made = (): readonly DomainEvent[] =>
      Array.from({ length: count }, () => this.#publisher.tradingSnapshot(live));
    const replayed = live.account.recentEvents(rules.replays(context));
    if (takesMs > 0 && count > 0) {
      live.awaitSnapshot();
      clock.schedule(takesMs, () => live.snapshotMade(made()));
      return this.#counted(live, replayed);
    }
    const snapshots = made();
    if (delayMs > 0) {
      for (const snapshot of snapshots) {
        clock.schedule(delayMs, () => live.deliver(snapshot));
      }
      return this.#counted(live, replayed);
    }
    return this.#counted(live, [...snapshots, ...replayed]);
  }

  #counted<Event extends DomainEvent>(live: AccountConnection, events: readonly Event[]): readonly Event[] {
    for (const event of events) {
      live.count(event);
    }
    return events;
  }
}

const NONE: ReadonlySet<string> = new Set();

function withList(subscriptions: Subscriptions, kind: ListKind, names: ReadonlySet<string>): Subscriptions {
  return kind === 'hmr' ? { ...subscriptions, hmr: names } : { ...subscriptions, instruments: names };
}
