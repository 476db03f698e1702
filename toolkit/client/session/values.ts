// Views of a dialect in the words of intents: texts for figures, with what is absent left out.
import type {
  ErrorCode,
  ViewedAccount,
  ViewedConditions,
  ViewedOrder,
  ViewedPeriod,
  ViewedPosition,
} from '../../intents/index.js';
import type { JsonValue } from '../../payload/json.js';
import type {
  AccountStateView,
  ConditionsView,
  Dialect,
  HmrPeriodView,
  OrderView,
  PositionView,
} from '../../profile/index.js';

export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;
}

export function codeOf(value: JsonValue | undefined): ErrorCode | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** The object without its undefined members. */
function stated<Member extends string>(
  members: Readonly<Record<Member, string | undefined>>,
): { readonly [Name in Member]?: string } {
  // What is left has texts alone.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [Name in Member]?: string;
  };
}

export class Reader {
  readonly #dialect: Dialect;
  readonly #figure: (text: string) => string;

  constructor(dialect: Dialect, figure: (text: string) => string) {
    this.#dialect = dialect;
    this.#figure = figure;
  }

  order(view: OrderView): ViewedOrder | undefined {
    const { id } = view;
    if (id === undefined) return undefined;
    return {
      id,
      ...stated({
        type: this.#word('orderType', view.type),
        instrument: textOf(view.instrument),
        side: this.side(view.side),
        volume: this.#number(view.volume),
        price: this.#number(view.price),
        stop_loss_price: this.#number(view.stopLossPrice),
        take_profit_price: this.#number(view.takeProfitPrice),
        position_id: view.positionId,
      }),
    };
  }

  /** Whether an order of an event still waits; one whose state is not shown waits unless deals came of it. */
  isPending(view: OrderView, dealtOrders: ReadonlySet<string | undefined>): boolean {
    const state = view.state === undefined ? undefined : this.#dialect.meaning('orderState', view.state);
    if (state !== undefined) return state === 'pending';
    return this.#word('orderType', view.type) !== 'market' && !dealtOrders.has(view.id);
  }

  position(view: PositionView): ViewedPosition | undefined {
    const { id } = view;
    if (id === undefined) return undefined;
    return {
      id,
      ...stated({
        instrument: textOf(view.instrument),
        side: this.side(view.side),
        volume: this.#number(view.volume),
        price: this.#number(view.price),
        stop_loss_price: this.#number(view.stopLossPrice),
        take_profit_price: this.#number(view.takeProfitPrice),
      }),
    };
  }

  isOpen(view: PositionView): boolean {
    const state = view.state === undefined ? undefined : this.#dialect.meaning('positionState', view.state);
    const volume = textOf(view.volume);
    return state !== 'closed' && (volume === undefined || /[1-9]/.test(volume));
  }

  account(view: AccountStateView | undefined): ViewedAccount {
    return stated({
      balance: this.#number(view?.balance),
      equity: this.#number(view?.equity),
      used_margin: this.#number(view?.usedMargin),
    });
  }

  period({ id, instruments }: HmrPeriodView): ViewedPeriod | undefined {
    if (id === undefined) return undefined;
    return { id, instruments: (instruments ?? []).flatMap((name) => textOf(name) ?? []) };
  }

  conditions(instrument: string, view: ConditionsView): ViewedConditions {
    return {
      instrument,
      ...stated({
        volume_min: this.#number(view.volumeMin),
        volume_max: this.#number(view.volumeMax),
        volume_step: this.#number(view.volumeStep),
        point_digits: textOf(view.pointDigits),
      }),
    };
  }

  side(word: JsonValue | undefined): string | undefined {
    return this.#word('side', word);
  }

  #word(of: 'orderType' | 'side', word: JsonValue | undefined): string | undefined {
    return word === undefined || word === null ? undefined : (this.#dialect.meaning(of, word) ?? textOf(word));
  }

  #number(value: JsonValue | undefined): string | undefined {
    const text = textOf(value);
    return text === undefined ? undefined : this.#figure(text);
  }
}
