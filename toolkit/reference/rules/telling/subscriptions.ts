// Commands of the events stream (interface 4.5, rules 3 and 4; 6; 6.2, rules 4 and 5; 6.3, rules 3 and 4).

import type { JsonValue } from '../../../payload/json.js';
import { isJsonArray } from '../../../payload/json-kind.js';
import { EVENT_KINDS, type EventKind } from '../../../profile/dialect/dialect.js';
import type { ConnectionContext, Subscriptions } from '../context.js';

export type ListKind = 'instruments' | 'hmr';

export interface SubscriptionRules {
  /** Interface 4.5, rule 3: the four kinds; ticks are not among them. */
  knowsKind(event: JsonValue | undefined): boolean;
  /** Interface 4.5, rule 4: the list of a command, or undefined when it is none. */
  instrumentList(list: JsonValue | undefined, kind: ListKind): readonly string[] | undefined;
  /** Interface 4.5, rule 4; 6.3, rule 4: `["all"]`, for instruments alone. */
  isWildcard(list: readonly string[], kind: ListKind, action: 'subscribe' | 'unsubscribe'): boolean;
  /** Interface 4.5, rule 4; 6.2, rule 4: an empty list is refused for hmr, and for instruments (open) too. */
  acceptsEmptyList(kind: ListKind, existing: ReadonlySet<string>): boolean;
  /** Interface 6.2, rule 4; 6.3, rule 3: `available` is the truth for this account. */
  maySubscribe(instrument: string, available: boolean, existsOnPlatform: boolean, kind: ListKind): boolean;
  /** Interface 6.2, rule 4; 6.3, rule 3: one refused instrument refuses the whole request; else what is subscribed. */
  acceptedPart(wanted: readonly string[], refused: readonly string[], kind: ListKind): readonly string[] | undefined;
  /** Interface 6.2, rule 4; 6.3, rule 3: existing subscriptions survive a refusal. */
  afterRefusal(subscriptions: Subscriptions, event: JsonValue | undefined): Subscriptions;
  /** Interface 6.2, rule 4: a refusal does not cost the connection. */
  refusalCloses(event: JsonValue | undefined): boolean;
  /** Interface 4.5, rule 2: a frame that is no command takes no effect; `ends-all` ends every stream of the account. */
  onMalformedCommand(): 'refuse' | 'subscribes' | 'ends-all';
  /** Interface 6.3, rule 3: subscribing more of a kind adds to it (open: union or replacement). */
  afterSubscribe(
    existing: ReadonlySet<string>,
    wanted: readonly string[],
    form: 'union' | 'replacement',
    kind: ListKind,
  ): ReadonlySet<string>;
  /** Interface 6.2, rule 5; 6.3, rule 4: the named instruments alone are removed. */
  afterUnsubscribe(existing: ReadonlySet<string>, unwanted: readonly string[], kind: ListKind): ReadonlySet<string>;
  /** Interface 6: subscribing begins delivery of the kind, be it the first time on its connection or not. */
  beginsDelivery(event: EventKind, context: ConnectionContext): boolean;
  /** Interface 6: unsubscribing ends delivery of the kind. */
  endsDelivery(event: EventKind, context: ConnectionContext): boolean;
  /** Interface 6; 6.4, rule 2; 6.4, rule 4: a new connection has no subscription; `previous`: what the last one had. */
  initial(previous: Subscriptions | undefined, context: ConnectionContext): Subscriptions;
}

export const honestSubscriptions: SubscriptionRules = {
  knowsKind: (event) => EVENT_KINDS.some((kind) => kind === event),
  instrumentList: (list) => (isJsonArray(list) && list.every((item) => typeof item === 'string') ? list : undefined),
  isWildcard: (list, kind) => kind === 'instruments' && list.length === 1 && list[0] === 'all',
  acceptsEmptyList: () => false,
  maySubscribe: (_instrument, available) => available,
  acceptedPart: (wanted, refused) => (refused.length === 0 ? wanted : undefined),
  afterRefusal: (subscriptions) => subscriptions,
  refusalCloses: () => false,
  onMalformedCommand: () => 'refuse',
  afterSubscribe: (existing, wanted, form) => new Set(form === 'union' ? [...existing, ...wanted] : wanted),
  afterUnsubscribe: (existing, unwanted) => new Set([...existing].filter((name) => !unwanted.includes(name))),
  beginsDelivery: () => true,
  endsDelivery: () => true,
  initial: () => ({
    transactions: false,
    accountState: false,
    allInstruments: false,
    instruments: NONE,
    hmr: NONE,
    ticks: false,
  }),
};

const NONE: ReadonlySet<string> = new Set();
