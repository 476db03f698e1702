// What other clients opened on the accounts of the pool while the run went on (interface 2.2: an event names the key of who asked): it is
// not the run's to close. Nor is what a dealing desk opens, whose events have no key and show nothing that the run asked for. Known over
// all checks, since one check must not take what another one placed for a stranger's. What no event tells is taken for the run's own.
// What a single check leaves out of its counts is decided more strictly, in `words/trading/done-by-others.ts`.

import { kept } from '../../../../toolkit/base/kept.js';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { PositionView, TradingStateView, TransactionView } from '../../../../toolkit/profile/dialect/views.js';
import { plainOf } from '../../figures.js';
import type { Baseline } from './baselines.js';

/** Of an account, so many events of others are remembered: a target must not fill the memory with them. */
const REMEMBERED = 20_000;

/** This many events of things that the run did not ask for are no mistake of the target: somebody else trades here. */
const CERTAIN = 2;

interface Foreign {
  readonly record: number;
  readonly operation: string | undefined;
  readonly orders: readonly string[];
  readonly positions: readonly PositionView[];
}

export class OpenedByOthers {
  /** Keys that the run sent and operations that were acknowledged for them, by account: two may count alike (interface 8). */
  readonly #names = new Map<string, Set<string>>();
  /** Orders and positions that events of the run's own keys have shown. */
  readonly #own = new Map<string, Set<string>>();
  readonly #foreign = new Map<string, Foreign[]>();
  /** Prices that the run asked for, and volumes of instruments. */
  readonly #asked = new Map<string, Set<string>>();
  #unasked = 0;

  take({ i, kind, account, client_request_id: key, operation_id: operation, parsed }: JournalRecord): void {
    if (account === null) return;
    if (kind === 'event') this.#takeEvent(i, account, parsed);
    if (kind !== 'invoke' && kind !== 'ok') return;
    for (const name of [key, operation]) if (name !== null) kept(this.#names, account, newSet).add(name);
    const params = memberOf(parsed, 'params');
    const [price, volume, instrument] = ['price', 'volume', 'instrument'].map((name) => memberOf(params, name));
    for (const wish of wishesOf({ price, volume, instrument })) kept(this.#asked, account, newSet).add(wish);
  }

  /** Whether somebody else trades on the target, too: events have told more than once of what nobody here asked for. */
  get hasCompany(): boolean {
    return this.#unasked >= CERTAIN;
  }

  /** Whether an event since that record, or any so far, has told of what somebody else traded on the account. */
  tradedOn(account: string, since: number = 0): boolean {
    const names = this.#names.get(account);
    return (this.#foreign.get(account) ?? []).some(
      ({ record, operation }) => record >= since && (operation === undefined || names?.has(operation) !== true),
    );
  }

  /**
   * What an account held that the run must leave there: what was there before, and what others have opened since; where somebody else
   * trades, also what stands there now, unheard of, and is nothing that the run asked for.
   */
  addTo(baseline: Baseline, account: string, now: TradingStateView = {}): Baseline {
    const own = this.#own.get(account);
    const orders = new Set(baseline.orders);
    const positions = new Map<string, PositionView>();
    if (this.hasCompany) {
      for (const order of now.orders ?? []) {
        if (order.id !== undefined && !own?.has(order.id) && this.#isUnasked(account, { orders: [order] })) {
          orders.add(order.id);
        }
      }
      for (const position of now.positions ?? []) {
        if (position.id === undefined || own?.has(position.id)) continue;
        if (this.#isUnasked(account, { positions: [position] })) positions.set(position.id, position);
      }
    }
    for (const { operation, orders: ids, positions: shown } of this.#foreign.get(account) ?? []) {
      // An event may overtake the answer that names its operation.
      if (operation !== undefined && this.#names.get(account)?.has(operation)) continue;
      for (const id of ids) if (!own?.has(id)) orders.add(id);
      for (const position of shown) {
        if (position.id !== undefined && !own?.has(position.id)) positions.set(position.id, position);
      }
    }
    return { orders, positions: new Map([...positions, ...baseline.positions]) };
  }

  /** Whether it shows something, and nothing that the run may have asked for. */
  #isUnasked(account: string, { orders = [], deals = [], positions = [] }: TransactionView): boolean {
    const asked = this.#asked.get(account);
    const shown: readonly Shown[] = [...orders, ...deals].length > 0 ? [...orders, ...deals] : positions;
    const isUnlike = (one: Shown): boolean => {
      const wishes = wishesOf(one);
      return one.instrument !== undefined && wishes.length > 0 && !wishes.some((wish) => asked?.has(wish));
    };
    return shown.length > 0 && shown.every(isUnlike);
  }

  #takeEvent(record: number, account: string, parsed: JsonValue): void {
    if (memberOf(parsed, 'kind') !== 'transaction_event') return;
    const view = (memberOf(parsed, 'view') ?? {}) as TransactionView;
    const [key, operation] = [view.clientRequestId, view.operationId].map(textOf);
    const { orders = [], positions = [] } = view;
    const ids = orders.flatMap(({ id }) => id ?? []);
    const names = this.#names.get(account);
    if ([key, operation].some((name) => name !== undefined && names?.has(name))) {
      const own = kept(this.#own, account, newSet);
      for (const id of [...ids, ...positions.flatMap((one) => one.id ?? [])]) own.add(id);
      return;
    }
    const isUnasked = this.#isUnasked(account, view);
    if (isUnasked) this.#unasked += 1;
    if (key !== undefined || isUnasked) {
      const foreign = kept(this.#foreign, account, (): Foreign[] => []);
      if (foreign.length < REMEMBERED) foreign.push({ record, operation, orders: ids, positions });
    }
  }
}

/** What identifies an order, a deal or a position with a request: its price, and its volume of an instrument. Empty if it shows neither. */
function wishesOf({ price, volume, instrument }: Shown): readonly string[] {
  const [ofPrice, ofVolume] = [price, volume].map(plainOf);
  return [
    ...(ofPrice === undefined ? [] : [`price ${ofPrice}`]),
    ...(ofVolume === undefined ? [] : [`volume ${ofVolume} of ${textOf(instrument) ?? 'any'}`]),
  ];
}

interface Shown {
  readonly price?: JsonValue | undefined;
  readonly volume?: JsonValue | undefined;
  readonly instrument?: JsonValue | undefined;
}

const newSet = (): Set<string> => new Set();

function textOf(value: JsonValue | undefined): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}
