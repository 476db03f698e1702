// The books of one check: which test was asked under which number, what was answered, what came of it.
import type { JsonValue } from '../payload/json.js';
import { type Explained, Explainer } from './explain-defect.js';
import type { SignedAnswer } from './hypotheses/signed-answer.js';
import { judge } from './judge.js';
import { type LoadedTest, observationTests } from './load.js';
import type { GroupContext, VectorKey } from './model.js';
import type { Operation } from './operations.js';
import { excerpt } from './program/excerpt.js';
import type { Introduction, Reply } from './program/protocol.js';
import type { SessionSummary } from './program/session.js';
import {
  countVerdicts,
  groupCounts,
  isPassed,
  type ObservedAnswer,
  type VectorOutcome,
  type VectorReport,
} from './report.js';

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
}

export interface AskedQuestion {
  readonly seq: number;
  readonly operation: Operation;
  readonly input: LoadedTest['test']['input'];
  readonly context: GroupContext;
}

/** Who was asked what, and what came of it. Sequence numbers count the tests; observations follow them. */
export class Ledger {
  readonly secrets: readonly string[];
  readonly #tests: readonly LoadedTest[];
  readonly #observed = observationTests();
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  readonly #outcomes = new Map<number, VectorOutcome>();
  readonly #answers = new Map<number, ObservedAnswer>();
  readonly #results = new Map<number, JsonValue>();
  readonly #explainer = new Explainer();
  readonly #explained = new Map<number, Explained>();
  #operations: readonly Operation[] = [];
  #failed = 0;

  constructor(tests: readonly LoadedTest[], onProgress: ((progress: Progress) => void) | undefined) {
    this.#tests = tests;
    this.#onProgress = onProgress;
    this.secrets = [
      ...new Set(tests.flatMap(({ context }) => (context.key === undefined ? [] : spellings(context.key)))),
    ];
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
      this.failed(reply.seq, reply.message);
    }
  }

  answer(seq: number, result: JsonValue): void {
    const loaded = this.#tests[seq];
    if (loaded === undefined) {
      const observed = this.#observed[seq - this.#tests.length]?.observation;
      if (observed !== undefined) {
        this.#answers.set(seq, {
          tcId: observed.tcId,
          comment: observed.comment,
          answer: result,
          ...(observed.cause !== undefined && isAccepted(result) ? { warning: observed.cause } : {}),
          ...(observed.stated !== undefined && isAccepted(result) !== (observed.advised?.['valid'] === true)
            ? { differs: observed.stated }
            : {}),
        });
      }
      return;
    }
    this.#results.set(seq, result);
    const judged = judge(loaded.operation, loaded.context, loaded.test, result);
    const explained = judged && this.#explainer.explain(judged, loaded, result);
    const defect = explained?.defect;
    if (explained !== undefined) this.#explained.set(seq, explained);
    const { actual, ...rest } = defect ?? {};
    this.#record(seq, {
      verdict: defect === undefined ? 'pass' : 'fail',
      ...rest,
      ...(actual === undefined ? {} : { actual: this.#shorten(actual) }),
    });
  }

  skip(seq: number, reason: string): void {
    this.#record(seq, { verdict: 'skipped', message: this.#shorten(reason) });
  }

  failed(seq: number, reason: string): void {
    this.#record(seq, { verdict: 'errored', message: this.#shorten(reason) });
  }

  /** Every test with its answer and what came of it. */
  answered(): readonly SignedAnswer[] {
    return [...this.#results].flatMap(([seq, result]) => {
      const [loaded, outcome] = [this.#tests[seq], this.#outcomes.get(seq)];
      return loaded === undefined || outcome === undefined
        ? []
        : [{ loaded, outcome, result, causes: [], ...this.#foundIn(seq) }];
    });
  }

  #foundIn(seq: number): Partial<Omit<Explained, 'defect'>> {
    const { defect: _, ...found } = this.#explained.get(seq) ?? {};
    return found;
  }

  /** Without hypotheses, which `check.ts` adds where something failed. */
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
      hypotheses: [],
      unexplained: [],
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
    if (loaded === undefined) return;
    this.#outcomes.set(seq, outcomeOf(loaded, result));
    this.#failed += result.verdict === 'fail' || result.verdict === 'errored' ? 1 : 0;
    this.#onProgress?.({ done: this.#outcomes.size, total: this.#tests.length, failed: this.#failed });
  }

  #shorten(text: string): string {
    return excerpt(text, this.secrets);
  }
}

const isAccepted = (result: JsonValue): boolean =>
  typeof result === 'object' && result !== null && 'valid' in result && result['valid'] === true;

function outcomeOf(
  { file, operation, test }: LoadedTest,
  result: Pick<VectorOutcome, 'verdict'> & Partial<VectorOutcome>,
): VectorOutcome {
  return { tcId: test.tcId, file, operation, comment: test.comment, ...result };
}

/** The texts in which a private key may show: its seed in three encodings, and the content of its PEM. */
function spellings({ seed, privatePem }: VectorKey): readonly string[] {
  const bytes = Buffer.from(seed, 'hex');
  const content = privatePem.replace(/-----[A-Z ]+-----/g, '').trim();
  return [seed, seed.toUpperCase(), bytes.toString('base64url'), bytes.toString('base64'), content];
}
