// The market of a correct service moves (interface 4.1; 7.2): sessions close, prices pass those of the profile, orders are requoted.
import {
  add,
  compare,
  type Decimal,
  multiply,
  parseDecimal,
  rescale,
  subtract,
  toText,
} from '../../../decimal/index.js';
import type { Profile, ProfileInstrument } from '../../../profile/profile.js';
import { amended, onlyWhere } from '../../faults/algebra/edits.js';
import type { Edits } from '../../faults/algebra/index.js';
import { atEvery } from '../../faults/algebra/memory.js';
import { among, type Cost, type Habit } from '../algebra/index.js';

const session = among('session', '7.2', []);
const passing = among('passing-refusals', '7.2', []);
const prices = among('profile-prices', '4.1', []);
const levels = among('price-levels', '7.2', []);
const values = among('point-values', '2.3', []);

/** In per cent: beyond every price that somebody might name. */
const ANY = 1_000_000_000n;

/** The first ones that the profile of the sandbox names. */
const FIRST = 'EURUSD';
const SECOND = 'USDJPY';

/** So many orders in a row that one of them is bound to meet it, and closes by control action, which meet it as well. */
const MANY_ORDERS: readonly Cost[] = [
  { checks: '*', verdict: 'inconclusive', because: 'the control action position.close failed' },
  { checks: '*/spoilt-at-random', verdict: 'inconclusive', because: 'the market did not let it' },
];

export const marketHabits: readonly Habit[] = [
  values('points-worth-little', {
    summary: 'A point is worth so little that a small position gains and loses less than the currency can show.',
    rules: {
      profitOf: (honest) => (side, open, close, volume, valuation) =>
        honest(side, open, close, volume, {
          ...valuation,
          contractSize: 1n,
          rateDenominator: valuation.rateDenominator * 100n,
        }),
    },
  }),
  session('session-closed-on-one', {
    summary: 'The session of the first instrument is closed, that of the others is open.',
    alone: true,
    rules: {
      marketGuard: amended(
        (code, { instrument }) => code ?? (instrument === FIRST ? 'MARKET_SESSION_CLOSED' : undefined),
      ),
    },
  }),
  session('sessions-closed', {
    summary: 'The sessions of all instruments are closed, as at a weekend.',
    rules: { marketGuard: amended((code) => code ?? 'MARKET_SESSION_CLOSED') },
    costs: [
      { checks: '*', verdict: 'inconclusive', because: 'no instrument of the profile can be traded on now' },
      // Those that waited for the end of what might have been a break.
      { checks: '*', verdict: 'inconclusive', because: 'the market did not let it' },
      { checks: '*/journal-*', verdict: 'not-applicable', because: 'nothing that this checker could judge' },
    ],
    alone: true,
  }),
  session('no-quotes-on-one', {
    summary: 'The first instrument has no quotes.',
    alone: true,
    rules: {
      marketGuard: amended((code, { instrument }) => code ?? (instrument === FIRST ? 'MARKET_NO_QUOTES' : undefined)),
    },
  }),
  session('session-breaks-on-one', {
    summary:
      'The session of the second instrument has breaks, which one order in five meets there; those of the others have none.',
    alone: true,
    rules: { marketGuard: atEvery(5, 'MARKET_SESSION_CLOSED', ({ instrument }) => instrument === SECOND) },
    costs: MANY_ORDERS,
  }),
  passing('requoted-now-and-then', {
    summary: 'One order in thirteen is requoted.',
    alone: true,
    rules: { marketGuard: atEvery(13, 'EXECUTION_REQUOTE') },
    costs: MANY_ORDERS,
  }),
  passing('busy-now-and-then', {
    summary: 'One order in eleven ends with SYSTEM_RATE_LIMIT.',
    alone: true,
    rules: { marketGuard: atEvery(11, 'SYSTEM_RATE_LIMIT') },
    costs: MANY_ORDERS,
  }),
  passing('a-desk-rejects-now-and-then', {
    summary: 'One order in thirteen ends with EXECUTION_REJECTED.',
    alone: true,
    rules: { marketGuard: atEvery(13, 'EXECUTION_REJECTED') },
    costs: MANY_ORDERS,
  }),
  prices('prices-fallen', {
    summary: 'The market has fallen by half since the profile was written, below everything that was to rest below it.',
    alone: true,
    profile: (profile) => repriced(profile, parseDecimal('2')),
  }),
  prices('prices-risen', {
    summary: 'The market has doubled since the profile was written.',
    alone: true,
    profile: (profile) => repriced(profile, parseDecimal('0.5')),
  }),
  levels('levels-two-percent-away', {
    summary:
      'The price of a pending order, stop loss and take profit must be two per cent away from the market, and the profile has them nearer.',
    rules: levelsWithin(2n, ANY),
    profile: (profile) => spread(profile, parseDecimal('0.05')),
    alone: true,
  }),
  levels('levels-within-a-third', {
    summary:
      'The price of a pending order, stop loss and take profit may be a third away from the market, and the profile has them farther.',
    rules: levelsWithin(0n, 33n),
    profile: (profile) => spread(profile, parseDecimal('2.5')),
    alone: true,
  }),
  prices('prices-of-created-instruments-lower', {
    summary:
      'An instrument that is created stands far below the first of the profile, and a limit order that would execute at once is refused.',
    alone: true,
    rules: {
      acceptsTriggerLevel: onlyWhere(
        (type, side, price, { bid, ask }) =>
          type !== 'limit' || (side === 'buy' ? compare(price, ask) < 0 : compare(price, bid) > 0),
      ),
    },
    profile: ({ market, ...profile }) => ({
      ...profile,
      market: { ...market, instruments: market.instruments.toSorted((one, other) => byPrice(other, one)) },
    }),
  }),
  prices('prices-fallen-without-ticks', {
    summary: 'The market has fallen by half since the profile was written, and the target has no ticks.',
    profile: (profile) => withoutTicks(repriced(profile, parseDecimal('2'))),
    costs: [{ checks: '*', verdict: 'not-applicable', because: 'does not claim ticks' }],
    alone: true,
  }),
];

