// What an accepted operation does to the account (interface 3, 6.1, rule 2): volumes, money, related orders.
// Money is in units of the account currency's last digit, volume and price in units of the instrument's.
import type { BalanceKind, Order, Position, Side } from '../../domain.js';

/** One instrument in one account currency: how price differences become money. */
export interface Valuation {
  /** Units of the underlying per 1 of volume. */
  readonly contractSize: bigint;
  /** Account currency per quote currency, as a fraction. */
  readonly rateNumerator: bigint;
  readonly rateDenominator: bigint;
  readonly pointDigits: number;
  readonly volumeDigits: number;
  readonly currencyDigits: number;
  /** Margin is that part of the notional value, in thousandths. */
  readonly marginPermille: bigint;
}

export interface EffectRules {
  /** Interface 1, rule 6: exact, rounded once to the precision of the currency. */
  moneyOf(priceUnits: bigint, volumeUnits: bigint, valuation: Valuation): bigint;
  /** Interface 6.1, rule 2: what a position earns between two prices. */
  profitOf(side: Side, openUnits: bigint, closeUnits: bigint, volumeUnits: bigint, valuation: Valuation): bigint;
  /** Interface 6.1, rule 2. */
  marginOf(priceUnits: bigint, volumeUnits: bigint, valuation: Valuation): bigint;
  /** Interface 2.3. */
  equityOf(balance: bigint, unrealised: bigint): bigint;
  /** Interface 4.1, synchronous responses: a call acts on the account in its path, whatever it names. */
  actsOn(accountId: string, named: string | undefined): string;
  /** Interface 3, transitions: the position of the instrument that an execution changes; none where each makes its own. */
  entersInto(side: Side, there: readonly Position[]): Position | undefined;
  /** Interface 3: a close is of the position that it names; `open`: all that the account has. */
  closes(named: Position, open: readonly Position[]): Position;
  /** Interface 3; 6.1, rule 2: a partial close leaves the position open with decreased volume. */
  volumeAfterClose(openUnits: bigint, closedUnits: bigint): bigint;
  /** Interface 3: whether a position stays open with that much volume left. */
  staysOpen(remainingUnits: bigint): boolean;
  /** Interface 6.1, rule 2: SL/TP on a pending order makes a related SLTP order. */
  makesProtection(main: Order): boolean;
  /** Interface 6.1, rule 2: related orders end with what they protect. */
  endsProtection(cause: 'cancel' | 'close'): boolean;
  /** Interface 4.1; 6.1, rule 3: an sltp order sets the levels of its position. */
  protectedPosition(position: Position, order: Order): Position;
  /** Interface 2.2: what a balance transaction adds, by kind. */
  balanceChange(kind: BalanceKind, amount: bigint, currencyDigits: number): bigint;
  /** Interface 3: a failed operation is no change; true executes it all the same. */
  executesFailed(): boolean;
  /** Interface 3; 7.1, rule 3: a rejected operation leaves nothing behind; true executes it all the same. */
  executesRejected(code: string): boolean;
}

export const honestEffects: EffectRules = {
  moneyOf,
  profitOf: (side, openUnits, closeUnits, volumeUnits, valuation) =>
    moneyOf(side === 'buy' ? closeUnits - openUnits : openUnits - closeUnits, volumeUnits, valuation),
  marginOf: (priceUnits, volumeUnits, valuation) =>
    moneyOf(priceUnits, volumeUnits, {
      ...valuation,
      rateNumerator: valuation.rateNumerator * valuation.marginPermille,
      rateDenominator: valuation.rateDenominator * 1000n,
    }),
  equityOf: (balance, unrealised) => balance + unrealised,
  actsOn: (accountId) => accountId,
  entersInto: () => undefined,
  closes: (named) => named,
  volumeAfterClose: (openUnits, closedUnits) => openUnits - closedUnits,
  staysOpen: (remainingUnits) => remainingUnits > 0n,
  makesProtection: (main) => main.stopLossPrice !== undefined || main.takeProfitPrice !== undefined,
  endsProtection: () => true,
  protectedPosition: (position, order) => ({
    ...position,
    stopLossPrice: order.stopLossPrice,
    takeProfitPrice: order.takeProfitPrice,
  }),
  balanceChange: (_kind, amount) => amount,
  executesFailed: () => false,
  executesRejected: () => false,
};

function moneyOf(priceUnits: bigint, volumeUnits: bigint, valuation: Valuation): bigint {
  const { contractSize, rateNumerator, rateDenominator, pointDigits, volumeDigits, currencyDigits } = valuation;
  const scale = pointDigits + volumeDigits - currencyDigits;
  const numerator = priceUnits * volumeUnits * contractSize * rateNumerator;
  return scale >= 0
    ? divideRounded(numerator, rateDenominator * 10n ** BigInt(scale))
    : divideRounded(numerator * 10n ** BigInt(-scale), rateDenominator);
}

/** Half away from zero; `denominator` is more than zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * (numerator < 0n ? -numerator : numerator) + denominator;
  const rounded = doubled / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}
