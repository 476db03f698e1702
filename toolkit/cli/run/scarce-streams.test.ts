// Few accounts and few streams at once, judged through the engine: no check keeps one while it waits for the other.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOnce } from '../../../suites/runner/engine/engine.js';
import { type Reference, startReference } from '../../reference/index.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-scarce-'));
const registry = fileURLToPath(new URL('../../../suites/runner/registry.ts', import.meta.url));
let reference: Reference;

const SUITE = `
import { property, scenario } from ${JSON.stringify(registry)};
const opened = async (t: any, account: any) => {
  const events = await account.events();
  await events.subscribed('transactions');
  t.expect.that(true, { expected: 'a', actual: 'a', evidence: [] });
};
property({ id: 'mine.rule/executions', title: 'leases an account for each execution', needs: { accounts: 0 },
  run: (t: any) => t.property((fc: any) => [fc.boolean()], async ({ account }: any) => opened(t, account), { runs: 20 }) });
for (const slug of ['one', 'two', 'three', 'four', 'five', 'six']) {
  scenario({ id: 'mine.rule/' + slug, title: 'opens a stream', run: (t: any) => opened(t, t.account) });
}
`;

beforeAll(async () => {
  writeFileSync(join(folder, 'mine.suite.ts'), SUITE);
  reference = await startReference({ seed: 7 });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await reference.close();
});

it('does not wait for streams that a property holds which waits for an account', { timeout: 60_000 }, async () => {
  const { profile } = reference;
  const { pool } = profile.accounts;
  const scarce = {
    ...profile,
    accounts: { ...profile.accounts, pool: pool.slice(0, 1) },
    limits: { ...profile.limits, connections: 1 },
    control: {},
  };
  const { outcomes } = await runOnce({
    run: crypto.randomUUID(),
    seed: '7',
    effort: 'quick',
    targets: [{ id: 'scarce', profile: scarce }],
    items: ['executions', 'one', 'two', 'three', 'four', 'five', 'six'].map((slug) => ({
      target: 'scarce',
      check: `mine.rule/${slug}`,
    })),
    levels: {},
    suiteFolders: [folder],
  });
  expect(outcomes.map(({ verdict, reason }) => reason ?? verdict)).toEqual(Array(7).fill('pass'));
});
