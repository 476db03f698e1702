// History checkers: the closed list, and judging a journal by all or some of them.
import type { JournalRecord } from '../journal/record.js';
import { accountState, accountStateInterval } from './account-state.js';
import { ackForm } from './ack-form.js';
import { balances } from './balances.js';
import { judgeRecords } from './check-journal.js';
import type { Checker, CheckerResult, CheckerSettings } from './checker.js';
import { dateTimeFractions, dateTimes } from './date-times.js';
import { echoes } from './echoes.js';
import { entitySets } from './entity-sets.js';
import { authErrors, diagnostics, errorForm } from './error-form.js';
import { listedNames, placementPhases } from './error-names.js';
import { eventForm, eventManners } from './event-form.js';
import { finalResults } from './final-results.js';
import { historyEntities } from './history-entities.js';
import { historyPages } from './history-pages.js';
import { hmrForm } from './hmr-form.js';
import { instrumentEvents } from './instrument-events.js';
import { numbers } from './numbers.js';
import { idempotencyKeys, operationIds } from './operation-ids.js';
import { refusals } from './refusals.js';
import { resultsDelivered } from './results-delivered.js';
import { snapshots } from './snapshots.js';
import { activeSubscriptions, ownAccount, snapshotFirst } from './subscriptions.js';
import { volumes } from './volumes.js';

export { JournalJudgement } from './check-journal.js';
export type { Checker, CheckerResult, CheckerSettings, Finding, Outcome } from './checker.js';
export { readSettings } from './settings.js';

/** In the order in which they report. */
export const CHECKERS: readonly Checker[] = [
  operationIds,
  idempotencyKeys,
  resultsDelivered,
  finalResults,
  echoes,
  refusals,
  ackForm,
  eventForm,
  eventManners,
  entitySets,
  balances,
  volumes,
  snapshots,
  snapshotFirst,
  activeSubscriptions,
  ownAccount,
  historyPages,
  historyEntities,
  accountState,
  accountStateInterval,
  instrumentEvents,
  hmrForm,
  numbers,
  dateTimes,
  dateTimeFractions,
  errorForm,
  authErrors,
  diagnostics,
  placementPhases,
  listedNames,
];

export interface CheckJournalOptions extends CheckerSettings {
  /** Names of checkers; all when left out. */
  readonly only?: readonly string[];
}

/**
 * Judges a journal in one pass. Throws `RangeError` when `only` names a checker that does not exist.
 * `await checkJournal((await readJournal('journal.ndjson')).records)`
 */
export function checkJournal(
  records: Iterable<JournalRecord> | AsyncIterable<JournalRecord>,
  options: CheckJournalOptions = {},
): Promise<readonly CheckerResult[]> {
  return judgeRecords(records, chosen(options.only), options);
}

function chosen(only: readonly string[] | undefined): readonly Checker[] {
  const unknown = only?.find((name) => !CHECKERS.some((checker) => checker.name === name));
  if (unknown !== undefined) {
    throw new RangeError(`only: expected names of ${CHECKERS.map(({ name }) => name).join(', ')}, got ${unknown}`);
  }
  return only === undefined ? CHECKERS : CHECKERS.filter(({ name }) => only.includes(name));
}
