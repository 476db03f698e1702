// Faults of one branch of the code alone: where type, side, instrument, currency, result, age or what came before take one value each, and
// nothing is wrong anywhere else (interface 3; 4.1; 6.1; 6.3; 7.1; 8).

import { add, parseDecimal, subtract } from '../../../decimal/index.js';
import type { Order } from '../../domain.js';
import type { DuplicateContext } from '../../rules/context.js';
import { alsoWhere, amended, exceptWhere, insteadWhere } from '../algebra/edits.js';
import { editAt, type Fault, remove, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const sameOperation = violating('8', ['idempotency.duplicate-same-operation', 'idempotency.duplicate-not-executed']);
const conflict = violating('7.1', ['idempotency.conflict-refused', 'idempotency.conflict-any-member']);

/** The digits of one instrument of the sandbox. */
const WHOLE = 0;
const ZERO = parseDecimal('0');

export const branchFaults: readonly Fault[] = [
  violating('2.2', ['transactions.client-request-id-echo'])('event-without-key-of-sold-stops-with-a-take-profit', {
    summary: 'The event of a sell stop that has a take profit and no stop loss does not echo the key.',
    announcements: amended((events) =>
      events.map((event) => (event.payload.orders.some(isSoldStop) ? { ...event, clientRequestId: undefined } : event)),
    ),
  }),
  violating('6.1', ['transactions.partial-close-position'])('partial-close-of-a-sold-position-shows-the-part', {
    summary: 'The event of a partial close shows a sold position with the volume that was closed.',
    positionsOf: amended((positions, { deals, kind }) =>
      positions.map((position) =>
        kind === 'partial-close' && position.closedAtMs === undefined && position.side === 'sell'
          ? { ...position, volume: deals[0]?.volume ?? position.volume }
          : position,
      ),
    ),
  }),
  violating('4.1', ['orders.parameters-kept'])('market-order-of-double-volume', {
    summary: 'The order in the event of an opening shows twice the volume that was asked for.',
    ordersOf: amended((orders, { kind }) =>
      kind === 'market' ? orders.map((order) => ({ ...order, volume: add(order.volume, order.volume) })) : orders,
    ),
  }),
  violating('4.1', ['orders.parameters-kept'])('sold-position-announced-as-bought', {
    summary: 'The event of an opening shows a sold position as a bought one.',
    positionsOf: amended((positions, { kind }) =>
      kind === 'market' ? positions.map((position) => ({ ...position, side: 'buy' })) : positions,
    ),
  }),
  violating('1', ['domain.open-positions-in-snapshot', 'domain.snapshot-resource', 'orders.parameters-kept'])(
    'snapshot-positions-on-the-other-side',
    {
      summary: 'Snapshots show bought positions as sold, and sold ones as bought.',
      snapshotOf: amended((shown) => ({
        ...shown,
        positions: shown.positions.map((one) => ({ ...one, side: one.side === 'buy' ? 'sell' : 'buy' })),
      })),
    },
  ),
  violating('6.1', ['transactions.deal-volumes-conserved'])('partial-close-deal-of-the-whole-volume', {
    summary: 'The deal of a partial close shows the volume that the position had before.',
    dealsOf: amended((deals, { kind, positions }) =>
      kind === 'partial-close'
        ? deals.map((deal) => ({ ...deal, volume: deal.volume && add(deal.volume, positions[0]?.volume ?? ZERO) }))
        : deals,
    ),
  }),
  violating('3', [
    'guards.close-only-refuses-limit',
    'guards.close-only-refuses-stop',
    'guards.disabled-refuses-limit',
    'guards.disabled-refuses-stop',
    'orders.runtime-restrictions-apply',
  ])('restriction-applies-once', {
    summary: 'An account that was restricted and released is not restricted again.',
    needs: 'account.restrict',
    change: sharing(
      () => new Map<string, number>(),
      (times) => ({
        restricted: amended((after, before) => {
          const isFree = after.tradeMode === 'normal' && after.accountStatus === 'normal';
          if (!isFree) times.set(before.id, (times.get(before.id) ?? 0) + 1);
          return isFree || times.get(before.id) === 1 ? after : before;
        }),
      }),
    ),
  }),
  sameOperation('repeat-of-a-failed-opening-executed', {
    summary: 'The key of an opening that did not succeed is forgotten with its result.',
    recognises: exceptWhere(({ kind, succeeded }) => kind === 'openPosition' && succeeded === false),
  }),
  sameOperation('repeat-of-an-sltp-order-after-two-seconds-executed', {
    summary: 'The key of an sltp order is remembered for less than two seconds.',
    recognises: exceptWhere(({ orderType, ageMs }) => orderType === 'sltp' && ageMs >= 1900),
  }),
  conflict('conflict-with-a-rejected-stop-accepted', {
    summary: 'The key of a stop order that was rejected may come back with another payload.',
    onConflict: insteadWhere(({ orderType, succeeded }) => orderType === 'stop' && succeeded === false, 'accept'),
  }),
  violating('7.1', ['idempotency.conflict-keeps-original'])('conflict-replaces-what-did-not-succeed', {
    summary: 'After a conflict the key of an operation that did not succeed stands for the payload that was refused.',
    conflictReplaces: alsoWhere(({ succeeded }) => succeeded === false),
  }),
  ...(
    [
      ['closes', 'a close', ({ kind }) => kind === 'closePosition', { level: 'should' }],
      ['cancellations', 'a cancellation', ({ kind }) => kind === 'cancelOrder', { level: 'should' }],
      ['sltp-orders', 'an sltp order', ({ orderType }) => orderType === 'sltp', {}],
    ] as const satisfies readonly (readonly [string, string, (context: DuplicateContext) => boolean, object])[]
  ).map(([word, words, isMeant, weight]) =>
    violating('7.1', ['idempotency.conflict-keeps-original'])(`conflict-replaces-${word}`, {
      summary: `After a conflict the key of ${words} stands for the payload that was refused.`,
      ...weight,
      conflictReplaces: alsoWhere(isMeant),
    }),
  ),
  violating('4.1', ['orders.volume-off-step'])('step-unchecked-for-stops-of-whole-prices', {
    summary: 'The step of a volume is not checked for stop orders on an instrument without fractional digits.',
    onStep: alsoWhere((_volume, { pointDigits }, { type }) => pointDigits === WHOLE && type === 'stop'),
  }),
  violating('4.1', ['orders.volume-below-minimum'])('minimum-unchecked-for-stops', {
    summary: 'The minimum of a volume is not checked for stop orders.',
    atLeastMin: alsoWhere((_volume, _conditions, { type }) => type === 'stop'),
  }),
  violating('4.1', ['orders.take-profit-digits-refused'])('take-profit-digits-unchecked-for-stops', {
    summary: 'The digits of a take profit are not checked for stop orders.',
    fitsPointDigits: alsoWhere((_price, _conditions, member, type) => member === 'takeProfitPrice' && type === 'stop'),
  }),
  violating('6.1', ['transactions.balance-arithmetic'])('fee-not-in-the-balance-of-another-currency', {
    summary:
      'The event of an admin fee shows a balance of before, on accounts whose currency has other than two decimals.',
    needs: 'account.deposit',
    accountStateOf: amended((state, _state, { balanceChange, deals }) =>
      state !== undefined && state.currencyDigits !== 2 && deals[0]?.balanceKind === 'admin_fee'
        ? { ...state, balance: subtract(state.balance, { coefficient: balanceChange, scale: state.currencyDigits }) }
        : state,
    ),
  }),
  violating('6.1', ['transactions.balance-account-state'])('compensation-without-account-state', {
    summary: 'A null compensation holds no account state.',
    needs: 'account.deposit',
    accountStateOf: insteadWhere((_state, { deals }) => deals[0]?.balanceKind === 'null_compensation', undefined),
  }),
  violating('1', ['domain.result-as-event', 'domain.every-ack-one-result'])(
    'tenth-operation-lost-that-is-an-sltp-order',
    {
      summary: 'From the tenth operation of an account on, sltp orders never come to an end.',
      finishes: exceptWhere(({ orderType, ordinal }) => orderType === 'sltp' && ordinal >= 10),
    },
  ),
  violating('6.3', ['instruments.full-conditions'])('deletion-without-step-on-later-connections', {
    summary: 'The event of a deletion leaves volume_step out on all but the first connection of an account.',
    needs: 'instrument.remove',
    amendMessage: amended((message, _before, event, { ordinal }) =>
      event.kind === 'instrument_event' && event.action === 'del' && ordinal > 1
        ? editAt(message, ['payload', 'volume_step'], remove)
        : message,
    ),
  }),
];

function isSoldStop({ type, side, takeProfitPrice, stopLossPrice }: Order): boolean {
  return type === 'stop' && side === 'sell' && takeProfitPrice !== undefined && stopLossPrice === undefined;
}
