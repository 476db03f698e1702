// A model of an account as a client may rely on it: which orders are open and how much volume is, by the results of its own operations.
// It knows nothing of prices, margin or netting, and learns identifiers from events.
import { add, type Decimal, parseDecimal, subtract, toPlainText } from '../../toolkit/decimal/index.js';
import type { PositionView, TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext, Fact, Recorded } from '../runner/context.js';
import { figureOf } from '../words/figures.js';
import { askedFor, type DoneByOthers, doneByOthers, keysOfOthers } from '../words/trading/done-by-others.js';
import { typeOf } from '../words/trading/main-order.js';
import { endedByItself } from '../words/trading/still-open.js';

const ZERO = parseDecimal('0');

export class AccountModel {
  /** Identifiers of open orders, in the order of their coming. */
  readonly orders: string[];
  /** Identifiers of orders that were open and are no more. */
  readonly gone: Set<string> = new Set();
  /** Volumes of open positions that this client opened, by identifier. */
  readonly positions: Map<string, Decimal> = new Map();
  readonly #volumeBefore: Decimal | undefined;
  readonly #account: Account;
  readonly #before: Recorded<TradingStateView>;
  /** Orders that were there before, which others may end as well. */
  readonly #stood: readonly string[];
  #hasMissed = false;
  #volume: Decimal = ZERO;

