// Fixed conversion rates of the sandbox, as exact fractions, so that money is exact and the same on every machine.

/** What one unit is worth in US dollars, in hundred-thousandths. A currency that is not listed is worth one. */
const WORTH: Readonly<Record<string, bigint>> = {
  USD: 100_000n,
  EUR: 110_000n,
  GBP: 125_000n,
  CHF: 112_000n,
  JPY: 667n,
  KWD: 325_000n,
  TRY: 3_333n,
};

export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Units of `to` per unit of `from`. */
export function rateBetween(from: string, to: string): Rate {
  return { numerator: worthOf(from), denominator: worthOf(to) };
}

/** Fractional digits by ISO 4217 of the currencies that the sandbox knows; 2 for others. */
export function currencyDigitsOf(currency: string): number {
  return currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2;
}

function worthOf(currency: string): bigint {
  return WORTH[currency] ?? 100_000n;
}
