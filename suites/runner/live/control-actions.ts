// The control actions of one check: performed with a pause where they take effect after their answers, journalled, a finding where they
// fail. What they change is remembered, since it is the check's own doing.
import type { ControlActionName } from '../../../toolkit/profile/control/actions.js';
import { pause } from '../../../toolkit/wire/pause.js';
import { Undecided } from '../check-end.js';
import type { Provoked } from './resilience/provoked.js';
import type { LiveTarget } from './target/target.js';
import type { CheckJournal } from './target/target-journal.js';
import type { CheckTally } from './verdict/tally.js';

/** What of a check its control actions need and touch. */
export interface ControllingCheck {
  readonly target: Pick<LiveTarget, 'control'> & {
    readonly controlPace: Pick<LiveTarget['controlPace'], 'isStated' | 'waitMs'>;
  } & {
    readonly freshAccounts: Pick<LiveTarget['freshAccounts'], 'opened'>;
  };
  readonly opened: Set<string>;
  readonly journal: Pick<CheckJournal, 'note'>;
  readonly tally: Pick<CheckTally, 'findings'>;
  readonly signal: AbortSignal;
  offTheClock<T>(waiting: Promise<T>): Promise<T>;
}

/** Control actions that change a state, of which nothing tells when it has come: only a check behind one finds out that they are late. */
const STATES: readonly ControlActionName[] = [
  'account.restrict',
  'hmr.flexible',
  'hmr.remove',
  'hmr.upsert',
  'idempotency.expire',
  'instrument.add',
  'instrument.remove',
  'instrument.update',
  'limits.exhaust',
  'limits.restore',
  'market.close',
  'market.price',
  'market.quotes',
  'operation.expire',
  'operation.fail',
  'operation.hold',
  'operation.release',
  'orders.limit',
  'orders.unlimit',
  'service.maintenance',
  'stream.resume',
  'stream.stall',
];

/** No action takes effect later than this after its answer; the pauses before a refused one is asked again are as long together. */
const LATE_MS = 4_500;
const PAUSES_MS: readonly number[] = [500, 1_500, 2_500];

export class ControlActions {
  /** The pause after each, at least. */
  waitMs = 0;
  /** Whether one was performed that changes something there. */
  hasChanged = false;
  /** Those that changed the conditions of instruments, or may have. */
  instrumentChanges = 0;
  readonly changedInstruments: Set<string> = new Set();
  /** When the last one was answered. */
  #lastMs: number | undefined;
  readonly #check: ControllingCheck;
  readonly #provoked: Provoked;
  /** Of the check itself, which does not last as long as its tidying. */
  readonly #begun: AbortSignal;

  constructor(check: ControllingCheck, provoked: Provoked) {
    this.#check = check;
    this.#provoked = provoked;
    this.#begun = check.signal;
  }

  /**
   * Performs a control action and journals it. A failing one leaves the check undecided and becomes a finding of the run, unless it
   * may be needless by then: another part of the same trade may have ended what it was to end.
   */
  async perform(
    name: ControlActionName,
    params: Readonly<Record<string, string>>,
    { mayBeNeedless = false }: { readonly mayBeNeedless?: boolean } = {},
  ): Promise<Readonly<Record<string, string>>> {
    const account = params['account_id'] ?? null;
    if (!this.#check.target.control.has(name)) throw new Undecided(`the profile binds no control action ${name}`);
    try {
      const result = await this.#inTurn(name, params, mayBeNeedless);
      this.#provoked.by(name, params);
      const { waitMs: paceMs, isStated } = this.#check.target.controlPace;
      const pace = { waitedMs: Math.max(this.waitMs, paceMs), paceMs, mayBeLate: !isStated };
      this.#check.journal.note('control', { action: name, params, result, ...pace }, null, { account });
      if (STATES.includes(name)) this.hasChanged = true;
      if (name.startsWith('instrument.')) {
        this.instrumentChanges += 1;
        for (const { instrument } of [params, result])
          if (instrument !== undefined) this.changedInstruments.add(instrument);
      }
      await this.#awaitOpened(result['account_id']);
      // Another check may have found out a longer one since this one began, which it did before it had an account.
      const waitMs = Math.max(this.waitMs, this.#check.target.controlPace.waitMs);
      if (waitMs > 0) await this.#check.offTheClock(pause(waitMs, this.#check.signal));
      return result;
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const record = this.#check.journal.note('control', { action: name, params, result: null }, null, {
        account,
        error: { code: 'control-failed', message },
      });
      // A check that was stopped undoes beside what it still had under way.
      if (!mayBeNeedless && !this.#check.signal.aborted && !this.#begun.aborted) {
        this.#check.tally.findings.push({
          kind: 'control',
          message: `control action ${name} failed: ${message}`,
          evidence: [record],
        });
      }
      throw new Undecided(`the control action ${name} failed: ${message}`, [record]);
    }
  }

  /**
   * What an earlier action of this check has not brought about yet may refuse the next: to a name that is not free again, to what is not
   * there yet. It is asked again as long as that may take.
   */
  async #inTurn(
    name: ControlActionName,
    params: Readonly<Record<string, string>>,
    mayBeNeedless: boolean,
  ): Promise<Readonly<Record<string, string>>> {
    const { target, signal } = this.#check;
    const isFirst = this.#lastMs === undefined || performance.now() - this.#lastMs > LATE_MS;
    try {
      for (const waitMs of isFirst || mayBeNeedless ? [] : PAUSES_MS) {
        const askedMs = performance.now();
        try {
          return await target.control.perform(name, params, signal);
        } catch (error) {
          if (signal.aborted || performance.now() - askedMs > LATE_MS) throw error;
          await this.#check.offTheClock(pause(waitMs, signal));
        }
      }
      return await target.control.perform(name, params, signal);
    } finally {
      this.#lastMs = performance.now();
    }
  }

  async #awaitOpened(accountId: string | undefined): Promise<void> {
    if (accountId === undefined) return;
    this.#check.opened.add(accountId);
    const { target, signal } = this.#check;
    await this.#check.offTheClock(target.freshAccounts.opened(accountId, signal));
  }
}