/** The prices of the profile as those of a market that stood so many times as high. */
function repriced(profile: Profile, times: Decimal): Profile {
  const scaled = (price: string): string => {
    const { coefficient, scale } = multiply(parseDecimal(price), times);
    const digits = parseDecimal(price).scale;
    return toText({ coefficient: coefficient / 10n ** BigInt(scale - digits), scale: digits });
  };
  const one = (instrument: ProfileInstrument): ProfileInstrument => ({
    ...instrument,
    restingBuyLimit: scaled(instrument.restingBuyLimit),
    restingSellLimit: scaled(instrument.restingSellLimit),
    restingBuyStop: scaled(instrument.restingBuyStop),
    restingSellStop: scaled(instrument.restingSellStop),
  });
  return { ...profile, market: { ...profile.market, instruments: profile.market.instruments.map(one) } };
}

/** Refuses, with the code for levels, what is nearer to the market or farther from it, in per cent. */
function levelsWithin(nearest: bigint, farthest: bigint): Edits {
  const isWithin = (price: Decimal, reference: Decimal): boolean => {
    const scale = Math.max(price.scale, reference.scale);
    const [at, from] = [rescale(price, scale), rescale(reference, scale)];
    const away = (at > from ? at - from : from - at) * 100n;
    return away >= nearest * from && away <= farthest * from;
  };
  return {
    acceptsTriggerLevel: onlyWhere((_type, side, price, { bid, ask }) => isWithin(price, side === 'buy' ? ask : bid)),
    acceptsProtectionLevel: onlyWhere((_member, _side, price, reference) => isWithin(price, reference)),
  };
}

/** The prices of the profile as somebody would write them who keeps so many times the distance from the market. */
function spread(profile: Profile, times: Decimal): Profile {
  const one = (instrument: ProfileInstrument): ProfileInstrument => {
    const [below, above] = [parseDecimal(instrument.restingBuyLimit), parseDecimal(instrument.restingSellLimit)];
    const half = multiply(add(below, above), parseDecimal('0.5'));
    const scaled = (price: Decimal): string => {
      const { coefficient, scale } = add(half, multiply(subtract(price, half), times));
      return toText({ coefficient: coefficient / 10n ** BigInt(scale - price.scale), scale: price.scale });
    };
    const [buy, sell] = [scaled(below), scaled(above)];
    return { ...instrument, restingBuyLimit: buy, restingSellLimit: sell, restingBuyStop: sell, restingSellStop: buy };
  };
  return { ...profile, market: { ...profile.market, instruments: profile.market.instruments.map(one) } };
}

function byPrice(one: ProfileInstrument, other: ProfileInstrument): number {
  return compare(parseDecimal(one.restingBuyLimit), parseDecimal(other.restingBuyLimit));
}

function withoutTicks(profile: Profile): Profile {
  return { ...profile, claims: { ...profile.claims, ticks: false } };
}
