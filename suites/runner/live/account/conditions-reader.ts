// The conditions of instruments (interface 2.4) as a check relies on them: read once for all that it does on an account, remembered with
// a way to read them again, since a service may change them meanwhile, and read anew after what the check itself changed.
import { kept } from '../../../../toolkit/base/kept.js';
import type { ConditionsView } from '../../../../toolkit/profile/dialect/views.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { Undecided } from '../../check-end.js';
import type { Recorded } from '../../context.js';
import { readUntil } from '../patience.js';
import type { CheckScope } from '../scope.js';
import { describeAnswer, isAccepted } from '../verdict/answer.js';
import { wholeNumber } from './order-writer.js';

const NOT_FOUND = 404;

interface OfAccount {
  readonly accountId: string;
  readonly read: (instrument: string) => Promise<HttpExchange>;
}

export class ConditionsReader {
  readonly #scope: CheckScope;
  readonly #account: OfAccount;
  readonly #known = new Map<string, Promise<Recorded<ConditionsView>>>();

  constructor(scope: CheckScope, account: OfAccount) {
    this.#scope = scope;
    this.#account = account;
  }

  of(instrument: string): Promise<Recorded<ConditionsView>> {
    const { instrumentChanges } = this.#scope.controls;
    return kept(this.#known, `${instrumentChanges} ${instrument}`, () => this.#read(instrument));
  }

  async #read(instrument: string): Promise<Recorded<ConditionsView>> {
    const { read, market, profile } = this.#scope.target;
    const { accountId } = this.#account;
    // Reads may lag behind what the check has just created.
    const withinMs = this.#scope.controls.instrumentChanges === 0 ? 0 : profile.timing.eventMs;
    const exchange = await readUntil(
      () => this.#account.read(instrument),
      ({ answer }) => answer?.status !== NOT_FOUND,
      { withinMs, signal: this.#scope.signal },
    );
    const found = this.#shownBy(exchange, instrument);
    if (found === undefined) {
      const what = describeAnswer(exchange, read.error(exchange));
      throw new Undecided(`the conditions of ${instrument} could not be read: ${what}`, [exchange.record]);
    }
    const digits = wholeNumber(found.pointDigits);
    if (digits !== undefined) market.knowDigits(instrument, digits);
    const { record, ...conditions } = found;
    const again = async (): Promise<Recorded<ConditionsView> | undefined> =>
      this.#shownBy(await this.#account.read(instrument), instrument);
    this.#scope.relied.push({ account: accountId, instrument, conditions, record, again });
    return found;
  }

  #shownBy(exchange: HttpExchange, instrument: string): Recorded<ConditionsView> | undefined {
    const { read, journal } = this.#scope.target;
    const view = isAccepted(exchange) ? read.conditions(exchange) : undefined;
    if (view === undefined) return undefined;
    journal.conditions.saw(this.#account.accountId, instrument, view, exchange.record);
    return { ...view, record: exchange.record };
  }
}
