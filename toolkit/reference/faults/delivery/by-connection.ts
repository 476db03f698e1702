// Faults of one connection among several (interface 4.5, rule 4; 4.6; 6, table; 6.2; 6.3): what one is told and another is not, by what
// it is about; and what a connection loses because another one does something with the same kind.
import type { DomainEvent, EventKind, TransactionEvent } from '../../domain.js';
import type { DeliveryContext } from '../../rules/telling/delivery.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

type Told = (event: DomainEvent) => boolean;

function result(isMeant: (event: TransactionEvent) => boolean): Told {
  return (event) => event.kind === 'transaction_event' && isMeant(event);
}

/** Of a trade that made the position, or left one that had been there before. */
function ofTrade(isNew: boolean): Told {
  return result(({ payload: { deals, positions } }) =>
    positions.some(({ state, openedAtMs }) => state === 'open' && (openedAtMs === deals[0]?.atMs) === isNew),
  );
}

const served = violating('6', ['subscriptions.all-connections-served']);

function except(isMeant: Told, isDeaf: (context: DeliveryContext) => boolean): Edits {
  return { deliversTo: exceptWhere((event, _subscriptions, context) => isMeant(event) && isDeaf(context)) };
}

const isSecond = ({ ordinal, others }: DeliveryContext): boolean => others > 0 && ordinal % 3 === 2;
const isThird = ({ ordinal, others }: DeliveryContext): boolean => others > 1 && ordinal % 3 === 0;

const BY_SUBJECT: readonly Fault[] = [
  served('placements-untold-on-every-third-connection', {
    summary: 'Of three connections of an account one gets no events of placements.',
    ...except(
      result(
        ({ payload: { orders, deals } }) =>
          deals.length === 0 && orders.some(({ state, type }) => state === 'pending' && type !== 'sltp'),
      ),
      isThird,
    ),
  }),
  served('openings-untold-on-every-third-connection', {
    summary: 'Of three connections of an account one gets no events of openings.',
    ...except(ofTrade(true), isThird),
  }),
  served('levels-untold-on-second-connections', {
    summary: 'Of several connections of an account one gets no events of sltp orders for positions.',
    ...except(
      result(
        ({ payload: { orders } }) =>
          orders.length > 0 && orders.every(({ type, positionId }) => type === 'sltp' && positionId !== undefined),
      ),
      isSecond,
    ),
  }),
  served('partial-closes-untold-on-every-third-connection', {
    summary: 'Of three connections of an account one gets no events of partial closes.',
    ...except(ofTrade(false), isThird),
  }),
  served('deletions-untold-on-second-connections', {
    summary: 'Of several connections of an account one is not told that an instrument is deleted.',
    needs: 'instrument.remove',
    ...except((event) => event.kind === 'instrument_event' && event.action === 'del', isSecond),
  }),
  served('second-changes-untold-on-every-third-connection', {
    summary: 'Of three connections of an account one is told of the first change of an instrument alone.',
    needs: 'instrument.update',
    ...except(
      (event) => event.kind === 'instrument_event' && event.action === 'upd',
      (context) => isThird(context) && context.sequence > 0,
    ),
  }),
  served('removed-periods-untold-on-every-third-connection', {
    summary: 'Of three connections of an account one is not told that a period is removed.',
    needs: 'hmr.remove',
    ...except((event) => event.kind === 'hmr_update' && event.removedPeriodIds.length > 0, isThird),
  }),
  served('changed-periods-untold-on-second-connections', {
    summary: 'Of several connections of an account one is told of the first update of periods alone.',
    needs: 'hmr.upsert',
    ...except(
      (event) => event.kind === 'hmr_update' && event.upsertedPeriods.length > 0,
      (context) => isSecond(context) && context.sequence > 0,
    ),
  }),
  violating('4.6', ['ticks.carries-ticks'])('ticks-on-the-first-stream-alone', {
    summary: 'Ticks are sent on the first ticks stream that an account opens, and on no later one.',
    ...except(
      (event) => event.kind === 'tick',
      ({ ordinal }) => ordinal > 1,
    ),
  }),
];

const KINDS: readonly { readonly kind: EventKind; readonly slug: string; readonly is: Told }[] = [
  { kind: 'transactions', slug: 'transactions', is: result(() => true) },
  { kind: 'account_state', slug: 'account-state', is: ({ kind }) => kind === 'account_state_event' },
  { kind: 'instruments', slug: 'instruments', is: ({ kind }) => kind === 'instrument_event' },
  { kind: 'hmr', slug: 'hmr', is: ({ kind }) => kind === 'hmr_update' },
];

/** Giving the kind up on one connection gives it up for all that have not subscribed since. */
function givenUpForAll(kind: EventKind, is: Told): Change {
  return sharing(
    () => new Map<string, string>(),
    (givenUp) => ({
      endsDelivery: amended((ends, event, { accountId, id }) => {
        if (event === kind) givenUp.set(accountId, id);
        return ends;
      }),
      beginsDelivery: amended((begins, event, { accountId }) => {
        if (event === kind) givenUp.delete(accountId);
        return begins;
      }),
      deliversTo: exceptWhere((event, _subscriptions, { accountId, id }) => {
        const by = givenUp.get(accountId);
        return is(event) && by !== undefined && by !== id;
      }),
    }),
  );
}

/** Whoever subscribed last is served, as by one place for the subscriber of an account. */
function latestAlone(kind: EventKind, is: Told): Change {
  return sharing(
    () => new Map<string, string>(),
    (latest) => ({
      beginsDelivery: amended((begins, event, { accountId, id }) => {
        if (event === kind) latest.set(accountId, id);
        return begins;
      }),
      deliversTo: exceptWhere((event, _subscriptions, { accountId, id }) => is(event) && latest.get(accountId) !== id),
    }),
  );
}

/** A connection that is opened after another has ended has what that one had subscribed to of the kind. */
function carriedOver(kind: EventKind): Edits {
  return {
    initial: amended((initial, previous, { others, stream }) => {
      if (previous === undefined || stream !== 'events' || others > 0) return initial;
      const { accountState, instruments, hmr } = previous;
      if (kind === 'account_state') return { ...initial, accountState };
      return kind === 'hmr' ? { ...initial, hmr } : { ...initial, instruments };
    }),
  };
}

const perConnection = violating('6', ['subscriptions.per-connection', 'subscriptions.all-connections-served']);
const silent = violating('6.4', ['reconnect.new-connection-silent', 'subscriptions.per-connection']);

export const byConnectionFaults: readonly Fault[] = [
  ...BY_SUBJECT,
  ...KINDS.flatMap(({ kind, slug, is }) => [
    perConnection(`${slug}-given-up-for-every-connection`, {
      summary: `A connection that unsubscribes ${kind} ends it for the other connections of the account as well.`,
      change: givenUpForAll(kind, is),
    }),
    perConnection(`${slug}-told-to-the-latest-subscriber-alone`, {
      summary: `Of the connections of an account the one that subscribed to ${kind} last is told, and no other.`,
      change: latestAlone(kind, is),
    }),
  ]),
  ...KINDS.filter(({ kind }) => kind !== 'transactions').map(({ kind, slug }) =>
    silent(`${slug}-subscribed-by-the-connection-before`, {
      summary: `A new connection gets ${kind} without asking, where the one before it had subscribed to that.`,
      ...carriedOver(kind),
    }),
  ),
];
