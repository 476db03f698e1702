// What a check can do while it runs, its verbs in `verbs/`. The interface; the implementation is composed in `live/context-live.ts` from
// the verbs' own files.
import type fc from 'fast-check';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import type { Dialect } from '../../toolkit/profile/dialect/dialect.js';
import type { KeyRole, Profile, ProfileTiming } from '../../toolkit/profile/profile.js';
import type { HistoryCollection, StatedCollection } from '../../toolkit/profile/stated-history.js';
import type { Damage, HttpExchange } from '../../toolkit/wire/exchange.js';
import type { JudgedId } from './check-id.js';
import type { Circumstance, Guard } from './circumstances.js';
import type { Context } from './contexts/context.js';
import type { OpenapiDocument } from './openapi.js';
import type { Account } from './verbs/account.js';
import type { Expect } from './verbs/expect.js';
import type { Answered, Evidence, SendOptions } from './verbs/submission.js';

export type { Account, Mark, Protection, SetUpOptions, WithSnapshot } from './verbs/account.js';
export type { CommandOutcome, Events, Received, ReceivedOf, Which } from './verbs/events.js';
export type { Expect, ExpectOptions, Fact, History, Listed, Search, Subject } from './verbs/expect.js';
export type {
  Answered,
  Completed,
  Evidence,
  FinalResult,
  OpenedOrder,
  OpenedPosition,
  OrderWish,
  Placed,
  Recorded,
  SendOptions,
  Submission,
  SubmitOptions,
} from './verbs/submission.js';

export type FastCheck = typeof fc;

/** One execution of a property. */
export interface Trial {
  /** Leased for this execution alone, shrink candidates included. */
  readonly account: Account;
  readonly fc: FastCheck;
}

export interface PropertyOptions {
  /** Executions at standard effort; 20 when left out. A quarter of it at quick effort, five times as many at thorough. */
  readonly runs?: number;
  /** Executions may share accounts with other checks: for reads and refusals that leave nothing behind. */
  readonly shared?: boolean;
  /** Values that are always tried first. */
  readonly examples?: readonly (readonly unknown[])[];
}

/** One of the contexts that the run has chosen for a check. */
export interface ContextTrial {
  /** Leased for this context alone. */
  readonly account: Account;
  readonly context: Context;
}

/** A request and what differs in its twin. */
export interface TwinTrial {
  /** The request that must be accepted; sent first, each time with a fresh timestamp and key. */
  readonly send: (options: SendOptions) => Promise<Answered>;
  readonly damage: Damage | SendOptions;
}

export interface CheckContext {
  readonly id: string;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly dialect: Dialect;
  readonly timing: ProfileTiming;
  readonly market: Profile['market'];
  /** What the target documents of a collection of history, where the interface lets it state otherwise. */
  stated(collection: HistoryCollection): StatedCollection;
  readonly foreignAccountId: string | undefined;
  /** An account with conditions of its own, where the profile names one. */
  readonly ownConditions: Profile['accounts']['ownConditions'];
  /** An account with another market, where the profile names one. */
  readonly otherMarket: Profile['accounts']['otherMarket'];
  readonly unknownAccountId: string;
  /** Every account that the profile names as one that is there. */
  readonly namedAccountIds: readonly string[];
  readonly accounts: readonly Account[];
  /** The first leased account. */
  readonly account: Account;
  readonly signal: AbortSignal;
  readonly expect: Expect;
  /** The target's time as the suite knows it, corrected by the measured offset. */
  nowMs(): number;
  /** Whether a key of the profile is of another Ed25519 pair than the main key: a target may register one pair twice. */
  isOfOtherPair(role: KeyRole): boolean;
  /** A fresh key of the run, valid by interface 8, never reused. */
  freshKey(): string;
  /** Deterministic by seed and check id. */
  randomInt(below: number): number;
  control(
    name: ControlActionName,
    params?: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;
  hasControl(name: ControlActionName): boolean;
  /**
   * An account under a guard (`needs.guard`): `t.account`, brought there and back by control action, or the one of the profile that is
   * there already.
   */
  guarded(guard: Guard): Promise<Account>;
  /**
   * Brings the target under a circumstance by its control actions, and takes it away at the end of the check, or before that by what
   * is returned. On `t.account` and its first instrument unless others are named.
   */
  under(
    circumstance: Circumstance,
    where?: { readonly account?: Account; readonly instrument?: string },
  ): Promise<() => Promise<void>>;
  /**
   * The accepted request, then its damaged twin (rule 3). When the undamaged one is not accepted, the check is undecided.
   * Returns the exchange of the damaged one for `expect`.
   */
  twin(trial: TwinTrial): Promise<HttpExchange>;
  /**
   * Runs `execute` over generated values (fast-check, loaded on demand), seeded by run and check. A counterexample is confirmed,
   * then shrunk within a fixed budget of executions, and ends the check as failed with seed, path and smallest case.
   * `await t.property((fc) => [fc.string()], async ({ account }, text) => { ... })`
   */
  property<Values extends readonly unknown[]>(
    arbitraries: (fc: FastCheck) => { readonly [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
    execute: (trial: Trial, ...values: Values) => Promise<void>,
    options?: PropertyOptions,
  ): Promise<void>;
  /**
   * Runs `judge` in every context that the run has chosen for the dimensions of the check (`contexts`), a few of them at once, each on
   * an account of its own. A failure names its context. What turns out not to exist there (`notApplicable`) leaves that context out; where
   * one cannot be decided the check is undecided, once the others were judged.
   */
  inContexts(judge: (trial: ContextTrial) => Promise<void>): Promise<void>;
  /** What the profile says of the decimals of an account's currency; accounts beyond its pool are like the first of it. */
  currencyDigitsOf(accountId: string): number | undefined;
  /** The records of this check so far, as history checkers take them. */
  records(): readonly JournalRecord[];
  /** Checks of kind history only: waits until every other check of the target has ended, then gives all records so far. */
  history(): Promise<readonly JournalRecord[]>;
  /** The OpenAPI document of the target (`needs.facts: ['openapi']`), fetched once per run. Undecided when it cannot be read. */
  openapi(): Promise<OpenapiDocument>;
  /** An account that a control action has just opened for this check, beyond those leased. */
  adopt(accountId: string, known?: { readonly currencyDigits?: number }): Account;
  /** An account for one execution of a property: leased fresh each time, shrink candidates included. */
  withAccount<T>(use: (account: Account) => Promise<T>): Promise<T>;
  /**
   * An account of the pool whose currency has so many decimals, for a check that leases none (`accounts: 0`). False where there is none.
   */
  withAccountOf(currencyDigits: number, use: (account: Account) => Promise<void>): Promise<boolean>;
  observe(
    name: string,
    value: JsonValue,
    options: {
      readonly section: string;
      readonly unit?: string;
      readonly evidence?: readonly number[];
      /** The permission that was used or not: a statement of level may is observed, never asserted. */
      readonly requirement?: JudgedId;
    },
  ): void;
  /** Ends the check undecided. */
  inconclusive(reason: string, evidence?: readonly Evidence[]): never;
  /** Ends the check as not applicable: what it judges turned out not to exist on this target. */
  notApplicable(reason: string): never;
  /** Marks that a sometimes-condition occurred; a check that declares one and never meets it is undecided. */
  occurred(condition: string): void;
  /**
   * Runs at the end of the check, last registered first, also when it failed. Returns the same for doing it earlier: what has been
   * undone is not undone again.
   */
  cleanup(undo: () => Promise<unknown>): () => Promise<void>;
}
