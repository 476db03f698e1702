// Opening an account by control: its identifier and currency, what it did before anybody looked, and when it can be used.
import type { Behaviour } from '../behaviour.js';
import type { AccountInfo } from '../domain.js';
import { currencyDigitsOf } from '../state/currencies.js';
import { Market } from '../state/market.js';
import { mix } from '../state/price-feed.js';
import { scheduleConditionChanges } from './changing-conditions.js';
import { currencyDigits, failed, money, shortText } from './control-values.js';
import type { Core } from './core.js';
import type { AccountDraft } from './engine.js';
import { tradeInThePast } from './past-trading.js';
import type { Publisher } from './publisher.js';
import { AccountRecord } from './records/account-record.js';

const FIRST_ACCOUNT = 1_000_000;

export class AccountOpening {
  readonly #core: Core;
  readonly #publisher: Publisher;
  #accounts = 0;

  constructor(core: Core, publisher: Publisher) {
    this.#core = core;
    this.#publisher = publisher;
  }

  open(draft: AccountDraft): AccountInfo {
    const { accounts, behaviour, settings, seed } = this.#core;
    if (accounts.size >= settings.accounts) throw failed(`expected at most ${settings.accounts} accounts`);
    this.#accounts += 1;
    const id = draft.id ?? accountIdOf(FIRST_ACCOUNT + this.#accounts, behaviour.accountIds);
    if (accounts.has(id)) throw failed(`expected an account identifier that is free, got ${id}`);
    const currency = shortText('currency', draft.currency ?? 'USD');
    const asked = draft.currencyDigits === undefined ? undefined : currencyDigits(draft.currencyDigits);
    const info: AccountInfo = {
      id,
      currency,
      currencyDigits: (behaviour.decimalsOfOpened === 'asked' ? asked : undefined) ?? currencyDigitsOf(currency),
      tradeMode: 'normal',
      accountStatus: 'normal',
    };
    const market = new Market(mix(seed, this.#accounts), settings.feedStepMs, draft.partner === true);
    const balance = money(draft.balance ?? settings.openingBalance, info);
    const account = this.#recordOf(info, market, balance, draft.balance !== undefined);
    if (draft.late === true) account.opening = this.#timesOf(this.#accounts);
    accounts.set(id, account);
    scheduleConditionChanges(this.#core, this.#publisher, account);
    return info;
  }

  #recordOf(info: AccountInfo, market: Market, balance: bigint, isExact: boolean): AccountRecord {
    const { clock, settings } = this.#core;
    if (settings.past === 0) return new AccountRecord(info, market, balance, settings);
    const account = new AccountRecord(info, market, 0n, settings);
    const { book } = account;
    const nowMs = clock.nowMs();
    tradeInThePast({ account: info, book, market, positions: settings.past, balance, isExact, nowMs });
    return account;
  }

  /** Found by reads first, then open to trades, then to streams. */
  #timesOf(serial: number): AccountRecord['opening'] {
    const { settings, clock, seed } = this.#core;
    const [leastMs, mostMs] = settings.accountsOpenIn;
    if (mostMs === 0) return undefined;
    const takesMs = leastMs + (mix(seed, serial) % (mostMs - leastMs + 1));
    const fromMs = clock.nowMs();
    return { read: fromMs + takesMs / 2, trade: fromMs + (3 * takesMs) / 4, stream: fromMs + takesMs };
  }
}

function accountIdOf(serial: number, form: Behaviour['accountIds']): string {
  if (form === 'numbers') return String(serial);
  return form === 'marked' ? `DEMO:${serial}` : `5f0c7a1e-9b64-4d3f-8a21-00000${serial}`;
}
