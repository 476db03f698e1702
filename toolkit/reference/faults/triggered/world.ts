// What has happened at a service so far, as far as its rules are told: by account, with the moment. Triggers look into it.
import type { Rules } from '../../rules/rules.js';
import { type Facts, factsOf } from './facts.js';

/** What may have happened before. */
export type Happening =
  | 'success'
  | 'reject'
  | 'failure'
  | 'placement'
  | 'cancellation'
  | 'close'
  | 'partial close'
  | 'fill'
  | 'booking'
  | 'refusal'
  | 'conflict'
  | 'exhausted quota'
  | 'restriction'
  | 'lifted restriction'
  | 'change of conditions'
  | 'removed instrument'
  | 'created instrument'
  | 'HMR period'
  | 'removed HMR period'
  | 'flexible HMR'
  | 'reconnect'
  | 'unsubscribe'
  | 'refused command'
  | 'history read';

interface Past {
  count: number;
  lastAtMs: number;
}

export class AccountPast {
  readonly happened: Map<Happening, Past> = new Map();
  readonly inFlight: Set<string> = new Set();
  operations = 0;
  /** What the request under way, or the last one, asks for. */
  wish: Facts = {};
}

/** Rules of figures are told their digits as such, beside the value. */
const DIGITS_OF: { readonly [Name in keyof Rules]?: keyof Facts } = {
  renderPrice: 'pointDigits',
  renderTickPrice: 'pointDigits',
  renderMoney: 'currencyDigits',
  renderVolume: 'volumeDigits',
};

export class World {
  readonly #accounts = new Map<string, AccountPast>();
  readonly #wishes = new Map<string, Facts>();
  readonly all: AccountPast = new AccountPast();
  #offsetMs = 0;
  #startedAtMs: number | undefined;
  #current = '';

  /** The clock of the service as it was last told, going on. */
  get nowMs(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Since the first request, by that clock. */
  get runningMs(): number {
    return this.#startedAtMs === undefined ? 0 : this.nowMs - this.#startedAtMs;
  }

  /** That of the account that the last decision was about. */
  get account(): AccountPast {
    let past = this.#accounts.get(this.#current);
    if (past === undefined) {
      past = new AccountPast();
      this.#accounts.set(this.#current, past);
    }
    return past;
  }

  get accountId(): string {
    return this.#current;
  }

  tellTime(nowMs: number): void {
    this.#offsetMs = nowMs - Date.now();
    this.#startedAtMs ??= nowMs;
  }

  /** A rule that is told no account decides about the one of the decision before. */
  turnTo(rule: keyof Rules, told: readonly unknown[]): void {
    const [first] = told;
    if (rule === 'actsOn' && typeof first === 'string') this.#current = first;
    for (const value of told) {
      if (typeof value !== 'object' || value === null) continue;
      if ('accountId' in value && typeof value.accountId === 'string') this.#current = value.accountId;
      else if ('tradeMode' in value && 'currencyDigits' in value && 'id' in value) this.#current = String(value.id);
    }
  }

  note(happening: Happening): void {
    for (const past of [this.account, this.all]) {
      const before = past.happened.get(happening);
      past.happened.set(happening, { count: (before?.count ?? 0) + 1, lastAtMs: this.nowMs });
    }
  }

  launch(operationId: string): void {
    for (const past of [this.account, this.all]) {
      past.operations += 1;
      past.inFlight.add(operationId);
    }
    this.#wishes.set(operationId, this.account.wish);
  }

  end(operationId: string): void {
    for (const past of [this.account, this.all]) past.inFlight.delete(operationId);
  }

  /** What the decision is about: what its rule is told, and beyond that what the operation or the last request asks for. */
  facts(rule: keyof Rules, told: readonly unknown[]): Facts {
    const digits = DIGITS_OF[rule];
    const facts = {
      ...factsOf(told),
      ...(digits !== undefined && typeof told[1] === 'number' && { [digits]: told[1] }),
    };
    const asked = facts.operationId === undefined ? this.account.wish : this.#wishes.get(facts.operationId);
    return { ...asked, ...facts };
  }
}
