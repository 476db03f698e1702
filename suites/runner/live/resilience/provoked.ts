// Answers of 429 and 503 that a check has brought about by a control action, for as long as that lasts; and those that speak of what
// was asked for. These are answers, not transient failures.
import type { ControlActionName } from '../../../../toolkit/profile/control/actions.js';
import type { ErrorView } from '../../../../toolkit/profile/dialect/views.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';

/** What each action provokes, and the parameters under which it takes that away again. */
const PROVOKING: Readonly<Partial<Record<ControlActionName, number>>> = {
  'limits.exhaust': 429,
  'service.maintenance': 503,
  'market.quotes': 503,
};
/** So many refusals in a row are no quota that somebody else has just used up. Under one key: there is no second one to be counted. */
const PERSISTENT_TRIES = 4;
const NO_QUOTES = 'MARKET_NO_QUOTES';

/** The status for whose sake a check would perform the action. */
export function provokedBy(name: ControlActionName): number | undefined {
  return PROVOKING[name];
}

export class Provoked {
  /** By action and what it was done to: a check in contexts exhausts several accounts at once, and restores them one by one. */
  readonly #lasting = new Map<string, number>();

  by(name: ControlActionName, params: Readonly<Record<string, string>>): void {
    const status = PROVOKING[name];
    if (name === 'limits.restore') this.#lasting.delete(keyOf('limits.exhaust', params));
    if (status === undefined) return;
    const isOver = params['enabled'] === 'false' || params['available'] === 'true';
    if (isOver) this.#lasting.delete(keyOf(name, params));
    else this.#lasting.set(keyOf(name, params), status);
  }

  /** Whether anything lasts that the target should refuse requests for. */
  get isLasting(): boolean {
    return this.#lasting.size > 0;
  }

  explains({ answer }: HttpExchange, { code, message }: ErrorView): boolean {
    if (code === NO_QUOTES || message === NO_QUOTES) return true;
    return [...this.#lasting.values()].includes(answer?.status ?? 0);
  }

  /** Whether a refusal that stays, under a status that was not due, stands in the place of one that was: it must be seen. */
  replaces({ answer }: HttpExchange, tries: number): boolean {
    return answer?.status === 429 && tries >= PERSISTENT_TRIES && [...this.#lasting.values()].includes(503);
  }
}

function keyOf(
  name: ControlActionName,
  { account_id: account = '', instrument = '' }: Readonly<Record<string, string>>,
): string {
  return [name, account, instrument].join(' ');
}
