// All vectors against this project's own implementation in under a second, the protocol through the Node.js adapter at 5,000 tests a second
// or more, and the program of `tsi vectors check` started within half a second: exits 1 when one is missed. The goals, 10,000 tests and a
// quarter of a second, are of a machine of its own. Run the compiled file: `node build/toolkit/vectors/check.bench.js`.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { packageRoot } from '../base/package-root.js';
import { checkNative } from './check.js';
import { judge } from './judge.js';
import { loadTests } from './load.js';
import { runLine } from './program/protocol.js';
import { runSession } from './program/session.js';

const NATIVE_LIMIT_MS = 1000;
const LEAST_RATE = 5000;
const START_LIMIT_MS = 500;
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

/** Milliseconds from the start of the command until the shell runs the program under test, which leaves a file and ends. */
function measureStart(): number {
  const folder = mkdtempSync(join(tmpdir(), 'tsi-start-'));
  try {
    const mark = join(folder, 'mark');
    const command = join(packageRoot(), 'build', 'toolkit', 'cli', 'main.js');
    const began = Date.now();
    spawnSync(process.execPath, [command, 'vectors', 'check', '--exec', `test -e "${mark}" || : > "${mark}"; exit 1`]);
    return statSync(mark).mtimeMs - began;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const starts = Array.from({ length: ROUNDS }, measureStart);
const start = Math.min(...starts);

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
    `protocol, Node.js adapter: ${wrong} wrong, ${rates.map((one) => Math.round(one)).join(', ')} tests per second, best ${Math.round(rate)} (at least ${LEAST_RATE})\n` +
    `start: program under test running after ${starts.map((one) => Math.round(one)).join(', ')} ms, best ${Math.round(start)} (at most ${START_LIMIT_MS})\n`,
);
process.exitCode =
  native.passed && native.durationMs < NATIVE_LIMIT_MS && wrong === 0 && rate >= LEAST_RATE && start <= START_LIMIT_MS
    ? 0
    : 1;
