// A target that cannot be brought under a guard, but has accounts that are under one already: the profile names them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../reports/model/model.js';
import { startReference } from '../../reference/index.js';
import { callBuiltTsi } from '../call-tsi.test.aid.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-named-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CHECKS = [
  'guards.disabled-refuses-limit/pending-limit',
  'guards.close-only-refuses-stop/pending-stop',
  'guards.close-only-code/pending-limit',
  'guards.trade-mode-disabled-value/account-read',
];

/** Judges a service by a profile without control actions that names the last two of its accounts. */
async function judge(name: string, faults: readonly string[]): Promise<Results> {
  const reference = await startReference({ accounts: 4, faults });
  try {
    const [disabled, closeOnly] = reference.profile.accounts.pool.slice(2).map(({ id }) => id);
    if (disabled === undefined || closeOnly === undefined) throw new RangeError('expected four accounts');
    await reference.control.perform('account.restrict', { account_id: disabled, trade_mode: 'trading_disabled' });
    await reference.control.perform('account.restrict', { account_id: closeOnly, account_status: 'close_only' });
    const text = readFileSync(await reference.profileYaml(folder), 'utf8');
    const pool = reference.profile.accounts.pool.slice(0, 2).map(({ id }) => id);
    const accounts = JSON.stringify({ pool, disabled, closeOnly, unknown: 'NO-SUCH-ACCOUNT' });
    const profile = text
      .slice(0, text.indexOf('control:'))
      .replace(/^accounts:\n(?: .*\n)*/m, `accounts: ${accounts}\n`);
    writeFileSync(join(folder, `${name}.yaml`), profile);
    await callBuiltTsi(['run', ...CHECKS, '--profile', `${name}.yaml`, '--out', name], { cwd: folder });
    return JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8')) as Results;
  } finally {
    await reference.close();
  }
}

describe('accounts of the profile that are under a guard', { timeout: 60_000 }, () => {
  it('let the checks of the guard decide', async () => {
    const { checks } = await judge('honest', []);
    expect(checks.map(({ id, verdict, reason }) => `${id} ${verdict} ${reason ?? ''}`.trim()).sort()).toEqual([
      'guards.close-only-code/pending-limit pass',
      'guards.close-only-refuses-stop/pending-stop pass',
      'guards.disabled-refuses-limit/pending-limit pass',
      'guards.trade-mode-disabled-value/account-read pass',
    ]);
  });

  it('let them fail on a service that names another guard', async () => {
    const { checks } = await judge('faulty', ['close-only-as-disabled']);
    const failed = checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed).toEqual(['guards.close-only-code/pending-limit']);
  });
});
