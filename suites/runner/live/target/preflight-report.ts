// What preflight found out about a target: said once, by the run, and the cause of everything that is undecided for it.
export interface PreflightReport {
  /** `unreachable`: nothing answers there. `refused`: something answers, but not a correct signed read. */
  readonly outcome: 'ready' | 'unreachable' | 'refused';
  /** What was tried and what came of it; present unless ready. */
  readonly message?: string;
  /** What to do about it. */
  readonly advice?: string;
  /** Why streams cannot be used, although reads can. */
  readonly streams?: string;
  /** Why `account.create` cannot be used, although it is bound. */
  readonly accounts?: string;
  /** How many streams an account may have at once, where a probe found a limit. */
  readonly streamsPerAccount?: number;
  readonly clockOffsetMs?: number;
  readonly evidence: readonly number[];
}
