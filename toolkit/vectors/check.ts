// Checks an implementation against the vectors: a program over the protocol, a program started per question, or this project's own.
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { ask } from './ask.js';
import { Ledger, type Progress } from './ledger.js';
import { type LoadedTest, loadTests, VECTOR_FILES } from './load.js';
import { NATIVE } from './native.js';
import { OPERATIONS, SIGNER_OPERATIONS, VERIFIER_OPERATIONS } from './operations.js';
import { excerpt } from './program/excerpt.js';
import { askOnce, introduceOnce } from './program/one-shot.js';
import { runLine } from './program/protocol.js';
import { runSession } from './program/session.js';
import type { VectorReport } from './report.js';

/** Which of an implementation's operations are asked. */
export type CheckMode = 'signer' | 'verifier' | 'all';

export interface CheckOptions {
  /** The command line of the implementation, run by the shell. */
  readonly exec: string;
  /** Where it runs; the current folder when left out. */
  readonly cwd?: string;
  readonly mode?: CheckMode;
  /** Starts the command once per question. */
  readonly oneShot?: boolean;
  /** With `oneShot`: how many programs run at a time. Twice the processors and at least 4 when left out: most of a start is waiting. */
  readonly jobs?: number;
  /** File names without extension; all when left out. */
  readonly groups?: readonly string[];
  /** Longest wait for one answer in milliseconds. */
  readonly answerMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

const ANSWER_MS = 5000;
const START_MS = 30_000;
const WINDOW = 256;
const MAX_RESTARTS = 25;

/** @throws RangeError for a group that does not exist. */
export async function checkVectors(options: CheckOptions): Promise<VectorReport> {
  refuseUnknown(options.groups);
  let made: Ledger | undefined;
  // The files are read while the program starts.
  const ledgerOf = (): Ledger => {
    made ??= new Ledger(selectTests(options), options.onProgress);
    return made;
  };
  const running = options.oneShot === true ? checkOneShot(options, ledgerOf()) : checkSession(options, ledgerOf);
  const ledger = ledgerOf();
  const report = await running;
  if (report.counts.fail === 0) return report;
  // The wrong implementations are many and load slowly, so only who needs them does.
  const { explainFailures } = await import('./hypotheses/explain-failures.js');
  return { ...report, ...explainFailures(ledger.answered()) };
}

/** Checks this project's own implementation in this process. */
export function checkNative(groups: readonly string[] = VECTOR_FILES): VectorReport {
  const started = performance.now();
  const ledger = new Ledger(selectTests({ groups }), undefined);
  const introduction = { implementation: 'tsi-conformance', language: 'TypeScript', capabilities: OPERATIONS };
  ledger.introduce(introduction);
  for (const question of ledger.questions()) {
    ledger.answer(question.seq, ask(NATIVE, question.operation, question.input, question.context));
  }
  return ledger.report({ introduction, restarts: 0, junkLines: 0, notes: [], durationMs: performance.now() - started });
}

async function checkSession(options: CheckOptions, ledgerOf: () => Ledger): Promise<VectorReport> {
  const summary = await runSession({
    command: options.exec,
    cwd: options.cwd,
    answerMs: options.answerMs ?? ANSWER_MS,
    startMs: Math.max(START_MS, options.answerMs ?? 0),
    window: WINDOW,
    maxRestarts: MAX_RESTARTS,
    secretsOf: () => ledgerOf().secrets,
    signal: options.signal,
    tasksOf: (introduction) => {
      ledgerOf().introduce(introduction);
      return ledgerOf()
        .questions()
        .map(({ seq, operation, input, context }) => ({ seq, line: runLine(seq, operation, input, context) }));
    },
    onReply: (reply) => ledgerOf().reply(reply),
    onFailure: (seq, reason) => ledgerOf().failed(seq, reason),
  });
  return ledgerOf().report(summary);
}

/** When this many of the first questions have no answer, the others will have none either. */
const FUTILE = 5;

async function checkOneShot(options: CheckOptions, ledger: Ledger): Promise<VectorReport> {
  const started = performance.now();
  const limitMs = options.answerMs ?? ANSWER_MS;
  const program = { command: options.exec, cwd: options.cwd, signal: options.signal };
  const introduction = await introduceOnce(program, Math.max(START_MS, limitMs));
  const summary = { restarts: 0, junkLines: 0 };
  if (typeof introduction === 'string') {
    const notes = [excerpt(introduction, ledger.secrets)];
    return ledger.report({ ...summary, notes, durationMs: performance.now() - started });
  }
  ledger.introduce(introduction);
  const questions = ledger.questions().values();
  const notes: string[] = [];
  let answers = 0;
  let failures = 0;
  const work = async (): Promise<void> => {
    for (const { seq, operation, input, context } of questions) {
      if (options.signal?.aborted || (answers === 0 && failures >= FUTILE)) return;
      const given = await askOnce(program, { operation, input, context }, limitMs);
      if (options.signal?.aborted) return;
      if ('failure' in given) {
        failures += 1;
        ledger.failed(seq, given.failure);
        continue;
      }
      answers += 1;
      if ('skipped' in given) {
        ledger.skip(seq, given.skipped);
      } else {
        ledger.answer(seq, given.result);
      }
    }
  };
  await Promise.all(Array.from({ length: options.jobs ?? Math.max(4, 2 * availableParallelism()) }, work));
  const gaveUp = answers === 0 && failures >= FUTILE;
  if (gaveUp) notes.push(`gave up after ${failures} questions without an answer`);
  const report = ledger.report({ ...summary, introduction, notes, durationMs: performance.now() - started });
  return gaveUp ? { ...report, gaveUp } : report;
}

function refuseUnknown(groups: readonly string[] = []): void {
  const unknown = groups.find((group) => !VECTOR_FILES.includes(group));
  if (unknown === undefined) return;
  throw new RangeError(`expected groups to be of ${VECTOR_FILES.join(', ')}, got ${unknown}`);
}

function selectTests({
  groups = VECTOR_FILES,
  mode = 'all',
}: Pick<CheckOptions, 'groups' | 'mode'>): readonly LoadedTest[] {
  refuseUnknown(groups);
  const operations = { signer: SIGNER_OPERATIONS, verifier: VERIFIER_OPERATIONS, all: OPERATIONS }[mode];
  return loadTests(VECTOR_FILES.filter((file) => groups.includes(file))).filter(({ operation }) =>
    operations.includes(operation),
  );
}
