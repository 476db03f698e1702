// What a history checker is: a pure, incremental judge over the entries of a journal. In the manner of Knossos and porcupine:
// results have three values, checkers know nothing of each other, and `check-journal.ts` composes them.

import { kept } from '../base/kept.js';
import type { HistoryCollection, StatedCollection } from '../profile/stated-history.js';
import type { RequirementId, StatementId } from '../requirements/requirement-id.js';
import type { Entry, Sight } from './ledger/entry.js';
import type { Ledger } from './ledger/ledger.js';

/** `Id`: what binds services, unless a checker judges clients. */
export interface Finding<Id extends StatementId = RequirementId> {
  readonly checker: string;
  /** The requirement that is violated, an id of the catalogue. */
  readonly requirement: Id;
  /** Where this fact weighs less than its requirement: the interface does not plainly state it. */
  readonly level?: 'should';
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Indices of journal records, most telling first. */
  readonly evidence: readonly number[];
}

export interface CheckerResult<Id extends StatementId = RequirementId> {
  readonly checker: string;
  readonly requirements: readonly Id[];
  /** `unknown`: the journal holds nothing of the kind, or not enough to tell. */
  readonly outcome: 'ok' | 'found' | 'unknown';
  /** How many things were judged. */
  readonly judged: number;
  /** The same by requirement; one that is missing was not judged at all. */
  readonly judgedBy: Readonly<Record<string, number>>;
  /** By requirement that was not judged though something of it was seen: why. */
  readonly leftBy?: Readonly<Record<string, string>>;
  /** At most `KEPT` for each requirement and level. */
  readonly findings: readonly Finding<Id>[];
  /** Findings beyond those kept. */
  readonly more: number;
  /** Why the outcome is unknown. */
  readonly reason?: string;
  /** The checker itself failed on this journal. */
  readonly isBroken: boolean;
}

/** What only the operator knows; every member has a default that errs towards unknown. */
export interface CheckerSettings {
  /** Longest wait from an ACK to its final result. */
  readonly resultMs?: number;
  /** Longest wait for an event on one connection after another one showed it. */
  readonly eventMs?: number;
  /** Decimals of the account currency, by account. */
  readonly currencyDigits?: (account: string) => number | undefined;
  /** Patterns of members that hold date-times, as the dialect binds them (`Dialect.dateTimeMembers`). */
  readonly dateTimeMembers?: readonly string[];
  /** What is known of the recording; everything when left out, as of a run of the suite. */
  readonly granted?: readonly Assumption[];
  /** The client was told what to do, and waited for: whoever had no processor has not answered in time, and is not judged. */
  readonly isWaitedFor?: boolean;
  /** Of a collection of history; undefined where it is not known, ascending when left out. */
  readonly historyOrder?: (collection: HistoryCollection) => StatedCollection['order'] | undefined;
}

export interface CheckerContext<Id extends StatementId = RequirementId> {
  readonly ledger: Ledger;
  readonly resultMs: number;
  readonly eventMs: number;
  readonly currencyDigits: (account: string) => number | undefined;
  readonly dateTimeMembers: readonly string[];
  readonly granted: readonly Assumption[];
  readonly isWaitedFor: boolean;
  readonly historyOrder: (collection: HistoryCollection) => StatedCollection['order'] | undefined;
  readonly findings: Findings<Id>;
}

/**
 * What a recording may lack. `sole-actor`: nobody else acts on the accounts; `all-connections`: every connection was seen;
 * `from-start`: what came before was seen too; `retention-known`, `control-known`: how long things are kept, what operators did.
 */
export const ASSUMPTIONS = ['sole-actor', 'all-connections', 'from-start', 'retention-known', 'control-known'] as const;
export type Assumption = (typeof ASSUMPTIONS)[number];

