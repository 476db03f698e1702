// The control actions on the engine (`toolkit/profile/control/actions.ts`). Effects stay within the account that they name, except
// for the clock. A value that makes no sense is refused with `control-failed`, naming what was expected.
import { compare } from '../../decimal/index.js';
import type { NegativeStatus } from '../../payload/vocabulary.js';
import type { AccountInfo, BalanceKind, HmrPeriod, Operation } from '../domain.js';
import { cancel } from '../state/cancel-order.js';
import { close } from '../state/close-position.js';
import type { Conclusion } from '../state/decision.js';
import { fill } from '../state/execute.js';
import { addedInstrument, INSTRUMENTS, type Instrument, withVolumeMax } from '../state/instruments.js';
import { normalised } from '../state/units.js';
import { AccountOpening } from './account-opening.js';
import { announceHmr, announceInstrument } from './announcements.js';
import { decimal, failed, money, quoted, shortText, someOf } from './control-values.js';
import { type Core, deskOf } from './core.js';
import type { AccountDraft, EngineControls, HmrDraft } from './engine.js';
import type { Finalisation } from './finalisation.js';
import type { Publisher } from './publisher.js';
import type { AccountRecord } from './records/account-record.js';
import type { Streams } from './streams.js';

const DAY_MS = 86_400_000;
/** Of the instruments, and of the HMR periods, of one account: every snapshot and list holds them all. */
const MOST_OF_A_KIND = 5_000;

export class Controls implements EngineControls {
  readonly #core: Core;
  readonly #publisher: Publisher;
  readonly #finalisation: Finalisation;
  readonly #streams: Streams;
  readonly #opening: AccountOpening;
  #instruments = 0;
  #periods = 0;

  constructor(core: Core, publisher: Publisher, finalisation: Finalisation, streams: Streams) {
    this.#core = core;
    this.#publisher = publisher;
    this.#finalisation = finalisation;
    this.#streams = streams;
    this.#opening = new AccountOpening(core, publisher);
  }

  createAccount(draft: AccountDraft = {}): AccountInfo {
    return this.#opening.open(draft);
  }

  restrictAccount(accountId: string, change: Parameters<EngineControls['restrictAccount']>[1]): void {
    const account = this.#account(accountId);
    account.info = this.#core.rules.restricted(account.info, change);
    this.#streams.afterRestriction(account);
  }

  deposit(accountId: string, kind: BalanceKind, amount: string): void {
    const account = this.#account(accountId);
    this.#finalisation.applyBalance(account, { balanceKind: kind, amount: money(amount, account.info) });
  }

