// The sandbox as a program starts it: options, profile, fake time, log, end.

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTROL_ACTIONS } from '../../profile/control/actions.js';
import { bindControl } from '../../profile/control/bind.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import { loadProfile } from '../../profile/loading/load.js';
import { KEY_ROLES } from '../../profile/profile.js';
import { createManualClock, type DialectName, startReference } from '../index.js';
import { OrdinaryClient } from './ordinary-client.test.aid.js';

const ORDER = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: '0.90000' } as const;

describe('startReference', () => {
  it('has a profile with every key, claim, fact and control action', async () => {
    const reference = await startReference();
    const { profile } = reference;
    expect(Object.keys(profile.keys)).toEqual([...KEY_ROLES]);
    expect(Object.values(profile.claims)).not.toContain(false);
    expect(Object.keys(profile.control).sort()).toEqual(Object.keys(CONTROL_ACTIONS).sort());
    expect(profile.accounts.pool).toHaveLength(16);
    expect(profile.accounts.foreign?.id).toBeDefined();
    expect(profile.market.unavailable).not.toEqual([]);
    expect(structuredClone(profile)).toEqual(profile);
    await reference.close();
  });

  it('gives the same keys and accounts for the same seed, and others for another', async () => {
    const [one, same, other] = await Promise.all([
      startReference({ seed: 5 }),
      startReference({ seed: 5 }),
      startReference({ seed: 6 }),
    ]);
    expect(same.profile.keys).toEqual(one.profile.keys);
    expect(same.profile.accounts).toEqual(one.profile.accounts);
    expect(other.profile.keys.main.privateKey).not.toBe(one.profile.keys.main.privateKey);
    await Promise.all([one.close(), same.close(), other.close()]);
  });

  it('keeps its time to the clock that it is given', async () => {
    const clock = createManualClock(Date.UTC(2030, 0, 1));
    const reference = await startReference({ clock, resultDelayMs: 5000 });
    const client = new OrdinaryClient(reference.profile);
    const stale = await client.send('account');
    expect(client.dialect.readError(stale.body).message).toBe('AUTH_INVALID_SIGNATURE');
    const { headers, body } = await client.send('placeOrder', ORDER, { nowMs: clock.nowMs() });
    expect(headers['date']).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
    const operationId = String(client.dialect.readAck(body).operationId);
    const state = async (): Promise<string> => {
      const reply = await client.send('operationStatus', { operationId }, { nowMs: clock.nowMs() });
      return client.dialect.readOperation(reply.body).state;
    };
    expect(await state()).toBe('pending');
    await reference.control.perform('clock.advance', { ms: '5000' });
    expect(await state()).toBe('success');
    await reference.close();
  });

  it('writes one line per request with the reason of every refusal, and no secret', async () => {
    const lines: string[] = [];
    const reference = await startReference({ log: (line) => lines.push(line) });
    const client = new OrdinaryClient(reference.profile);
    await client.send('account');
    await client.raw('GET', '/v1/nowhere/\u001b[2J'.replace('\u001b', '%1b'), undefined);
    const headers = client.sign('POST', '/v1/elsewhere', '{}');
    await fetch(`${reference.baseUrl}/v1/trading/accounts/${client.accountId}/orders`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    await reference.close();
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} 200 GET \/v1\/configuration\/accounts\/.+ ms/);
    expect(lines[1]).toMatch(/ 404 GET \/v1\/nowhere.*RESOURCE_NOT_FOUND/);
    expect(lines[2]).toMatch(/ 401 POST .*AUTH_INVALID_SIGNATURE \(1001\): .*path/);
    expect(lines[2]).toMatch(/\n +.*path.*Expected \/v1\/trading\/.* got \/v1\/elsewhere/);
    expect(lines.join('\n')).not.toContain(reference.profile.keys.main.privateKey);
  });

  it('refuses options out of range, naming them', async () => {
    await expect(startReference({ accounts: 0 })).rejects.toThrow('accounts: expected a whole number');
    await expect(startReference({ seed: -1 })).rejects.toThrow('seed: expected');
    await expect(startReference({ limits: { bodyBytes: 0 } })).rejects.toThrow('limits.bodyBytes: expected');
    await expect(startReference({ faults: ['no-such-fault'] })).rejects.toThrow('no-such-fault');
  });

  it('rejects and leaves nothing behind when a port is taken', async () => {
    const reference = await startReference();
    const taken = Number(new URL(reference.controlUrl).port);
    await expect(startReference({ controlPort: taken })).rejects.toThrow('EADDRINUSE');
    await expect(startReference({ port: taken })).rejects.toThrow('EADDRINUSE');
    await reference.close();
  });

  it('lets go of everything when it ends, however often it is told to', async () => {
    const before = process.getActiveResourcesInfo().length;
    const reference = await startReference();
    const client = new OrdinaryClient(reference.profile);
    const events = await client.open('eventsStream');
    events.command('subscribe', { event: 'account_state' });
    await events.next('command_accepted');
    await Promise.all([reference.close(), reference.close()]);
    await events.closed;
    await expect(client.send('account')).rejects.toThrow('ECONNREFUSED');
    expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before);
  });
});

describe.each<DialectName>(['default', 'contrary'])('the profile file of the %s dialect', (dialect) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tsi-profile-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('loads back as the profile, keys in files for their owner only, and controls the service', async () => {
    const reference = await startReference({ dialect });
    const file = await reference.profileYaml(folder);
    const { file: _, ...loaded } = await loadProfile(file);
    const pems = Object.values(loaded.keys).map(({ privateKey }) => privateKey);
    expect(pems.every((pem) => pem.startsWith('-----BEGIN PRIVATE KEY-----'))).toBe(true);
    const withoutKeys = ({ keys: _keys, ...rest }: typeof loaded): unknown => JSON.parse(JSON.stringify(rest));
    expect({ ...Object(withoutKeys(loaded)), control: 0 }).toEqual({
      ...Object(withoutKeys(reference.profile)),
      control: 0,
    });
    expect(await readFile(file, 'utf8')).not.toContain('PRIVATE KEY');
    expect((await stat(join(folder, `sandbox-${dialect}-keys`, 'main.pem'))).mode & 0o777).toBe(0o600);

    const read = await loadDialect(loaded);
    expect(read.has('cancelOrder')).toBe(true);
    const control = bindControl(loaded);
    const { account_id: accountId } = await control.perform('account.create', { currency: 'JPY' });
    const client = new OrdinaryClient(reference.profile, accountId);
    expect(client.dialect.readAccount((await client.send('account')).body).currency).toBe('JPY');
    await expect(
      control.perform('account.deposit', { account_id: 'nobody', kind: 'gift', amount: '1' }),
    ).rejects.toThrow(/kind: expected one of balance/);
    await reference.close();
  });
});
