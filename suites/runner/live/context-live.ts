// The context of a running check: composes the verbs of this folder into `CheckContext`.
import type { JournalRecord } from '../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { ControlActionName } from '../../../toolkit/profile/control/actions.js';
import type { Dialect } from '../../../toolkit/profile/dialect/dialect.js';
import { isOfOtherPair } from '../../../toolkit/profile/key-pairs.js';
import type { KeyRole, Profile, ProfileTiming } from '../../../toolkit/profile/profile.js';
import {
  type HistoryCollection,
  type StatedCollection,
  statedCollection,
} from '../../../toolkit/profile/stated-history.js';
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { Effort } from '../check.js';
import { NotApplicable, Undecided } from '../check-end.js';
import { CIRCUMSTANCES, type Circumstance, GUARDS, type Guard } from '../circumstances.js';
import type {
  Account,
  CheckContext,
  ContextTrial,
  Evidence,
  Expect,
  FastCheck,
  PropertyOptions,
  Trial,
  TwinTrial,
} from '../context.js';
import { contextsOf } from '../contexts/choose.js';
import type { OpenapiDocument } from '../openapi.js';
import { requirementOf } from '../registry.js';
import { checkSeed, SeededRandom } from '../seed.js';
import { AccountLoans } from './account/loans.js';
import { endedIds } from './market/ended-by-target.js';
import { phaseOf, runsSingly } from './phases.js';
import type { CheckScope } from './scope.js';
import { STREAMS } from './sharing/budget.js';
import { recordsOf } from './verdict/assertions.js';
import { LANES, runInContexts } from './verdict/contexts.js';
import { LiveExpect } from './verdict/expect.js';
import { runProperty } from './verdict/property.js';
import { sendTwins } from './verdict/twin.js';

export class LiveContext implements CheckContext {
  readonly #scope: CheckScope;
  readonly #loans: AccountLoans;
  readonly #random: SeededRandom;
  readonly id: string;
  readonly effort: Effort;
  readonly dialect: Dialect;
  readonly timing: ProfileTiming;
  readonly market: Profile['market'];
  readonly foreignAccountId: string | undefined;
  readonly ownConditions: Profile['accounts']['ownConditions'];
  readonly otherMarket: Profile['accounts']['otherMarket'];
  readonly unknownAccountId: string;
  readonly namedAccountIds: readonly string[];
  readonly accounts: readonly Account[];
  readonly expect: Expect;

  constructor(scope: CheckScope, accounts: readonly Account[]) {
    const { spec, target } = scope;
    this.#scope = scope;
    this.#loans = new AccountLoans(scope);
    this.#random = new SeededRandom(checkSeed(target.seed, spec.id));
    this.id = spec.id;
    this.effort = target.effort;
    this.dialect = target.dialect;
    this.timing = target.profile.timing;
    this.market = target.profile.market;
    this.foreignAccountId = target.profile.accounts.foreign?.id;
    this.ownConditions = target.profile.accounts.ownConditions;
    this.otherMarket = target.profile.accounts.otherMarket;
    this.unknownAccountId = target.profile.accounts.unknown;
    this.namedAccountIds = namedAccountIds(target.profile);
    this.accounts = accounts;
    this.expect = new LiveExpect({
      journal: scope.journal,
      tally: scope.tally,
      requirement: requirementOf(spec.id),
      read: target.read,
      ended: () => endedIds(scope.journal.records(), target.dialect),
      timing: target.profile.timing,
      signal: scope.signal,
    });
  }

