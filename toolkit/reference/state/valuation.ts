// Money of an account (interface 1, rule 6; 2.3): exact, in units of the account currency's last digit.
import type { AccountInfo, AccountState, Order, Position, TradingState } from '../domain.js';
import type { Valuation } from '../rules/trading/effects.js';
import { rateBetween } from './currencies.js';
import type { DecisionContext } from './decision.js';
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
export function unrealisedOf(context: DecisionContext): bigint {
  let sum = 0n;
  for (const position of context.book.positions.values()) {
    sum += unrealisedOfPosition(context, position);
  }
  return sum;
}

export function equityOf(context: DecisionContext): bigint {
  return context.rules.equityOf(context.book.balance, unrealisedOf(context));
}

export function accountStateOf(context: DecisionContext): AccountState {
  const scale = context.account.currencyDigits;
  return {
    balance: { coefficient: context.book.balance, scale },
    equity: { coefficient: equityOf(context), scale },
    usedMargin: { coefficient: context.book.usedMargin, scale },
    currencyDigits: scale,
  };
}

/** Everything open, with the levels of its sltp order shown on each position (interface 6.1, rule 3). */
export function tradingStateOf(context: DecisionContext): TradingState {
  return {
    orders: [...context.book.orders.values()],
    positions: [...context.book.positions.values()].map((position) =>
      shown(context, position, context.book.protectionOf(position.id)),
    ),
    accountState: accountStateOf(context),
    atMs: context.nowMs,
  };
}

function shown(context: DecisionContext, position: Position, protection: Order | undefined): Position {
  return protection === undefined ? position : context.rules.protectedPosition(position, protection);
}

function unrealisedOfPosition(context: DecisionContext, position: Position): bigint {
  const instrument = context.market.listing(position.instrument);
  const quote = instrument && context.market.quote(instrument, context.nowMs);
  if (instrument === undefined || quote === undefined) return 0n;
  const closing = context.rules.executionPrice(position.side === 'buy' ? 'sell' : 'buy', quote);
  const { pointDigits, volumeDigits } = instrument.conditions;
  return context.rules.profitOf(
    position.side,
    unitsOf(position.price, pointDigits),
    unitsOf(closing, pointDigits),
    unitsOf(position.volume, volumeDigits),
    valuationOf(instrument, context.account),
  );
}
