// The instruments of the sandbox: enough of them to tell apart what depends on an instrument (digits, steps, currencies, names).
// An account sees them through `market.ts`, which adds what control changed for that account alone.
import { type Decimal, parseDecimal, powerOfTen } from '../../decimal/index.js';
import type { Conditions } from '../domain.js';

export interface Instrument {
  readonly name: string;
  readonly conditions: Conditions;
  readonly quoteCurrency: string;
  /** Units of the underlying per 1 of volume. */
  readonly contractSize: bigint;
  /** Around which the feed moves, how far it moves, and between bid and ask: in units of the last digit. */
  readonly midUnits: bigint;
  readonly noiseUnits: bigint;
  readonly spreadUnits: bigint;
  readonly marginPermille: bigint;
  readonly tradeMode: 'normal' | 'trade_disabled' | 'close_only';
  /** `partners`: exists on the platform, but not for the accounts of the pool (interface 6.3, rule 3). */
  readonly audience: 'everyone' | 'partners';
}

interface Listing {
  readonly name: string;
  readonly quote: string;
  /** With all point digits. */
  readonly mid: string;
  readonly volume: readonly [min: string, max: string, step: string];
  readonly contractSize: number;
  readonly marginPermille?: number;
  readonly tradeMode?: Instrument['tradeMode'];
  readonly audience?: Instrument['audience'];
}

const LISTINGS: readonly Listing[] = [
  { name: 'EURUSD', quote: 'USD', mid: '1.10000', volume: ['0.01', '100.00', '0.01'], contractSize: 100_000 },
  { name: 'USDJPY', quote: 'JPY', mid: '150.000', volume: ['0.01', '80.00', '0.01'], contractSize: 100_000 },
  { name: 'XAUUSD', quote: 'USD', mid: '2000.00', volume: ['0.10', '50.00', '0.05'], contractSize: 100 },
  {
    name: 'BTC/USD',
    quote: 'USD',
    mid: '60000.0',
    volume: ['0.001', '20.000', '0.001'],
    contractSize: 1,
    marginPermille: 100,
  },
  { name: 'US500', quote: 'USD', mid: '5000', volume: ['1', '500', '1'], contractSize: 10 },
  {
    name: 'USDTRY',
    quote: 'TRY',
    mid: '30.0000',
    volume: ['0.01', '10.00', '0.01'],
    contractSize: 100_000,
    tradeMode: 'trade_disabled',
  },
  {
    name: 'NATGAS',
    quote: 'USD',
    mid: '2.500',
    volume: ['0.1', '50.0', '0.1'],
    contractSize: 10_000,
    tradeMode: 'close_only',
  },
  {
    name: 'COPPER',
    quote: 'USD',
    mid: '4.0000',
    volume: ['0.01', '10.00', '0.01'],
    contractSize: 25_000,
    audience: 'partners',
  },
];

export const INSTRUMENTS: ReadonlyMap<string, Instrument> = new Map(
  LISTINGS.map((listing) => [listing.name, instrumentOf(listing)]),
);

/** An instrument that control adds: a twin of the first one under its own name. */
export function addedInstrument(name: string): Instrument {
  return instrumentOf({ name, quote: 'USD', mid: '10.000', volume: ['0.01', '25.00', '0.01'], contractSize: 1000 });
}

/** The same instrument with another volume_max (action `instrument.update`). */
export function withVolumeMax(instrument: Instrument, volumeMax: Decimal): Instrument {
  return { ...instrument, conditions: { ...instrument.conditions, volumeMax } };
}

function instrumentOf(listing: Listing): Instrument {
  const [min, max, step] = listing.volume.map((text) => parseDecimal(text));
  if (min === undefined || max === undefined || step === undefined) {
    throw new RangeError(`expected volume of ${listing.name} to be min, max and step`);
  }
  const { coefficient: midUnits, scale: pointDigits } = parseDecimal(listing.mid);
  return {
    name: listing.name,
    conditions: {
      instrument: listing.name,
      volumeMin: min,
      volumeMax: max,
      volumeStep: step,
      volumeDigits: step.scale,
      pointDigits,
    },
    quoteCurrency: listing.quote,
    contractSize: BigInt(listing.contractSize),
    midUnits,
    noiseUnits: midUnits / powerOfTen(4) + 2n,
    spreadUnits: midUnits / powerOfTen(4) + 2n,
    marginPermille: BigInt(listing.marginPermille ?? 10),
    tradeMode: listing.tradeMode ?? 'normal',
    audience: listing.audience ?? 'everyone',
  };
}
