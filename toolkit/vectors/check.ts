// Checks an implementation against the vectors: a program over the protocol, a program started per question, or this project's own.
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { JsonValue } from '../payload/json.js';
import { ask } from './ask.js';
import { excerpt } from './excerpt.js';
import { judge } from './judge.js';
import { type LoadedTest, loadTests, observationTests, VECTOR_FILES } from './load.js';
import type { GroupContext } from './model.js';
import { NATIVE } from './native.js';
import { askOnce, introduceOnce } from './one-shot.js';
import { OPERATIONS, type Operation, SIGNER_OPERATIONS, VERIFIER_OPERATIONS } from './operations.js';
import { type Introduction, type Reply, runLine } from './protocol.js';
import {
  countVerdicts,
  groupCounts,
  isPassed,
  type ObservedAnswer,
  type VectorOutcome,
  type VectorReport,
} from './report.js';
import { runSession, type SessionSummary } from './session.js';

/** Which of an implementation's operations are asked. */
export type CheckMode = 'signer' | 'verifier' | 'all';

export interface CheckOptions {
  /** The command line of the implementation, run by the shell. */
  readonly exec: string;
  readonly mode?: CheckMode;
  /** Starts the command once per question. */
  readonly oneShot?: boolean;
  /** File names without extension; all when left out. */
  readonly groups?: readonly string[];
  /** Longest wait for one answer in milliseconds. */
  readonly answerMs?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

const ANSWER_MS = 5000;
const START_MS = 30_000;
const WINDOW = 256;
const MAX_RESTARTS = 25;

/** @throws RangeError for a group that does not exist. */
export async function checkVectors(options: CheckOptions): Promise<VectorReport> {
  const tests = selectTests(options);
  const ledger = new Ledger(tests, options.onProgress);
  return options.oneShot === true ? checkOneShot(options, ledger) : checkSession(options, ledger);
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

async function checkSession(options: CheckOptions, ledger: Ledger): Promise<VectorReport> {
  const summary = await runSession({
    command: options.exec,
    answerMs: options.answerMs ?? ANSWER_MS,
    startMs: Math.max(START_MS, options.answerMs ?? 0),
    window: WINDOW,
    maxRestarts: MAX_RESTARTS,
    secrets: ledger.secrets,
    signal: options.signal,
    tasksOf: (introduction) => {
      ledger.introduce(introduction);
      return ledger
        .questions()
        .map(({ seq, operation, input, context }) => ({ seq, line: runLine(seq, operation, input, context) }));
    },
    onReply: (reply) => ledger.reply(reply),
    onFault: (seq, reason) => ledger.fault(seq, reason),
  });
  return ledger.report(summary);
}

async function checkOneShot(options: CheckOptions, ledger: Ledger): Promise<VectorReport> {
  const started = performance.now();
  const limitMs = options.answerMs ?? ANSWER_MS;
  const introduction = await introduceOnce(options.exec, Math.max(START_MS, limitMs));
  ledger.introduce(introduction);
  const questions = [...ledger.questions()].values();
  const work = async (): Promise<void> => {
    for (const { seq, operation, input, context } of questions) {
      if (options.signal?.aborted) {
        return;
      }
      const given = await askOnce(options.exec, operation, input, context, limitMs);
      if ('fault' in given) {
        ledger.fault(seq, given.fault);
      } else if ('skipped' in given) {
        ledger.skip(seq, given.skipped);
      } else {
        ledger.answer(seq, given.result);
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return ledger.report({ introduction, restarts: 0, junkLines: 0, notes: [], durationMs: performance.now() - started });
}

function selectTests({
  groups = VECTOR_FILES,
  mode = 'all',
}: Pick<CheckOptions, 'groups' | 'mode'>): readonly LoadedTest[] {
  const unknown = groups.find((group) => !VECTOR_FILES.includes(group));
  if (unknown !== undefined) {
    throw new RangeError(`expected groups to be of ${VECTOR_FILES.join(', ')}, got ${unknown}`);
  }
  const operations = { signer: SIGNER_OPERATIONS, verifier: VERIFIER_OPERATIONS, all: OPERATIONS }[mode];
  return loadTests(VECTOR_FILES.filter((file) => groups.includes(file))).filter(({ operation }) =>
    operations.includes(operation),
  );
}

interface AskedQuestion {
  readonly seq: number;
  readonly operation: Operation;
  readonly input: LoadedTest['test']['input'];
  readonly context: GroupContext;
}

/** Who was asked what, and what came of it. Sequence numbers count the tests; observations follow them. */
class Ledger {
  readonly secrets: readonly string[];
  readonly #tests: readonly LoadedTest[];
  readonly #observed = observationTests();
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  readonly #outcomes = new Map<number, VectorOutcome>();
  readonly #answers = new Map<number, ObservedAnswer>();
  #operations: readonly Operation[] = [];
  #failed = 0;

  constructor(tests: readonly LoadedTest[], onProgress: ((progress: Progress) => void) | undefined) {
    this.#tests = tests;
    this.#onProgress = onProgress;
    this.secrets = [...new Set(tests.flatMap(({ context }) => (context.key === undefined ? [] : [context.key.seed])))];
  }

  introduce({ capabilities }: Introduction): void {
    this.#operations = capabilities;
  }

  questions(): readonly AskedQuestion[] {
    const tests = this.#tests.map(({ operation, context, test }, seq) => ({
      seq,
      operation,
      context,
      input: test.input,
    }));
    const asksObservations = new Set(tests.map(({ operation }) => operation));
    const observed = this.#observed
      .map(({ observation, context }, i) => ({
        seq: this.#tests.length + i,
        operation: observation.operation,
        context,
        input: observation.input,
      }))
      .filter(({ operation }) => asksObservations.has(operation));
    return [...tests, ...observed].filter(({ operation }) => this.#operations.includes(operation));
  }

  reply(reply: Reply): void {
    if (reply.kind === 'result') {
      this.answer(reply.seq, reply.result);
    } else if (reply.kind === 'skipped') {
      this.skip(reply.seq, reply.message);
    } else {
      this.fault(reply.seq, reply.message);
    }
  }

  answer(seq: number, result: JsonValue): void {
    const loaded = this.#tests[seq];
    if (loaded === undefined) {
      const observed = this.#observed[seq - this.#tests.length]?.observation;
      if (observed !== undefined) {
        this.#answers.set(seq, { tcId: observed.tcId, comment: observed.comment, answer: result });
      }
      return;
    }
    const fault = judge(loaded.operation, loaded.context, loaded.test, result);
    const { actual, ...rest } = fault ?? {};
    this.#record(seq, {
      verdict: fault === undefined ? 'pass' : 'fail',
      ...rest,
      ...(actual === undefined ? {} : { actual: this.#shorten(actual) }),
    });
  }

  skip(seq: number, reason: string): void {
    this.#record(seq, { verdict: 'skipped', message: this.#shorten(reason) });
  }

  fault(seq: number, reason: string): void {
    this.#record(seq, { verdict: 'errored', message: this.#shorten(reason) });
  }

  report(summary: SessionSummary): VectorReport {
    const has = (test: LoadedTest): boolean => this.#operations.includes(test.operation);
    const outcomes = this.#tests.flatMap((test, seq) =>
      has(test)
        ? [this.#outcomes.get(seq) ?? outcomeOf(test, { verdict: 'not-run', message: 'the run ended before' })]
        : [],
    );
    const counts = countVerdicts(outcomes);
    const missing = groupCounts(
      this.#tests.filter((test) => !has(test)).map((test) => outcomeOf(test, { verdict: 'not-run' })),
    );
    return {
      implementation: this.#shorten(summary.introduction?.implementation ?? 'unknown'),
      language: this.#shorten(summary.introduction?.language ?? 'unknown'),
      operations: this.#operations,
      outcomes,
      groups: groupCounts(outcomes),
      counts,
      observations: [...this.#answers.values()],
      notApplicable: missing.map(({ file, operation, counts: tests }) => ({
        file,
        operation,
        tests: tests['not-run'],
      })),
      restarts: summary.restarts,
      junkLines: summary.junkLines,
      notes: summary.notes,
      durationMs: summary.durationMs,
      passed: isPassed(counts),
    };
  }

  #record(seq: number, result: Pick<VectorOutcome, 'verdict'> & Partial<VectorOutcome>): void {
    const loaded = this.#tests[seq];
    if (loaded === undefined) {
      return;
    }
    this.#outcomes.set(seq, outcomeOf(loaded, result));
    this.#failed += result.verdict === 'fail' || result.verdict === 'errored' ? 1 : 0;
    this.#onProgress?.({ done: this.#outcomes.size, total: this.#tests.length, failed: this.#failed });
  }

  #shorten(text: string): string {
    return excerpt(text, this.secrets);
  }
}

function outcomeOf(
  { file, operation, test }: LoadedTest,
  result: Pick<VectorOutcome, 'verdict'> & Partial<VectorOutcome>,
): VectorOutcome {
  return { tcId: test.tcId, file, operation, comment: test.comment, ...result };
}
