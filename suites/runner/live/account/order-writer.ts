// Valid orders without a word from the check: instrument from the profile, volume from the conditions, a price that rests, the rest as
// usual in the check. Each call moves the price a little further from the market, so that no two orders of an account look alike.
import { readFigure } from '../../../../toolkit/checkers/predicates/figure.js';
import {
  add,
  compare,
  parseDecimal,
  readDecimal,
  rescale,
  subtract,
  toPlainText,
  toText,
} from '../../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import type { RequestParams } from '../../../../toolkit/profile/dialect/dialect.js';
import type { ConditionsView } from '../../../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../../../toolkit/profile/profile.js';
import { Undecided } from '../../check-end.js';
import type { OrderWish, Protection, Recorded } from '../../context.js';
import type { MarketView } from '../market/market.js';
import type { RestingOrders } from '../market/resting-orders.js';
import { between, protectionOf } from './protection.js';
import { PLAIN_ORDER, pointsAway, sideAndType, type UsualOrder, usualVolume } from './usual-order.js';

export interface OrderSource {
  readonly accountId: string;
  usual(): UsualOrder;
  readonly market: MarketView;
  readonly resting: Pick<RestingOrders, 'wrote'>;
  conditions(instrument: string): Promise<Recorded<ConditionsView>>;
  /** Waits; the time does not count as the check's. */
  wait(ms: number): Promise<void>;
}

export class OrderWriter {
  readonly #source: OrderSource;
  #written = 0;

  constructor(source: OrderSource) {
    this.#source = source;
  }

  async write(wish: OrderWish): Promise<RequestParams> {
    const { instrument: wished, ...rest } = wish;
    const instrument = this.#instrument(wished);
    // A break of the market ends soon, and every check tried in it would be undecided.
    await this.#source.wait(this.#source.market.breakMs(instrument.name));
    const closed = this.#source.market.whyClosed();
    if (closed !== undefined) throw closed;
    // Where the market of an instrument stands that the profile does not name is not known: what is bought far below rests most surely.
    const usual = this.#source.market.named(instrument.name) === undefined ? PLAIN_ORDER : this.#source.usual();
    const { type, side } = sideAndType(usual, wish);
    const conditions = await this.#source.conditions(instrument.name);
    const base = { accountId: this.#source.accountId, instrument: instrument.name, type, side };
    const volume = wish.volume === undefined ? defaultVolume(instrument, conditions) : wish.volume;
    if (type === 'sltp') return { ...base, volume, ...protectionOfPosition(instrument, side), ...rest };
    // The smallest volume of a position cannot be executed in part.
    if (type === 'market') return { ...base, volume, ...rest };
    const more = wish.volume === undefined ? usualVolume(usual, String(volume), conditions) : volume;
    const price = this.#price(restingPrice(instrument, type, side), type === 'limit' ? side : opposite(side), {
      conditions,
      usual,
    });
    const order = { ...base, volume: more, price, ...rest };
    this.#source.resting.wrote(instrument, { type, side, price });
    return order;
  }

  async protection(wish: OrderWish): Promise<Protection> {
    if (wish.type === 'sltp' || wish.type === 'market') {
      return protectionOfPosition(this.#instrument(wish.instrument), sideAndType(this.#source.usual(), wish).side);
    }
    return protectionOf(await this.write(wish));
  }

  #instrument(wished: OrderWish['instrument']): ProfileInstrument {
    const { market } = this.#source;
    // A caller that passes an instrument of the profile means the instrument, not the prices at which orders once rested.
    if (typeof wished === 'object') return market.named(wished.name) ?? wished;
    const [first] = market.instruments();
    const found = wished === undefined ? first : (market.named(wished) ?? market.unnamed(wished));
    return found ?? missing();
  }

  /** `below` the market for a buy limit and a sell stop: each order goes one more point away from it. */
  #price(
    resting: string,
    below: 'buy' | 'sell',
    { conditions, usual }: { readonly conditions: ConditionsView; readonly usual: UsualOrder },
  ): string {
    const from = parseDecimal(resting);
    const digits = wholeNumber(conditions.pointDigits) ?? from.scale;
    this.#written += 1;
    const inPoints =
      from.scale <= digits ? rescale(from, digits) : from.coefficient / 10n ** BigInt(from.scale - digits);
    const away = { coefficient: pointsAway(usual, inPoints, this.#written), scale: digits };
    const price = below === 'buy' ? subtract(from, away) : add(from, away);
    return toText(price, from.scale);
  }
}

function missing(): never {
  throw new Undecided('the profile names no instrument to trade on (market.instruments)');
}

function restingPrice(instrument: ProfileInstrument, type: 'limit' | 'stop', side: 'buy' | 'sell'): string {
  if (type === 'limit') return side === 'buy' ? instrument.restingBuyLimit : instrument.restingSellLimit;
  return side === 'buy' ? instrument.restingBuyStop : instrument.restingSellStop;
}

/** Resting prices lie on either side of the market, which is where the protection of a position belongs. */
function protectionOfPosition(instrument: ProfileInstrument, side: 'buy' | 'sell'): Protection {
  return between(instrument.restingBuyLimit, instrument.restingSellLimit, side);
}

function opposite(side: 'buy' | 'sell'): 'buy' | 'sell' {
  return side === 'buy' ? 'sell' : 'buy';
}

function defaultVolume(instrument: ProfileInstrument, conditions: Recorded<ConditionsView>): string {
  // Some targets show volumes as numbers.
  const volume = readFigure(conditions.volumeMin);
  const greatest = readFigure(conditions.volumeMax);
  const stated = instrument.volume === undefined ? undefined : readDecimal(instrument.volume);
  // The conditions may have changed since the profile was written.
  const isBelow = stated !== undefined && volume !== undefined && compare(stated, volume) < 0;
  const isAbove = stated !== undefined && greatest !== undefined && compare(stated, greatest) > 0;
  if (instrument.volume !== undefined && (volume === undefined || !(isBelow || isAbove))) return instrument.volume;
  if (volume === undefined) {
    throw new Undecided(
      `the conditions of ${instrument.name} show no volume_min, and the profile names no volume to trade`,
      [conditions.record],
    );
  }
  // As plain as it can be: conditions may show more digits than the target takes.
  return toPlainText(volume);
}

/** point_digits may come as a number or as text. */
export function wholeNumber(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 20 ? number : undefined;
}