  addInstrument(accountId: string, instrument?: string): string {
    const account = this.#account(accountId);
    this.#instruments += 1;
    const name = shortText('instrument', instrument ?? `ADDED${this.#instruments}`);
    if (account.market.listing(name) !== undefined || INSTRUMENTS.has(name)) {
      throw failed(`expected the name of no instrument, got ${quoted(name)}`);
    }
    if (account.market.listings().length >= MOST_OF_A_KIND) {
      throw failed(`expected at most ${MOST_OF_A_KIND} instruments of an account`);
    }
    const added = addedInstrument(name);
    account.market.setInstrument(name, added);
    announceInstrument(this.#core, this.#publisher, account, { change: 'new', instrument: added });
    return name;
  }

  updateInstrument(accountId: string, instrument: string, volumeMax: string): void {
    const account = this.#account(accountId);
    const before = this.#instrument(account, instrument);
    const value = decimal('volume_max', volumeMax);
    const { volumeMin, volumeDigits } = before.conditions;
    if (compare(value, volumeMin) < 0) {
      throw failed(`expected volume_max of at least volume_min, got ${quoted(volumeMax)}`);
    }
    const after = withVolumeMax(before, normalised(value, volumeDigits));
    for (const each of this.#core.accounts.values()) {
      if (this.#core.rules.changeReaches(each !== account)) each.market.setInstrument(instrument, after);
    }
    announceInstrument(this.#core, this.#publisher, account, { change: 'upd', instrument: after, before });
  }

  removeInstrument(accountId: string, instrument: string): void {
    const account = this.#account(accountId);
    const before = this.#instrument(account, instrument);
    account.market.setInstrument(instrument, null);
    announceInstrument(this.#core, this.#publisher, account, { change: 'del', instrument: before });
  }

  upsertHmr(accountId: string, instruments: readonly string[], draft: HmrDraft = {}): string {
    const account = this.#account(accountId);
    if (instruments.length === 0) throw failed('expected one instrument or more, got none');
    for (const name of instruments) {
      this.#instrument(account, name);
    }
    this.#periods += 1;
    const id = shortText('period_id', draft.periodId ?? `hmr-${this.#periods}`);
    const before = account.hmr.get(id);
    if (before === undefined && account.hmr.size >= MOST_OF_A_KIND) {
      throw failed(`expected at most ${MOST_OF_A_KIND} HMR periods of an account`);
    }
    const startsAtMs = draft.startsAtMs ?? before?.startsAtMs ?? this.#core.clock.nowMs();
    const endsAtMs = draft.endsAtMs ?? startsAtMs + DAY_MS;
    if (endsAtMs <= startsAtMs) throw failed('expected ends_at later than starts_at, which is now when left out');
    const after: HmrPeriod = { id, instruments: [...new Set(instruments)], startsAtMs, endsAtMs };
    account.hmr.set(id, after);
    announceHmr(this.#core, this.#publisher, account, { before, after });
    return id;
  }

  removeHmr(accountId: string, periodId: string): void {
    const account = this.#account(accountId);
    const before = account.hmr.get(periodId);
    if (before === undefined) {
      throw failed(`expected one of the HMR periods ${someOf([...account.hmr.keys()])}, got ${quoted(periodId)}`);
    }
    account.hmr.delete(periodId);
    announceHmr(this.#core, this.#publisher, account, { before });
  }

  setFlexibleHmr(accountId: string, enabled: boolean): void {
    const account = this.#account(accountId);
    if (!this.#core.rules.changesFlexible(account.flexibleHmr, enabled)) return;
    account.flexibleHmr = enabled;
    const form = this.#core.rules.announcesFlexible(enabled);
    for (const connection of account.connections) {
      if (form === 'snapshot') {
        this.#publisher.offer(connection, this.#publisher.hmrSnapshot(connection));
      } else if (form === 'update') {
        const upsertedPeriods = this.#publisher.hmrSnapshot(connection).periods;
        const atMs = this.#core.clock.nowMs();
        this.#publisher.offer(connection, { kind: 'hmr_update', upsertedPeriods, removedPeriodIds: [], atMs });
      }
    }
  }

  dropStreams(accountId: string): void {
    for (const connection of [...this.#account(accountId).connections]) {
      connection.sink.drop();
      this.#streams.disconnect(connection);
    }
  }

  stallStreams(accountId: string, stalled: boolean): void {
    for (const connection of this.#account(accountId).connections) {
      connection.isStalled = stalled;
      if (stalled) {
        this.#core.stalled.add(connection.id);
      } else {
        this.#core.stalled.delete(connection.id);
      }
      connection.sink.stall(stalled);
    }
  }

  holdOperations(accountId: string): void {
    this.#account(accountId).held ??= [];
  }

  releaseOperations(accountId: string): void {
    this.#finalisation.release(this.#account(accountId));
  }

  failNextOperation(accountId: string, status: NegativeStatus, errorCode: string): void {
    this.#account(accountId).forced = { status, code: shortText('error_code', errorCode) };
  }

  expireOperation(accountId: string, operationId: string): void {
    if (!this.#account(accountId).operations.forget(operationId)) {
      throw failed(`expected an operation of account ${accountId}, got ${quoted(operationId)}`);
    }
  }

  expireIdempotency(accountId: string): void {
    this.#account(accountId).idempotencyEpoch += 1;
  }

  advanceClock(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw failed(`expected ms to be a whole number of at least 0, got ${ms}`);
    this.#core.clock.advance(ms);
  }

  setMaintenance(accountId: string, enabled: boolean): void {
    this.#account(accountId).maintenance = enabled;
  }

  exhaustLimits(accountId: string, operation: Operation = 'placeOrder'): void {
    const { clock, settings } = this.#core;
    this.#account(accountId).quotas.exhaust(operation, clock.nowMs(), settings.exhaustionLastsMs);
  }

  restoreLimits(accountId: string): void {
    this.#account(accountId).quotas.restore();
  }

  limitOrders(accountId: string, count: number | undefined): void {
    if (count !== undefined && (!Number.isSafeInteger(count) || count < 0)) {
      throw failed(`expected count to be a whole number of at least 0, got ${count}`);
    }
    this.#account(accountId).pendingMax = count;
  }

  closeMarket(accountId: string, instrument: string, closed: boolean): void {
    const account = this.#account(accountId);
    account.market.setClosed(this.#instrument(account, instrument).name, closed);
    this.#finalisation.settle(account);
  }

  setQuotes(accountId: string, instrument: string, available: boolean): void {
    const account = this.#account(accountId);
    account.market.setQuoted(this.#instrument(account, instrument).name, available);
    this.#finalisation.settle(account);
  }

  setPrice(accountId: string, instrument: string, bid: string, ask: string): void {
    const account = this.#account(accountId);
    const { name, conditions } = this.#instrument(account, instrument);
    const quote = {
      bid: normalised(decimal('bid', bid), conditions.pointDigits),
      ask: normalised(decimal('ask', ask), conditions.pointDigits),
    };
    const digits = Math.max(quote.bid.scale, quote.ask.scale);
    if (
      digits > conditions.pointDigits ||
      quote.bid.coefficient <= 0n ||
      quote.bid.coefficient > quote.ask.coefficient
    ) {
      throw failed(
        `expected 0 < bid <= ask with ${conditions.pointDigits} decimals, got ${quoted(bid)} and ${quoted(ask)}`,
      );
    }
    account.market.setQuote(name, quote);
    this.#finalisation.settle(account);
  }

  /** One transaction for each, as if each had been ended by itself. */
  resetAccount(accountId: string): void {
    const { orders, positions } = this.#account(accountId).book;
    for (const id of [...positions.keys()]) this.closePosition(accountId, id);
    // A main order takes its sltp order with it, a position those that protect it.
    for (const id of [...orders.keys()]) if (orders.has(id)) this.cancelOrder(accountId, id);
  }

  cancelOrder(accountId: string, orderId: string): void {
    const account = this.#account(accountId);
    this.#apply(
      account,
      cancel(deskOf(this.#core, account), { kind: 'cancelOrder', orderId, clientRequestId: undefined }),
    );
  }

  fillOrder(accountId: string, orderId: string): void {
    const account = this.#account(accountId);
    const order = account.book.orders.get(orderId);
    if (order === undefined || order.type === 'sltp') {
      throw failed(`expected a pending limit or stop order of account ${accountId}, got ${quoted(orderId)}`);
    }
    this.#apply(account, fill(deskOf(this.#core, account), order, 'own-price'));
  }

  closePosition(accountId: string, positionId: string, volume?: string): void {
    const account = this.#account(accountId);
    const closing = volume === undefined ? undefined : decimal('volume', volume);
    const command = { kind: 'closePosition', positionId, volume: closing, clientRequestId: undefined } as const;
    this.#apply(account, close(deskOf(this.#core, account), command));
  }

  #apply(account: AccountRecord, conclusion: Conclusion): void {
    if ('rejection' in conclusion) {
      throw failed(`the service refuses: ${conclusion.rejection.code}, ${conclusion.rejection.detail}`);
    }
    this.#finalisation.applyPlatform(account, conclusion.transaction);
  }

  #account(accountId: string): AccountRecord {
    const account = this.#core.accounts.get(accountId);
    if (account?.isOpenFor('stream', this.#core.clock.nowMs()) !== true) {
      throw failed(`expected an account that exists, got ${quoted(accountId)}`);
    }
    return account;
  }

  #instrument(account: AccountRecord, name: string): Instrument {
    const instrument = account.market.listing(name);
    if (instrument === undefined) {
      const known = account.market.listings().map((listing) => listing.name);
      throw failed(`expected one of ${someOf(known)}, got ${quoted(name)}`);
    }
    return instrument;
  }
}