export interface Judge {
  /** Called for each entry, in the order of the journal, after the ledger has taken it. */
  readonly see?: (entry: Entry) => void;
  /** Called once, when the journal has ended. */
  readonly finish?: () => void;
}

export interface Checker<Id extends StatementId = RequirementId> {
  readonly name: string;
  /** What it judges, in a few words: `operation identifiers are unique`. */
  readonly summary: string;
  /** The first decides the level: a checker judges either what binds or what is only suggested. */
  readonly requirements: readonly Id[];
  /** Whom it judges; a service where it is left out. */
  readonly subject?: 'server' | 'client';
  /** What must be known of the recording, or it judges nothing. */
  readonly assumes?: readonly Assumption[];
  /** The entries that it looks at, and no others are shown to it; all where it is left out. */
  readonly sees?: readonly Sight[];
  readonly start: (context: CheckerContext<Id>) => Judge;
}

/** A checker that remembers nothing of its own: what it judges is in the entry and in the ledger. */
export function stateless<Id extends StatementId = RequirementId>({
  see,
  finish,
  ...checker
}: Stateless<NoInfer<Id>>): Checker<Id> {
  return {
    ...checker,
    start: (context) => ({
      ...(see !== undefined && { see: (entry) => see(entry, context) }),
      ...(finish !== undefined && { finish: () => finish(context) }),
    }),
  };
}

interface Stateless<Id extends StatementId> extends Omit<Checker<Id>, 'start'> {
  readonly see?: (entry: Entry, context: CheckerContext<Id>) => void;
  readonly finish?: (context: CheckerContext<Id>) => void;
}

/** Findings kept for each requirement and level of a checker; a target that errs once errs ten thousand times. */
export const KEPT = 20;

/** What a judge says of a violation; checker, requirement and level are known already. */
export type Violation = Omit<Finding, 'checker' | 'requirement' | 'level'>;

/** Of one requirement: journals have a million records, so that counting is one look-up. */
interface Count {
  judged: number;
  /** Apart by level, so that warnings never crowd out what binds. */
  readonly found: { must: number; should: number };
}

/** What a judge writes to: it counts what was judged and keeps the first findings of each requirement and level. */
export class Findings<Id extends StatementId = RequirementId> {
  readonly #checker: string;
  readonly #kept: Finding<Id>[] = [];
  readonly #counts = new Map<string, Count>();
  readonly #left = new Map<string, string>();

  constructor(checker: string) {
    this.#checker = checker;
  }

  /**
   * One more thing was judged by the requirement; `violation` is built only when it does not hold and is kept. `level` is `should` where
   * this fact weighs less than its requirement: the interface does not plainly state it.
   */
  judge(requirement: Id, holds: boolean, violation: () => Violation, level: 'must' | 'should' = 'must'): void {
    const count = this.#countOf(requirement);
    count.judged += 1;
    if (holds) return;
    count.found[level] += 1;
    if (count.found[level] > KEPT) return;
    const lowered = level === 'should' && { level };
    this.#kept.push({ checker: this.#checker, requirement, ...lowered, ...violation() });
  }

  /** One more thing was judged, and it holds. */
  holds(requirement: Id): void {
    this.#countOf(requirement).judged += 1;
  }

  /** Something was seen that tells neither. */
  leaves(requirement: Id, reason: string): void {
    this.#left.set(requirement, reason);
  }

  #countOf(requirement: Id): Count {
    return kept(this.#counts, requirement, () => ({ judged: 0, found: { must: 0, should: 0 } }));
  }

  /** How many things were judged, by requirement. */
  get judged(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].map(([requirement, { judged }]) => [requirement, judged]));
  }

  /** Why those were not judged of which something was seen. */
  get left(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#left);
  }

  get kept(): readonly Finding<Id>[] {
    return this.#kept;
  }

  get more(): number {
    const all = [...this.#counts.values()].reduce((sum, { found }) => sum + found.must + found.should, 0);
    return all - this.#kept.length;
  }
}
