// Parameters of the orders of a soak, drawn at random: any instrument of the profile, type and side, prices that rest at ever other
// distances, volumes of one to three parts.
import { add, increment, multiply, parseDecimal, subtract, toPlainText } from '../../toolkit/decimal/index.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { SeededRandom } from '../runner/seed.js';

const DISTANCES = 400;

export interface MakerFacts {
  readonly accountId: string;
  readonly instruments: readonly (ProfileInstrument & { readonly volume: string; readonly digits: number })[];
  readonly random: SeededRandom;
}

export class OrderMaker {
  readonly #facts: MakerFacts;

  constructor(facts: MakerFacts) {
    this.#facts = facts;
  }

  order(): RequestParams {
    const { accountId, random } = this.#facts;
    const instrument = this.#instrument();
    const type = random.below(3) === 0 ? 'stop' : 'limit';
    const side = random.below(2) === 0 ? 'buy' : 'sell';
    const isBelow = (type === 'limit') === (side === 'buy');
    const resting = {
      limit: { buy: instrument.restingBuyLimit, sell: instrument.restingSellLimit },
      stop: { buy: instrument.restingBuyStop, sell: instrument.restingSellStop },
    }[type][side];
    const from = parseDecimal(resting);
    const away = multiply(parseDecimal(String(1 + random.below(DISTANCES))), increment(instrument.digits));
    const price = toPlainText(isBelow ? subtract(from, away) : add(from, away));
    return { accountId, instrument: instrument.name, type, side, volume: this.#volume(instrument.volume), price };
  }

  /** With stop loss and take profit on either side of its price. */
  protectedOrder(): RequestParams {
    const order = this.order();
    const { digits = 2 } = this.#facts.instruments.find(({ name }) => name === order.instrument) ?? {};
    const price = parseDecimal(String(order.price));
    const away = multiply(parseDecimal('900'), increment(digits));
    const [lower, upper] = [toPlainText(subtract(price, away)), toPlainText(add(price, away))];
    const [stopLossPrice, takeProfitPrice] = order.side === 'buy' ? [lower, upper] : [upper, lower];
    return { ...order, stopLossPrice, takeProfitPrice };
  }

  opening(): RequestParams {
    const { accountId, random } = this.#facts;
    const instrument = this.#instrument();
    const side = random.below(2) === 0 ? 'buy' : 'sell';
    const volume = toPlainText(multiply(parseDecimal(instrument.volume), parseDecimal(String(2 + random.below(3)))));
    return { accountId, instrument: instrument.name, type: 'market', side, volume };
  }

  /** One part of what an opening opens at least twice. */
  part(instrument: string | undefined): string | undefined {
    return this.#facts.instruments.find(({ name }) => name === instrument)?.volume;
  }

  /** Another payload than the one given, otherwise as valid. */
  other(params: RequestParams): RequestParams {
    const { price, volume } = params;
    if (typeof price === 'string') {
      const { digits = 0 } = this.#facts.instruments.find(({ name }) => name === params.instrument) ?? {};
      return { ...params, price: toPlainText(add(parseDecimal(price), increment(digits))) };
    }
    return { ...params, volume: toPlainText(add(parseDecimal(String(volume)), parseDecimal(String(volume)))) };
  }

  /** Another payload in one member, whichever, valid or not: a conflict of keys is refused either way (interface 8). */
  conflicting(params: RequestParams): RequestParams {
    const { instruments, random } = this.#facts;
    const elsewhere = instruments.find(({ name }) => name !== params.instrument);
    const otherwise: readonly RequestParams[] = [
      this.other(params),
      { ...params, volume: toPlainText(add(parseDecimal(String(params.volume)), parseDecimal(String(params.volume)))) },
      { ...params, side: params.side === 'buy' ? 'sell' : 'buy' },
      ...(elsewhere === undefined ? [] : [{ ...params, instrument: elsewhere.name }]),
      ...(params.stopLossPrice === undefined ? [] : [{ ...params, stopLossPrice: params.takeProfitPrice ?? '1' }]),
    ];
    return otherwise[random.below(otherwise.length)] ?? this.other(params);
  }

  #instrument(): MakerFacts['instruments'][number] {
    const { instruments, random } = this.#facts;
    const found = instruments[random.below(instruments.length)];
    if (found === undefined) throw new TypeError('instruments: expected at least one of the profile, got none');
    return found;
  }

  #volume(least: string): string {
    return toPlainText(multiply(parseDecimal(least), parseDecimal(String(1 + this.#facts.random.below(3)))));
  }
}
