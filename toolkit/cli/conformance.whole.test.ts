// The built package judges its own reference service, as a user would run it: both dialects, every check decided, and every statement
// judged by the checks that say so. One of the runs is the whole chain between parties who do not trust each other: a target, a witness
// before it, a run past the witness that is certified, and somebody else who verifies it beside the record of the witness.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Results } from '../../reports/model/model.js';
import type * as registry from '../../suites/runner/registry.js';
import type * as suiteFiles from '../../suites/runner/suite-files.js';
import { packageRoot } from '../base/package-root.js';
import { readJournal } from '../journal/reader.js';
import { memberOf } from '../payload/json-kind.js';
import { builtUrl } from './call-tsi.test.aid.js';
import { EXIT } from './exit-codes.js';

const MAIN = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
const MINUTE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
/** Where commands run. A test that is tried once more begins in a place of its own: nothing that stands is overwritten. */
let place = folder;
const CONTRARY = join(folder, 'contrary');
const started: ChildProcess[] = [];
afterAll(() => {
  for (const one of started) one.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(...words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: place, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

/** The first part of what it writes that fits, or what it wrote where none does before it ends. */
function says(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      const found = wanted.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('close', () => reject(new Error(`ended without ${wanted}: ${text}`)));
  });
}

async function tsi(...words: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = start(...words);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

function expectAllDecided(report: string): void {
  const results = JSON.parse(readFileSync(join(report, 'results.json'), 'utf8')) as Results;
  const other = results.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
  expect(other.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual([]);
  expect(results).toMatchObject({ conformant: true, complete: true, warnings: 0, exitCode: 0 });
}

describe('the reference service in the contrary dialect', () => {
  it('conforms, with every check decided', { timeout: 5 * MINUTE }, async () => {
    const { status, output } = await tsi('run', '--dialect', 'contrary', '--out', CONTRARY);
    expectAllDecided(CONTRARY);
    expect(status, output).toBe(EXIT.conformant);
  });
});

describe('the reference service in the default dialect, past a witness', () => {
  it('conforms, with every check decided, and is certified', { timeout: 5 * MINUTE }, async () => {
    place = mkdtempSync(join(folder, 'past-a-witness-'));
    await tsi('keygen', '--out', 'vendor.pem');
    await tsi('keygen', '--out', 'auditor.pem');
    const service = start('serve', '--quiet', '--print-profile', 'target.yaml');
    const address = await says(service, /service +(http:\S+)[\s\S]*More on signing/);
    const witness = start('witness', '--to', address, '--key', 'auditor.pem');
    const here = await says(witness, /here +(http:\S+)[\s\S]*Ctrl-C ends it/);
    const target = ['--profile', 'target.yaml', '--base-url', here];
    const { status, output } = await tsi('certify', '--key', 'vendor.pem', ...target, '--out', 'default');
    expectAllDecided(join(place, 'default'));
    expect(status, output).toBe(EXIT.conformant);
    witness.kill('SIGINT');
    await once(witness, 'close');
    service.kill('SIGINT');
  });

  it('verifies beside what the witness saw, with every exchange and every message', async () => {
    const beside = ['--witness', 'auditor.pem.pub', '--witness-record', 'witness.ndjson'];
    const { status, output } = await tsi('verify', 'default', '--key', 'vendor.pem.pub', ...beside);
    expect(status, output).toBe(EXIT.conformant);
    expect(output).toMatch(/witness +key [0-9a-f]{64} saw \d{5} exchanges and \d{5} stream messages/);
  });
});

const CAUSES = [
  {
    slugs: [
      'no-such-instrument',
      'session-closed',
      'beyond-its-margin',
      'one-pending-order-more',
      'level-on-the-other-side',
      'volume-above-its-maximum',
      'volume-off-its-step',
      'position-that-is-over',
      'order-that-is-over',
    ],
    other: 'failed',
  },
  { slugs: ['processing-fails'], other: 'rejected' },
] as const;

/**
 * Judged only where a target makes the choice: the honest one refuses these before the ACK or rejects them, keeps the connection open,
 * lets a change of one account leave the others alone, and rejects no form of order. Or by chance.
 */
const BY_CHOICE: readonly (readonly [check: string, requirement: string])[] = [
  ...['stop-loss-of-the-wrong-side', 'take-profit-of-the-wrong-side', 'stop-beyond-the-market'].flatMap((slug) =>
    ['transactions.failed-changes-nothing', 'errors.sync-before-ack'].map(
      (requirement) => [`transactions.rejected-changes-nothing/${slug}`, requirement] as const,
    ),
  ),
  ...[
    'errors.final-in-event-and-status',
    'operations.error-agrees-with-event',
    'transactions.error-code-on-rejected',
    'transactions.error-message-on-rejected',
  ].map((requirement) => ['domain.result-as-event/each-form-of-order', requirement] as const),
  // Whether what cannot be done is rejected or fails is the target's choice.
  ...CAUSES.flatMap(({ slugs, other }) =>
    slugs.flatMap((slug) =>
      [
        `transactions.error-code-on-${other}`,
        `transactions.error-message-on-${other}`,
        `transactions.${other}-changes-nothing`,
        `operations.error-message-when-${other}`,
      ].map((requirement) => [`transactions.negative-results-delivered/${slug}`, requirement] as const),
    ),
  ),
  ['instruments.conditions-current/of-another-account', 'instruments.conditions-current'],
  ['instruments.conditions-current/of-another-account', 'subscriptions.own-account-only'],
  // Whether an opening is told before its key comes with another payload is a matter of a moment.
  ['idempotency.duplicate-not-executed/journal-executions', 'positions.conflict-refused'],
];

/** What the checks of a run asserted, or observed of a permission: `<check> <requirement>`. */
async function judgedIn(report: string): Promise<readonly string[]> {
  const { records } = await readJournal(join(report, 'journal.ndjson'));
  const judged = new Set<string>();
  for await (const { kind, check, parsed } of records) {
    const requirement = kind === 'assert' || kind === 'observe' ? memberOf(parsed, 'requirement') : undefined;
    if (typeof requirement === 'string') judged.add(`${check} ${requirement}`);
  }
  return [...judged];
}

it('judges each statement under its own id, in every check that names it and in no other', async () => {
  const { loadSuites } = (await import(builtUrl('suites/runner/suite-files.js'))) as typeof suiteFiles;
  const { registeredChecks, requirementOf } = (await import(builtUrl('suites/runner/registry.js'))) as typeof registry;
  await loadSuites();
  const judged = new Set([...(await judgedIn(join(place, 'default'))), ...(await judgedIn(CONTRARY))]);
  const byChoice = new Set(BY_CHOICE.map((pair) => pair.join(' ')));
  const named = [...registeredChecks().values()].flatMap(({ spec: { id, requirements = [] } }) =>
    [requirementOf(id), ...requirements].map((requirement) => `${id} ${requirement}`),
  );
  const pairs = new Set(named);
  // Named by a check that never asserts it: assert it under its id (`requirement` or `also`), or do not name it.
  expect([...pairs].filter((pair) => !judged.has(pair) && !byChoice.has(pair))).toEqual([]);
  // Asserted by a check that does not name it: list it in its `requirements`.
  expect([...judged].filter((pair) => !pairs.has(pair))).toEqual([]);
  expect([...byChoice].filter((pair) => !pairs.has(pair))).toEqual([]);
});

it('comes to the same verdicts from the journal alone', { timeout: MINUTE }, async () => {
  const { status, output } = await tsi('judge', CONTRARY);
  expect(status, output).toBe(EXIT.conformant);
});