  /** `before`: the state that the account has already. Volume is not followed where positions are open in it: a target may net them. */
  constructor(t: CheckContext, account: Account, before: Recorded<TradingStateView>) {
    this.#stood = openIds(t, before);
    this.orders = [...this.#stood];
    this.#account = account;
    this.#before = before;
    this.#volumeBefore = (before.positions ?? []).length === 0 ? ZERO : undefined;
  }

  /** Open orders that this client placed: what was there before may be somebody else's to end. */
  get ownOrders(): readonly string[] {
    return this.orders.filter((id) => !this.#stood.includes(id));
  }

  opened(id: string, total: Decimal, volume: Decimal): void {
    this.positions.set(id, total);
    this.#volume = add(this.#volume, volume);
  }

  closed(id: string, volume: Decimal): void {
    const rest = subtract(this.positions.get(id) ?? volume, volume);
    if (rest.coefficient > 0n) this.positions.set(id, rest);
    else this.positions.delete(id);
    this.#volume = subtract(this.#volume, volume);
  }

  cancelled(id: string): void {
    this.orders.splice(this.orders.indexOf(id), 1);
    this.gone.add(id);
  }

  /** A time without a stream begins, in which nothing tells what others do (interface 6.4, rule 2). */
  missesEvents(): void {
    this.#hasMissed = true;
  }

  /** Judges that the state is the one that the model expects. */
  async expect(t: CheckContext, state: Recorded<TradingStateView>): Promise<void> {
    const evidence = [state];
    const shown = openIds(t, state);
    let others = doneByOthers(t, this.#account, this.#before);
    if (this.#hasStrangers(t, state, others)) {
      // A snapshot may show what others did before its event has come on another connection: one more read tells that it has.
      await this.#account.state();
      others = doneByOthers(t, this.#account, this.#before);
      const isUnclear = this.#hasStrangers(t, state, others);
      const theirs = isUnclear ? keysOfOthers(t) : [];
      const isTheirs = theirs.length > 0 || (this.#hasMissed && this.#hasUnasked(t, state, others));
      // A terminal's deeds have no key, and may be alike to what the check asked for.
      if (isUnclear && !isTheirs && others.alike.length > 0 && this.#account.hasCompany) {
        t.inconclusive('others trade here, and do the like of what the check asked for', [...others.alike, state]);
      }
      if (isTheirs) {
        t.inconclusive('others trade here, also while no stream of the check tells of it', [...theirs, state]);
      }
    }
    const ended = endedByItself(t);
    const isFollowed = (id: string): boolean =>
      !others.changed.has(id) && !ended.has(id) && !(this.#hasMissed && this.#stood.includes(id));
    const lost = this.orders.filter((id) => !shown.includes(id) && isFollowed(id));
    t.expect.none(lost, `the open orders ${this.orders.join(', ')}`, {
      actual: `without ${lost.join(', ')}`,
      evidence,
      shown: this.orders
        .filter(isFollowed)
        .map((id): Fact => [state, '/view/orders', 'some', { member: 'id', predicate: 'equals', expected: id }]),
    });
    const returned = shown.filter((id) => this.gone.has(id));
    const requirement = 'domain.closed-not-in-snapshot';
    t.expect.none(returned, 'no order that was cancelled', {
      evidence,
      requirement,
      shown: [[state, '/view/orders', 'every', { member: 'id', predicate: 'notOneOf', expected: [...this.gone] }]],
    });
    const unknown = shown.filter((id) => !this.orders.includes(id) && !others.orders.has(id));
    const beside = (state.orders ?? []).flatMap(({ id }) => (id === undefined || shown.includes(id) ? [] : [id]));
    const explained = [...this.orders, ...others.orders, ...beside];
    t.expect.none(unknown, 'no order beyond those that succeeded', {
      evidence,
      requirement: 'idempotency.duplicate-not-executed',
      shown: [[state, '/view/orders', 'every', { member: 'id', predicate: 'oneOf', expected: explained }]],
    });
    if (this.#volumeBefore === undefined) return;
    if ([...this.positions.keys()].some((id) => others.positions.has(id))) {
      t.inconclusive('somebody else changed a position that the check opened', others.records);
    }
    const isCounted = (id: string): boolean => !others.positions.has(id) && !ended.has(id);
    const volume = (state.positions ?? [])
      .filter(({ id }) => id === undefined || isCounted(id))
      .map((position) => volumeOf(t, position))
      .reduce(add, ZERO);
    const uncounted = [...this.positions].flatMap(([id, total]) => (isCounted(id) ? [] : total)).reduce(add, ZERO);
    const expected = toPlainText(add(this.#volumeBefore, subtract(this.#volume, uncounted)));
    const actual = toPlainText(volume);
    t.expect.that(
      expected === actual,
      {
        expected: `an open volume of ${expected}`,
        actual,
        evidence,
        // Of what is told in a state beside what the target ended, the sum is another one.
        shown:
          ended.size > 0
            ? []
            : [
                [
                  state,
                  '/view/positions',
                  'netIs',
                  { member: 'volume', less: { member: 'side', words: [] }, expected },
                ],
              ],
      },
      { requirement: 'domain.open-positions-in-snapshot' },
    );
  }

  /** Whether it shows an order or a position that neither the model nor an event so far explains. */
  #hasStrangers(t: CheckContext, state: TradingStateView, others: DoneByOthers): boolean {
    const { orders, positions } = this.#strangers(t, state, others);
    return orders.length > 0 || positions.length > 0;
  }

  /** Whether one of them is unlike everything that the check asked for, so that no request of it was executed twice. */
  #hasUnasked(t: CheckContext, state: TradingStateView, others: DoneByOthers): boolean {
    const { orders, positions } = this.#strangers(t, state, others);
    const { opens, places } = askedFor(t);
    return orders.some((order) => !places(order)) || positions.some((position) => !opens(position));
  }

  #strangers(
    t: CheckContext,
    { orders = [], positions = [] }: TradingStateView,
    others: DoneByOthers,
  ): Required<Pick<TradingStateView, 'orders' | 'positions'>> {
    const main = openIds(t, { orders });
    return {
      orders: orders.filter(({ id = '' }) => main.includes(id) && !this.orders.includes(id) && !others.orders.has(id)),
      positions: positions.filter(({ id = '' }) => !this.positions.has(id) && !others.positions.has(id)),
    };
  }
}

/** Of main orders: whether stop loss and take profit stand beside them is open (interface 6.1, rule 3). */
function openIds(t: CheckContext, { orders }: TradingStateView): readonly string[] {
  return (orders ?? [])
    .filter((order) => typeOf(t, order) !== 'sltp')
    .map(({ id }) => id ?? t.inconclusive('an open order shows no identifier; bind it in the dialect'));
}

export function volumeOf(t: CheckContext, { volume }: PositionView): Decimal {
  return figureOf(volume) ?? t.inconclusive('a position shows no volume as a decimal; bind it in the dialect');
}
