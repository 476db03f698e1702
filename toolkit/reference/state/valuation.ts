// Money of an account (interface 1, rule 6; 2.3): exact, in units of the account currency's last digit.
import type { AccountInfo, AccountState, Order, Position, TradingState } from '../domain.js';
import type { Valuation } from '../rules/trading/effects.js';
import { rateBetween } from './currencies.js';
import type { Desk } from './desk.js';
import type { Instrument } from './instruments.js';
import { unitsOf } from './units.js';

export function valuationOf(instrument: Instrument, account: AccountInfo): Valuation {
  const rate = rateBetween(instrument.quoteCurrency, account.currency);
  return {
    contractSize: instrument.contractSize,
    rateNumerator: rate.numerator,
    rateDenominator: rate.denominator,
    pointDigits: instrument.conditions.pointDigits,
    volumeDigits: instrument.conditions.volumeDigits,
    currencyDigits: account.currencyDigits,
    marginPermille: instrument.marginPermille,
  };
}

/** What the open positions would bring if closed now; one without quotes counts at its opening price. */
export function unrealisedOf(desk: Desk): bigint {
  let sum = 0n;
  for (const position of desk.book.positions.values()) {
    sum += unrealisedOfPosition(desk, position);
  }
  return sum;
}

export function equityOf(desk: Desk): bigint {
  return desk.rules.equityOf(desk.book.balance, unrealisedOf(desk));
}

export function accountStateOf(desk: Desk): AccountState {
  const scale = desk.account.currencyDigits;
  return {
    balance: { coefficient: desk.book.balance, scale },
    equity: { coefficient: equityOf(desk), scale },
    usedMargin: { coefficient: desk.book.usedMargin, scale },
    currencyDigits: scale,
  };
}

/** Everything open, with the levels of its sltp order shown on each position (interface 6.1, rule 3). */
export function tradingStateOf(desk: Desk): TradingState {
  return {
    orders: [...desk.book.orders.values()],
    positions: [...desk.book.positions.values()].map((position) =>
      shown(desk, position, desk.book.protectionOf(position.id)),
    ),
    accountState: accountStateOf(desk),
    atMs: desk.nowMs,
  };
}

function shown(desk: Desk, position: Position, protection: Order | undefined): Position {
  return protection === undefined ? position : desk.rules.protectedPosition(position, protection);
}

function unrealisedOfPosition(desk: Desk, position: Position): bigint {
  const instrument = desk.market.listing(position.instrument);
  const quote = instrument && desk.market.quote(instrument, desk.nowMs);
  if (instrument === undefined || quote === undefined) return 0n;
  const closing = desk.rules.executionPrice(position.side === 'buy' ? 'sell' : 'buy', quote);
  const { pointDigits, volumeDigits } = instrument.conditions;
  return desk.rules.profitOf(
    position.side,
    unitsOf(position.price, pointDigits),
    unitsOf(closing, pointDigits),
    unitsOf(position.volume, volumeDigits),
    valuationOf(instrument, desk.account),
  );
}
