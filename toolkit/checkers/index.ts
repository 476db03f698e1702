// History checkers: the closed list, and judging a journal by all or some of them.
import type { JournalRecord } from '../journal/record.js';
import type { ClientRequirementId, StatementId } from '../requirements/requirement-id.js';
import { JournalJudgement, judgeRecords } from './check-journal.js';
import type { Checker, CheckerResult, CheckerSettings } from './checker.js';
import { CLIENT_CHECKERS } from './client/client-checkers.js';
import { dateTimeFractions, dateTimes } from './forms/date-times.js';
import { authErrors, diagnostics, errorForm } from './forms/error-form.js';
import { listedNames, placementPhases } from './forms/error-names.js';
import { accountRefusals, placementStatuses } from './forms/error-statuses.js';
import { eventForm, eventManners } from './forms/event-form.js';
import { hmrForm } from './forms/hmr-form.js';
import { instrumentEvents } from './forms/instrument-events.js';
import { numbers } from './forms/numbers.js';
import { periodTimes } from './forms/period-times.js';
import { soundRequests } from './forms/sound-requests.js';
import { statedNames, suggestedNames } from './forms/stated-names.js';
import { accountModel } from './model/account-model.js';
import { historyFollows } from './model/history-follows.js';
import { keyRecords } from './model/key-records.js';
import { lateStatus } from './model/late-status.js';
import { unsubscribed } from './model/unsubscribed.js';
import { ackForm } from './operations/ack-form.js';
import { askedFor } from './operations/asked-for.js';
import { echoes } from './operations/echoes.js';
import { executions } from './operations/executions.js';
import { finalResults } from './operations/final-results.js';
import { idempotencyKeys, operationIds } from './operations/operation-ids.js';
import { refusals } from './operations/refusals.js';
import { resultsDelivered } from './operations/results-delivered.js';
import { statusForm } from './operations/status-form.js';
import { accountState, accountStateInterval } from './state/account-state.js';
import { accountStateGoesOn } from './state/account-state-goes-on.js';
import { balances } from './state/balances.js';
import { entitySets } from './state/entity-sets.js';
import { historyEntities } from './state/history-entities.js';
import { historyPages } from './state/history-pages.js';
import { onlyChanged } from './state/only-changed.js';
import { partialCloses } from './state/partial-closes.js';
import { snapshots } from './state/snapshots.js';
import { snapshotsOwed } from './state/snapshots-owed.js';
import { activeSubscriptions, ownAccount, snapshotFirst } from './state/subscriptions.js';
import { volumes } from './state/volumes.js';

export { JournalJudgement } from './check-journal.js';
export type { Checker, CheckerResult, CheckerSettings, Finding } from './checker.js';
export { journalCheckOf } from './journal-check.js';
export type { Answer, Call, Command, Control, Entry, Message } from './ledger/entry.js';
export { readSettings } from './settings.js';

/** In the order in which they report. */
export const CHECKERS: readonly Checker[] = [
  operationIds,
  idempotencyKeys,
  keyRecords,
  executions,
  resultsDelivered,
  finalResults,
  echoes,
  refusals,
  statusForm,
  ackForm,
  eventForm,
  eventManners,
  entitySets,
  onlyChanged,
  askedFor,
  balances,
  volumes,
  snapshots,
  snapshotFirst,
  snapshotsOwed,
  activeSubscriptions,
  unsubscribed,
  ownAccount,
  historyPages,
  historyEntities,
  accountState,
  accountStateInterval,
  instrumentEvents,
  hmrForm,
  periodTimes,
  statedNames,
  suggestedNames,
  numbers,
  dateTimes,
  dateTimeFractions,
  errorForm,
  authErrors,
  soundRequests,
  diagnostics,
  placementPhases,
  listedNames,
  accountRefusals,
  placementStatuses,
];

/** What only a journal with some patience in it shows: a run of the suite waits for nothing longer than it must. */
export const PATIENT_CHECKERS: readonly Checker[] = [
  accountModel,
  partialCloses,
  lateStatus,
  historyFollows,
  accountStateGoesOn,
];

const ALL: readonly Checker[] = [...CHECKERS, ...PATIENT_CHECKERS];

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
  const unknown = only?.find((name) => !ALL.some((checker) => checker.name === name));
  if (unknown !== undefined) {
    throw new RangeError(`only: expected names of ${ALL.map(({ name }) => name).join(', ')}, got ${unknown}`);
  }
  return only === undefined ? ALL : ALL.filter(({ name }) => only.includes(name));
}

export const CHECKED_SUBJECTS = ['server', 'client'] as const;
export type CheckedSubject = (typeof CHECKED_SUBJECTS)[number];

/** The names of the checkers of one side or of both. */
export function checkerNames(subjects: readonly CheckedSubject[]): readonly string[] {
  return [
    ...(subjects.includes('server') ? ALL.map(({ name }) => name) : []),
    ...(subjects.includes('client') ? CLIENT_CHECKERS.map(({ name }) => name) : []),
  ];
}

/** Judges the services of a journal, its clients, or both, in one pass. `only` names checkers of the sides that are judged. */
export async function checkSubjects(
  records: Iterable<JournalRecord> | AsyncIterable<JournalRecord>,
  subjects: readonly CheckedSubject[],
  { only, ...settings }: CheckJournalOptions = {},
): Promise<readonly CheckerResult<StatementId>[]> {
  const isWanted = ({ name }: { readonly name: string }): boolean => only === undefined || only.includes(name);
  const ofServices = new JournalJudgement(subjects.includes('server') ? ALL.filter(isWanted) : [], settings);
  const ofClients = new JournalJudgement<ClientRequirementId>(
    subjects.includes('client') ? CLIENT_CHECKERS.filter(isWanted) : [],
    settings,
  );
  for await (const record of records) {
    ofServices.see(record);
    ofClients.see(record);
  }
  return [...ofServices.finish(), ...ofClients.finish()];
}
