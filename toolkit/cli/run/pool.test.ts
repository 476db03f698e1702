// Runs on a target that opens no accounts: the pool is passed around, cleared after each check as far as the target lets the suite, and
// searched for leaks at the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../reports/model/model.js';
import { nextSteps } from '../../../reports/model/next-steps.js';
import { type Reference, startReference } from '../../reference/index.js';
import { callBuiltTsi } from '../call-tsi.test.aid.js';

const CANCELLING =
  'dialect request cancelOrder (or control order.cancel, account.reset or account.create, or more accounts in the pool)';

const folder = mkdtempSync(join(tmpdir(), 'tsi-pool-'));
let reference: Reference;
let profile = '';

beforeAll(async () => {
  reference = await startReference({ accounts: 2 });
  profile = readFileSync(await reference.profileYaml(folder), 'utf8');
});
afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true });
});

async function run(
  name: string,
  text: string,
  selection: readonly string[] = ['ack.status-202', 'orders.limit-accepted', '--effort', 'quick'],
): Promise<Results> {
  writeFileSync(join(folder, `${name}.yaml`), text);
  const words = ['run', ...selection, '--profile', `${name}.yaml`, '--out', name];
  await callBuiltTsi(words, { cwd: folder });
  const results = JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8')) as Results;
  expect([results.counts.fail, results.counts.error]).toEqual([0, 0]);
  return results;
}

// Service and run share one thread here: where other test files starve it, a run is made once more.
describe('a run on a pool of accounts', { timeout: 60_000, retry: 1 }, () => {
  it('leaves nothing open where the target lets it cancel and close', async () => {
    const { findings } = await run('closing', profile.replace('control:\n', 'control:\n  account.create: null\n'));
    expect(findings).toEqual([]);
  });

  it('says once for each account what it could not close', async () => {
    const withoutControl = profile.slice(0, profile.indexOf('control:'));
    const text = withoutControl.replace(/^claims:.*(\n {2}.*)*\n?/m, '');
    const { findings } = await run('keeping', `${text}\nclaims: {cancelOrder: false, closePosition: false}\n`);
    expect(findings.map(({ kind, fatal }) => [kind, fatal])).toEqual([
      ['leak', false],
      ['leak', false],
    ]);
    expect(findings[0]?.message).toMatch(
      /^account \d+ keeps \d+ orders? \(.*\)( and \d+ positions? \(.*\))? that it did not have before the run(; others trade on it, and may have opened that)?$/,
    );
  });

  it('leaves there what another client opened meanwhile', async () => {
    const shared = await startReference({ accounts: 1, habits: ['others-hedge'] });
    try {
      const text = readFileSync(await shared.profileYaml(folder), 'utf8');
      const { findings } = await run('shared', text.slice(0, text.indexOf('control:')), [
        'positions.closed-not-open/*',
      ]);
      expect(findings).toEqual([]);
      const [account] = shared.profile.accounts.pool;
      expect(shared.view(String(account?.id)).state.positions.length).toBeGreaterThan(0);
    } finally {
      await shared.close();
    }
  });

  it.each(['order.cancel', 'account.reset'])(
    'clears accounts by control action %s where no call cancels',
    async (action) => {
      const small = await startReference({ accounts: 2, settings: { pendingOrdersPerAccount: 5 } });
      try {
        const text = readFileSync(await small.profileYaml(folder), 'utf8');
        const withoutControl = text.slice(0, text.indexOf('control:')).replace(/^claims:.*(\n {2}.*)*\n?/m, '');
        const control = `control: {${action}: {http: {url: "${small.controlUrl}/{action}", body: "{params}"}}}`;
        const claims = 'claims: {cancelOrder: false}';
        const results = await run(action, `${withoutControl}\n${claims}\n${control}\n`, [
          'orders.limit-accepted',
          'orders.stop-accepted',
          'transactions.order-type-values',
          'orders.parameters-kept',
        ]);
        const decided = results.checks.filter(({ verdict, unreachable }) => verdict === 'inconclusive' && !unreachable);
        expect(decided.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
        expect(results.findings).toEqual([]);
      } finally {
        await small.close();
      }
    },
  );

  it('names one reason, and what to give the profile, once the accounts take no more orders', async () => {
    const small = await startReference({ accounts: 2, settings: { pendingOrdersPerAccount: 2 } });
    try {
      const text = readFileSync(await small.profileYaml(folder), 'utf8');
      const withoutControl = text.slice(0, text.indexOf('control:')).replace(/^claims:.*(\n {2}.*)*\n?/m, '');
      const selection = ['ack', 'orders', 'idempotency', 'positions', 'configuration', '--effort', 'quick'];
      const results = await run('full', `${withoutControl}\nclaims: {cancelOrder: false}\n`, selection);
      const full = results.checks.filter(({ reason }) =>
        reason?.startsWith('the account takes no more pending orders'),
      );
      expect(full.length).toBeGreaterThan(20);
      for (const { verdict, unreachable, needs } of full) {
        expect([verdict, unreachable, needs]).toEqual(['inconclusive', undefined, [CANCELLING]]);
      }
      const others = results.checks.filter(
        (check) => check.verdict === 'inconclusive' && check.unreachable !== true && !full.includes(check),
      );
      expect(others.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
      const passed = new Set(results.checks.filter(({ verdict }) => verdict === 'pass').map(({ area }) => area));
      expect([...passed]).toEqual(expect.arrayContaining(['configuration', 'idempotency', 'positions']));
      expect(nextSteps(results).map(({ text: step }) => step)).toContain(
        `give the profile ${CANCELLING}: it would let ${full.length} more checks decide`,
      );
    } finally {
      await small.close();
    }
  });
});
