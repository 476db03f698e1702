// High margin requirement periods (interface 2.5, 6, 6.2).
import type { HmrPeriod } from '../../domain.js';

export interface HmrRules {
  /** Interface 6.2, rule 2: active and scheduled periods, not past ones. */
  isCurrent(period: HmrPeriod, nowMs: number): boolean;
  /** Interface 6.2, rule 2: those that concern the subscribed instruments, or all of the account (open). */
  concerns(period: HmrPeriod, instruments: ReadonlySet<string>, periods: 'narrowed' | 'whole'): boolean;
  /** Interface 2.5: a period reports the concrete instruments that it affects. */
  shownPeriod(period: HmrPeriod): HmrPeriod;
  /** Interface 6.2, rule 2: `hmr_snapshot` after subscribing. */
  snapshotsHmrOnSubscribe(ordinal: number, connection: string): boolean;
  /** Interface 6.2, rule 2: a subscription brings no new snapshot to the other connections of the account. */
  snapshotsHmrElsewhere(): boolean;
  /** Interface 6.2, rule 3: an ordinary change is announced as an update. */
  announcesChange(change: 'upsert' | 'remove'): 'update' | 'snapshot' | 'nothing';
  /** Interface 6.2, rule 2: a change of the effective flexible status is announced as a new snapshot. */
  announcesFlexible(enabled: boolean): 'update' | 'snapshot' | 'nothing';
  /** Interface 6; 6.2, rule 2: only a change of the effective flexible status is announced. */
  changesFlexible(before: boolean, after: boolean): boolean;
  /** Interface 6.2, rule 3: what an upsert carries. */
  upsertedPeriods(changed: HmrPeriod, all: readonly HmrPeriod[]): readonly HmrPeriod[];
  /** Interface 6.2, rule 3. */
  removedPeriodIds(periodId: string): readonly string[];
}

export const honestHmr: HmrRules = {
  isCurrent: ({ endsAtMs }, nowMs) => endsAtMs > nowMs,
  concerns: (period, instruments, periods) =>
    periods === 'whole' || period.instruments.some((instrument) => instruments.has(instrument)),
  shownPeriod: (period) => period,
  snapshotsHmrOnSubscribe: () => true,
  snapshotsHmrElsewhere: () => false,
  announcesChange: () => 'update',
  announcesFlexible: () => 'snapshot',
  changesFlexible: (before, after) => before !== after,
  upsertedPeriods: (changed) => [changed],
  removedPeriodIds: (periodId) => [periodId],
};
