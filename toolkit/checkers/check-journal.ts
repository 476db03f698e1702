// Runs history checkers over a journal in one pass: reads each record once, keeps the ledger, hands the entry to every judge. A
// checker that throws knows nothing any more: its result is unknown, and the others go on.

import { kept } from '../base/kept.js';
import type { JournalRecord } from '../journal/record.js';
import { type MessageKind, SERVER_EVENTS } from '../profile/dialect/views.js';
import type { RequirementId, StatementId } from '../requirements/requirement-id.js';
import {
  ASSUMPTIONS,
  type Assumption,
  type Checker,
  type CheckerResult,
  type CheckerSettings,
  Findings,
  type Judge,
} from './checker.js';
import type { Entry, Sight } from './ledger/entry.js';
import { Ledger } from './ledger/ledger.js';
import { readEntry } from './ledger/read-entry.js';

const MESSAGES: ReadonlySet<MessageKind> = new Set([
  ...SERVER_EVENTS,
  'tick',
  'command_accepted',
  'command_refused',
  'ignored',
  'unknown',
] as const);
const RESULT_MS = 10_000;
const EVENT_MS = 5_000;

interface Running<Id extends StatementId> {
  readonly checker: Checker<Id>;
  readonly findings: Findings<Id>;
  /** What it assumes and nobody knows. */
  missing: Assumption | undefined;
  readonly judge: Judge;
  failure: string | undefined;
}

/** One judgement of one journal: feed it records in order, then take the results. */
export class JournalJudgement<Id extends StatementId = RequirementId> {
  readonly #ledger = new Ledger();
  readonly #running: readonly Running<Id>[];
  /** Those that look at an entry, by what it is: most look at few kinds. */
  readonly #looking = new Map<Sight, readonly Running<Id>[]>();

  constructor(checkers: readonly Checker<Id>[], settings: CheckerSettings = {}) {
    const granted = settings.granted ?? ASSUMPTIONS;
    this.#running = checkers.map((checker) => {
      const findings = new Findings<Id>(checker.name);
      const missing = checker.assumes?.find((one) => !granted.includes(one));
      const judge = checker.start({
        ledger: this.#ledger,
        findings,
        resultMs: settings.resultMs ?? RESULT_MS,
        eventMs: settings.eventMs ?? EVENT_MS,
        currencyDigits: settings.currencyDigits ?? (() => undefined),
        dateTimeMembers: settings.dateTimeMembers ?? [],
        granted,
        isWaitedFor: settings.isWaitedFor ?? false,
        historyOrder: settings.historyOrder ?? (() => 'ascending'),
      });
      return { checker, findings, judge, missing, failure: undefined };
    });
  }

  /** The record in the words of the checkers, for who follows what they judge. */
  see(record: JournalRecord): Entry | undefined {
    if (record.kind === 'gap') for (const running of this.#running) missAfterGap(running);
    const entry = readEntry(record);
    if (entry === undefined) return undefined;
    this.#ledger.see(entry);
    for (const running of this.#lookingAt(entry)) attempt(running, entry);
    this.#ledger.settle(entry);
    return entry;
  }

  #lookingAt(entry: Entry): readonly Running<Id>[] {
    // A journal may invent kinds of messages without end, and call them what it likes.
    const sight = entry.type === 'message' ? (MESSAGES.has(entry.kind) ? entry.kind : 'unknown') : entry.type;
    return kept(this.#looking, sight, () =>
      this.#running.filter(({ judge, checker: { sees } }) => {
        if (judge.see === undefined) return false;
        return sees === undefined || sees.includes(sight) || (entry.type === 'message' && sees.includes('message'));
      }),
    );
  }

  finish(): readonly CheckerResult<Id>[] {
    return this.#running.map((running) => {
      attempt(running);
      return resultOf(running);
    });
  }
}

/** Judges a whole journal. `only` names checkers; a name that does not exist is misuse. */
export async function judgeRecords<Id extends StatementId = RequirementId>(
  records: Iterable<JournalRecord> | AsyncIterable<JournalRecord>,
  checkers: readonly Checker<Id>[],
  settings: CheckerSettings = {},
): Promise<readonly CheckerResult<Id>[]> {
  const judgement = new JournalJudgement(checkers, settings);
  if (Symbol.iterator in records) for (const record of records) judgement.see(record);
  else for await (const record of records) judgement.see(record);
  return judgement.finish();
}

/** From a gap on not every connection was recorded. */
function missAfterGap<Id extends StatementId>(running: Running<Id>): void {
  if (running.checker.assumes?.includes('all-connections') === true) running.missing ??= 'all-connections';
}

/** Without an entry the journal has ended. */
function attempt<Id extends StatementId>(running: Running<Id>, entry?: Entry): void {
  if (running.failure !== undefined || running.missing !== undefined) return;
  try {
    if (entry === undefined) running.judge.finish?.();
    else running.judge.see?.(entry);
  } catch (cause) {
    running.failure = cause instanceof Error ? cause.message : String(cause);
  }
}

function resultOf<Id extends StatementId>({ checker, findings, missing, failure }: Running<Id>): CheckerResult<Id> {
  const { judged: judgedBy, kept, more, left } = findings;
  const judged = Object.values(judgedBy).reduce((sum, count) => sum + count, 0);
  const reason = whyUnknown(failure, missing);
  const outcome = kept.length > 0 ? 'found' : failure !== undefined || judged === 0 ? 'unknown' : 'ok';
  return {
    checker: checker.name,
    requirements: checker.requirements,
    outcome,
    judged,
    judgedBy,
    ...(Object.keys(left).length > 0 && { leftBy: left }),
    findings: kept,
    more,
    isBroken: failure !== undefined,
    ...(outcome === 'unknown' && { reason }),
  };
}

const WITHOUT: Readonly<Record<Assumption, string>> = {
  'sole-actor': 'others may have acted on the same accounts',
  'all-connections': 'not every connection was recorded',
  'from-start': 'what came before the recording is not known',
  'retention-known': 'how long things are kept is not known',
  'control-known': 'what operators did meanwhile is not known',
};

function whyUnknown(failure: string | undefined, missing: Assumption | undefined): string {
  if (missing !== undefined) return WITHOUT[missing];
  return failure === undefined
    ? 'the journal holds nothing that this checker could judge'
    : `the checker failed: ${failure}`;
}
