// An account as the page shows it: texts, made from what the engine holds.
import { type Decimal, toText } from '../../decimal/index.js';
import type { AccountView } from '../engine/account-view.js';
import { timeOf } from '../notes/notebook.js';
import type { Subscriptions } from '../rules/context.js';
import type { ShownAccount } from './page-state.js';

export function shownAccount({ info, state, quotes, operations, connections }: AccountView): ShownAccount {
  const { balance, equity, usedMargin, currencyDigits } = state.accountState;
  const money = (amount: Decimal): string => toText(amount, currencyDigits);
  return {
    id: info.id,
    currency: info.currency,
    tradeMode: info.tradeMode,
    accountStatus: info.accountStatus,
    balance: money(balance),
    equity: money(equity),
    usedMargin: money(usedMargin),
    orders: state.orders.map(({ id, type, side, instrument, volume, volumeDigits, price }) => ({
      id,
      type,
      side,
      instrument,
      volume: toText(volume, volumeDigits),
      price: price === undefined ? '' : toText(price),
    })),
    positions: state.positions.map(({ id, side, instrument, volume, volumeDigits, price, pointDigits }) => ({
      id,
      side,
      instrument,
      volume: toText(volume, volumeDigits),
      price: toText(price, pointDigits),
    })),
    prices: quotes.map(({ instrument, quote }) => {
      const text = (price: Decimal | undefined): string =>
        price === undefined ? 'no quotes' : toText(price, instrument.conditions.pointDigits);
      return { instrument: instrument.name, bid: text(quote?.bid), ask: text(quote?.ask) };
    }),
    operations: operations.map(({ id, kind, key, state: reached, errorCode = '', atMs }) => ({
      id,
      kind,
      key,
      state: reached,
      errorCode,
      at: timeOf(atMs),
    })),
    streams: connections.map(({ id, stream, subscriptions, stalled }) => ({
      id,
      stream,
      subscriptions: stream === 'ticks' ? ['ticks'] : namesOf(subscriptions),
      stalled,
    })),
  };
}

function namesOf({ transactions, accountState, allInstruments, instruments, hmr }: Subscriptions): readonly string[] {
  return [
    ...(transactions ? ['transactions'] : []),
    ...(accountState ? ['account_state'] : []),
    ...(allInstruments ? ['instruments: all'] : []),
    ...(instruments.size > 0 ? [`instruments: ${[...instruments].join(', ')}`] : []),
    ...(hmr.size > 0 ? [`hmr: ${[...hmr].join(', ')}`] : []),
  ];
}