  get account(): Account {
    const [first] = this.accounts;
    if (first === undefined) throw new TypeError(`${this.id}: account: expected needs.accounts of at least 1, got 0`);
    return first;
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  nowMs(): number {
    return this.#scope.target.clock.nowMs();
  }

  isOfOtherPair(role: KeyRole): boolean {
    return isOfOtherPair(this.#scope.target.profile, role);
  }

  freshKey(): string {
    return this.#scope.target.keys.fresh();
  }

  randomInt(below: number): number {
    return this.#random.below(below);
  }

  async control(
    name: ControlActionName,
    params: Readonly<Record<string, string>> = {},
  ): Promise<Readonly<Record<string, string>>> {
    if (this.#scope.spec.needs?.control?.includes(name) !== true && !this.hasControl(name)) {
      throw new TypeError(`${this.id}: control: expected ${name} in needs.control, or a guard by hasControl`);
    }
    const result = await this.#scope.controls.perform(name, params);
    // Timestamps must follow a clock that was moved; one read tells where it stands.
    if (name === 'clock.advance') {
      this.#scope.target.clock.advance(Number(params['ms'] ?? 0));
      await this.#readClock();
    }
    return result;
  }

  hasControl(name: ControlActionName): boolean {
    return this.#scope.target.control.has(name);
  }

  twin(trial: TwinTrial): Promise<HttpExchange> {
    return sendTwins(trial, this.#scope);
  }

  property<Values extends readonly unknown[]>(
    arbitraries: Parameters<typeof runProperty<Values>>[1],
    execute: (trial: Trial, ...values: Values) => Promise<void>,
    options: PropertyOptions = {},
  ): Promise<void> {
    const { target, spec, tally, signal } = this.#scope;
    return runProperty(
      {
        seed: checkSeed(target.seed, spec.id),
        effort: target.effort,
        signal,
        mayShrink: () => target.orders.repetitions,
        withTrial: (shared, fc: FastCheck, use) =>
          this.#scope.streams.closingStreams(() => this.#loans.use(shared, (account) => use({ account, fc }))),
        report: (evidence) => {
          tally.property = evidence;
        },
        failed: (failure) => {
          tally.failure = failure;
        },
      },
      arbitraries,
      execute,
      options,
    );
  }

  async inContexts(judge: (trial: ContextTrial) => Promise<void>): Promise<void> {
    const { target, spec, tally, signal, streams } = this.#scope;
    const { profile, dialect, effort, seed } = target;
    const { contexts } = contextsOf(spec, { profile, dialect, effort, allowTrading: true }, seed);
    await runInContexts(
      {
        signal,
        // What would disturb other checks would disturb other contexts as well.
        lanes: runsSingly(phaseOf(spec, profile))
          ? 1
          : Math.max(1, Math.min(LANES, Math.floor(streams.spendable / STREAMS))),
        withTrial: (context, use) => this.#loans.useIn(context, (account) => use({ account, context })),
        report: (runs, counterexample) => {
          tally.property = { seed: checkSeed(seed, spec.id), runs, ...(counterexample && { counterexample }) };
        },
        failed: (failure) => {
          tally.failure = failure;
        },
      },
      contexts,
      judge,
    );
  }

  currencyDigitsOf(accountId: string): number | undefined {
    const { pool } = this.#scope.target.profile.accounts;
    return (pool.find(({ id }) => id === accountId) ?? pool[0])?.currencyDigits;
  }

  records(): readonly JournalRecord[] {
    return this.#scope.journal.records();
  }

  /** A check of kind history starts after the others have ended (`phases.ts`). */
  async history(): Promise<readonly JournalRecord[]> {
    return this.#scope.journal.history();
  }

  openapi(): Promise<OpenapiDocument> {
    return this.#scope.target.openapi.document();
  }

  adopt(accountId: string, known: { readonly currencyDigits?: number } = {}): Account {
    return this.#loans.adopt(accountId, known);
  }

  withAccount<T>(use: (account: Account) => Promise<T>): Promise<T> {
    return this.#loans.use(false, use);
  }

  withAccountOf(digits: number, use: (account: Account) => Promise<void>): Promise<boolean> {
    return this.#loans.useThat(({ currencyDigits }) => currencyDigits === digits, use);
  }

  observe(name: string, value: JsonValue, options: Parameters<CheckContext['observe']>[2]): void {
    const { section, unit, evidence = [], requirement } = options;
    const measured = { name, value, section, ...(unit !== undefined && { unit }), evidence };
    const noted = requirement === undefined ? measured : { ...measured, requirement };
    this.#scope.journal.note('observe', noted, evidence[0] ?? null);
    this.#scope.tally.observations.push(measured);
  }

  stated(collection: HistoryCollection): StatedCollection {
    return statedCollection(this.#scope.target.profile, collection);
  }

  inconclusive(reason: string, evidence: readonly Evidence[] = []): never {
    throw new Undecided(reason, recordsOf(evidence));
  }

  notApplicable(reason: string): never {
    throw new NotApplicable(reason);
  }

  occurred(condition: string): void {
    this.#scope.tally.occurred.add(condition);
  }

  async under(
    circumstance: Circumstance,
    { account = this.account, instrument }: { readonly account?: Account; readonly instrument?: string } = {},
  ): Promise<() => Promise<void>> {
    if (circumstance === 'streams-stalled' && !(this.hasControl('stream.stall') && this.hasControl('stream.resume'))) {
      return this.cleanup(this.#scope.streams.stopReading(account.id));
    }
    const { begin, end, instrument: isOfInstrument } = CIRCUMSTANCES[circumstance];
    const on = {
      account_id: account.id,
      ...(isOfInstrument && { instrument: instrument ?? account.instrument().name }),
    };
    const away = this.cleanup(() => this.control(end.action, { ...on, ...end.params }));
    await this.control(begin.action, { ...on, ...begin.params });
    return away;
  }

  async guarded(guard: Guard): Promise<Account> {
    const { control, profile } = this.#scope.target;
    const named = profile.accounts[GUARDS[guard]];
    if (control.has('account.restrict')) {
      await this.under(guard);
      return this.account;
    }
    if (named === undefined) return this.inconclusive(`the profile names no account that is ${guard}`);
    return this.adopt(named.id);
  }

  cleanup(undo: () => Promise<unknown>): () => Promise<void> {
    let isUndone = false;
    const once = async (): Promise<void> => {
      if (isUndone) return;
      await undo();
      isUndone = true;
    };
    this.#scope.undo.push(once);
    return once;
  }

  async #readClock(): Promise<void> {
    const { clock, profile, dialect } = this.#scope.target;
    const [account] = profile.accounts.pool;
    if (account === undefined) return;
    const { method, path } = dialect.request('account', { accountId: account.id });
    const sentMs = Date.now();
    const exchange = await this.#scope.send({ name: 'account', accountId: account.id, method, path });
    clock.observe(exchange.answer?.headers['date'], sentMs, Date.now());
  }
}

function namedAccountIds({ accounts }: Profile): readonly string[] {
  const { pool, foreign, disabled, closeOnly, ownConditions, otherMarket } = accounts;
  return [...pool, foreign, disabled, closeOnly, ownConditions, otherMarket].flatMap((one) => one?.id ?? []);
}
