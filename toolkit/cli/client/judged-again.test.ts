// What a client run asserted is judged again from its journal: whoever edits an assertion and the verdict on it alike is found out.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeJournal } from '../../../reports/rejudge/rejudge.js';
import { callTsi } from '../call-tsi.test.aid.js';
import { evaluateAssertion } from '../report/evaluate.js';
import { judgeSent } from '../report/judge-sent.js';
import { sealed } from '../tamper/tampering.js';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });
const root = mkdtempSync(join(tmpdir(), 'judged-again-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Judged by the checkers of clients, by the client's own words, and by the suite, where a checker sees it too. */
const FAILURES = [
  ['pads-data', 'auth.client-unpadded/read-and-placement'],
  ['ignores-event-status', 'domain.client-final-result/rejected'],
  ['repriced-retry', 'idempotency.client-same-key/answer-lost'],
] as const;

type Parsed = Readonly<Record<string, unknown>>;
interface Line {
  readonly kind?: string;
  readonly parsed?: Parsed;
}

async function findings(journal: string, check: string): Promise<readonly string[]> {
  const path = join(root, 'edited.ndjson');
  writeFileSync(path, journal);
  const judgement = await judgeJournal(path, evaluateAssertion, { judgeSent });
  expect(judgement.checks.get(check)?.assertions).toBeGreaterThan(0);
  return judgement.findings.map(({ message }) => message);
}

/** The journal with every assertion that did not hold edited, and the failure made a pass. */
function edited(journal: string, assertion: (parsed: Parsed) => Parsed): string {
  const lines = journal
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const changed = lines.map((line) => {
    const { kind, parsed = {} } = line;
    if (kind === 'assert' && parsed['holds'] === false) {
      return { ...line, parsed: assertion({ ...parsed, holds: true }) };
    }
    if (kind === 'verdict') return { ...line, parsed: { verdict: 'pass', reason: '', evidence: [] } };
    return line;
  });
  return sealed(`${changed.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

describe.each(FAILURES)('of the lapse %s, which fails at %s', (lapse, check) => {
  let journal = '';
  beforeAll(async () => {
    const out = join(root, lapse);
    const { code } = await callTsi(['client', 'run', check, '--lapse', lapse, '--out', out], { cwd: root });
    expect(code).toBe(1);
    journal = readFileSync(join(out, 'journal.ndjson'), 'utf8');
  });

  it('the journal as it is agrees with itself', async () => {
    expect(await findings(journal, check)).toEqual([]);
  });

  it.each<readonly [string, (parsed: Parsed) => Parsed]>([
    ['edited', (parsed) => parsed],
    ['said to look elsewhere', (parsed) => ({ ...parsed, ...('seen' in parsed && { seen: { from: 1, to: 1 } }) })],
  ])('an assertion that is %s, and a pass for a verdict, are found out', async (_, edit) => {
    expect(await findings(edited(journal, edit), check)).not.toEqual([]);
  });
});

it('what a checker sees is found out even where the assertion is said to be computed', async () => {
  const [[lapse, check]] = FAILURES;
  const journal = readFileSync(join(root, lapse, 'journal.ndjson'), 'utf8');
  const found = await findings(
    edited(journal, ({ seen: _, ...parsed }) => ({ ...parsed, computed: true })),
    check,
  );
  expect(found).toEqual([expect.stringContaining('it passed, although its records break auth.client-unpadded')]);
});
