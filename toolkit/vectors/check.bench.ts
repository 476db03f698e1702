// All vectors against this project's own implementation in under a second, and the protocol through the Node.js adapter at 5,000 tests
// a second or more: exits 1 when either is missed. Run the compiled file: `node build/toolkit/vectors/check.bench.js`.

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { packageRoot } from '../payload/package-root.js';
import { checkNative } from './check.js';
import { judge } from './judge.js';
import { loadTests } from './load.js';
import { runLine } from './program/protocol.js';
import { runSession } from './program/session.js';

const NATIVE_LIMIT_MS = 1000;
const LEAST_RATE = 5000;
const REPETITIONS = 40;
/** The best counts, since two processes and whatever else runs share the machine. */
const ROUNDS = 3;

const native = checkNative();

const adapter = join(packageRoot(), 'vectors', 'adapters', 'node.mjs');
let wrong = 0;

/** Answers per second of one process, its start left out. */
async function measure(): Promise<number> {
  let tests: ReturnType<typeof loadTests> = [];
  let introduced = 0;
  let answered = 0;
  await runSession({
    command: `"${process.execPath}" "${adapter}"`,
    answerMs: 5000,
    startMs: 5000,
    window: 256,
    maxRestarts: 0,
    secretsOf: () => [],
    tasksOf: ({ capabilities }) => {
      tests = loadTests().filter(({ operation }) => capabilities.includes(operation));
      introduced = performance.now();
      return Array.from({ length: REPETITIONS * tests.length }, (_, seq) => {
        const { operation, context, test } = tests[seq % tests.length] ?? fail('a test');
        return { seq, line: runLine(seq, operation, test.input, context) };
      });
    },
    onReply: (reply) => {
      const { operation, context, test } = tests[reply.seq % tests.length] ?? fail('a test');
      answered += 1;
      wrong += reply.kind === 'result' && judge(operation, context, test, reply.result) === undefined ? 0 : 1;
    },
    onFailure: (seq, reason) => fail(`an answer to question ${seq}: ${reason}`),
  });
  return (answered / (performance.now() - introduced)) * 1000;
}

const rates: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  rates.push(await measure());
}
const rate = Math.max(...rates);

function fail(expected: string): never {
  throw new Error(`expected ${expected}, got none`);
}

process.stdout.write(
  `own implementation: ${native.outcomes.length} tests in ${native.durationMs.toFixed(0)} ms (at most ${NATIVE_LIMIT_MS})\n` +
    `protocol, Node.js adapter: ${wrong} wrong, ${rates.map((one) => Math.round(one)).join(', ')} tests per second, best ${Math.round(rate)} (at least ${LEAST_RATE})\n`,
);
process.exitCode = native.passed && native.durationMs < NATIVE_LIMIT_MS && wrong === 0 && rate >= LEAST_RATE ? 0 : 1;
