// Runs history checkers over a journal in one pass: reads each record once, keeps the ledger, hands the entry to every judge. A
// checker that throws knows nothing any more: its result is unknown, and the others go on.
import type { JournalRecord } from '../journal/record.js';
import { type Checker, type CheckerResult, type CheckerSettings, Findings, type Judge } from './checker.js';
import { type Entry, readEntry } from './ledger/entry.js';
import { Ledger } from './ledger/ledger.js';

const RESULT_MS = 10_000;
const EVENT_MS = 5_000;

interface Running {
  readonly checker: Checker;
  readonly findings: Findings;
  readonly judge: Judge;
  failure: string | undefined;
}

/** One judgement of one journal: feed it records in order, then take the results. */
export class JournalJudgement {
  readonly #ledger = new Ledger();
  readonly #running: readonly Running[];

  constructor(checkers: readonly Checker[], settings: CheckerSettings = {}) {
    this.#running = checkers.map((checker) => {
      const findings = new Findings(checker.name);
      const judge = checker.start({
        ledger: this.#ledger,
        findings,
        resultMs: settings.resultMs ?? RESULT_MS,
        eventMs: settings.eventMs ?? EVENT_MS,
        currencyDigits: settings.currencyDigits ?? (() => undefined),
        dateTimeMembers: settings.dateTimeMembers ?? [],
        historyOrder: settings.historyOrder ?? (() => 'ascending'),
      });
      return { checker, findings, judge, failure: undefined };
    });
  }

  /** The record in the words of the checkers, for who follows what they judge. */
  see(record: JournalRecord): Entry | undefined {
    const entry = readEntry(record);
    if (entry === undefined) return undefined;
    this.#ledger.see(entry);
    for (const running of this.#running) attempt(running, entry);
    this.#ledger.settle(entry);
    return entry;
  }

  finish(): readonly CheckerResult[] {
    return this.#running.map((running) => {
      attempt(running);
      return resultOf(running);
    });
  }
}

/** Judges a whole journal. `only` names checkers; a name that does not exist is misuse. */
export async function judgeRecords(
  records: Iterable<JournalRecord> | AsyncIterable<JournalRecord>,
  checkers: readonly Checker[],
  settings: CheckerSettings = {},
): Promise<readonly CheckerResult[]> {
  const judgement = new JournalJudgement(checkers, settings);
  for await (const record of records) judgement.see(record);
  return judgement.finish();
}

/** Without an entry the journal has ended. */
function attempt(running: Running, entry?: Entry): void {
  if (running.failure !== undefined) return;
  try {
    if (entry === undefined) running.judge.finish?.();
    else running.judge.see?.(entry);
  } catch (cause) {
    running.failure = cause instanceof Error ? cause.message : String(cause);
  }
}

function resultOf({ checker, findings, failure }: Running): CheckerResult {
  const { judged: judgedBy, kept, more } = findings;
  const judged = Object.values(judgedBy).reduce((sum, count) => sum + count, 0);
  const reason =
    failure === undefined
      ? 'the journal holds nothing that this checker could judge'
      : `the checker failed: ${failure}`;
  const outcome = kept.length > 0 ? 'found' : failure !== undefined || judged === 0 ? 'unknown' : 'ok';
  return {
    checker: checker.name,
    requirements: checker.requirements,
    outcome,
    judged,
    judgedBy,
    findings: kept,
    more,
    isBroken: failure !== undefined,
    ...(outcome === 'unknown' && { reason }),
  };
}
