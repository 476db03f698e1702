// The built package judges its own reference service, as a user would run it: both dialects, every check decided, and every statement
// judged by the checks that say so.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../../reports/model/model.js';
import { registeredChecks, requirementOf } from '../../suites/runner/registry.js';
import { loadSuites } from '../../suites/runner/suite-files.js';
import { readJournal } from '../journal/reader.js';
import { memberOf } from '../payload/json-kind.js';
import { packageRoot } from '../payload/package-root.js';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function tsi(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const main = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe.each(['default', 'contrary'])('the reference service in the %s dialect', (dialect) => {
  it('conforms, with every check decided', { timeout: 300_000 }, () => {
    const out = join(folder, dialect);
    const run = tsi('run', '--dialect', dialect, '--out', out);
    const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results;
    const other = results.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    expect(other.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`)).toEqual([]);
    expect(results).toMatchObject({ conformant: true, complete: true, warnings: 0, exitCode: 0 });
    expect(run.status, run.output).toBe(0);
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
 * lets a change of one account leave the others alone, and rejects no form of order.
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
  ['subscriptions.malformed-command-harmless/binary', 'subscriptions.websocket-protocol'],
  ['instruments.conditions-current/of-another-account', 'instruments.conditions-current'],
  ['instruments.conditions-current/of-another-account', 'subscriptions.own-account-only'],
];

/** What the checks of a run asserted, or observed of a permission: `<check> <requirement>`. */
async function judgedIn(dialect: string): Promise<readonly string[]> {
  const { records } = await readJournal(join(folder, dialect, 'journal.ndjson'));
  const judged = new Set<string>();
  for await (const { kind, check, parsed } of records) {
    const requirement = kind === 'assert' || kind === 'observe' ? memberOf(parsed, 'requirement') : undefined;
    if (typeof requirement === 'string') judged.add(`${check} ${requirement}`);
  }
  return [...judged];
}

it('judges each statement under its own id, in every check that names it and in no other', async () => {
  await loadSuites();
  const judged = new Set([...(await judgedIn('default')), ...(await judgedIn('contrary'))]);
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

it('comes to the same verdicts from the journal alone', () => {
  const judged = tsi('judge', join(folder, 'default'));
  expect(judged.status, judged.output).toBe(0);
});
