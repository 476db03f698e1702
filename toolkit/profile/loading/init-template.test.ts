import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Profile } from '../profile.js';
import { renderInitTemplate } from './init-template.js';
import { loadProfile } from './load.js';
import { readYaml } from './yaml-source.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-init-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';

async function load(text: string): Promise<Profile> {
  const path = join(folder, 'profile.yaml');
  writeFileSync(path, text);
  return loadProfile(path, { env: { TSI_PRIVATE_KEY: SEED } });
}

describe('renderInitTemplate', () => {
  it('loads as it is, and does not trade before somebody says that it may', async () => {
    const profile = await load(renderInitTemplate());
    expect(profile.environment).toBe('unknown');
    expect(profile.accounts.pool).toHaveLength(2);
    expect(profile.market.instruments).toHaveLength(1);
  });

  it('holds what was found out', async () => {
    writeFileSync(join(folder, 'my.pem'), SEED);
    const instrument = {
      name: 'EUR/USD: "spot" # 1',
      restingBuyLimit: '1.0',
      restingSellLimit: '2.0',
      restingBuyStop: '2.0',
      restingSellStop: '1.0',
    };
    const profile = await load(
      renderInitTemplate({
        name: 'no',
        baseUrl: 'https://api.example.test/x',
        keyId: '0123',
        privateKey: { file: 'my.pem' },
        accounts: [{ id: '0815', currency: 'JPY', currencyDigits: 0 }, { id: '7' }],
        unknownAccount: '08',
        instruments: [instrument],
        remarks: ['the clock of the target is 3 ms ahead'],
      }),
    );
    expect(profile).toMatchObject({
      name: 'no',
      baseUrl: 'https://api.example.test/x',
      keys: { main: { id: '0123', privateKey: SEED } },
      accounts: { pool: [{ id: '0815', currency: 'JPY', currencyDigits: 0 }, { id: '7' }], unknown: '08' },
      market: { instruments: [instrument] },
    });
  });

  it('names an instrument that the account may use where no price is known', async () => {
    const text = renderInitTemplate({ instrumentNames: ['GOLD', 'EUR/USD'] });
    expect(text).toContain('# The prices are an example');
    expect((await load(text)).market.instruments.map(({ name }) => name)).toEqual(['GOLD']);
    expect(renderInitTemplate()).not.toContain('# The prices are an example');
  });

  it('lets nothing that a target said break out of a comment or a value', async () => {
    const hostile = 'x\nkeys: {}\r\u2028name: "y\u0085\u202e';
    const text = renderInitTemplate({ name: hostile, instrumentNames: [hostile], remarks: [hostile] });
    expect(readYaml(text).value).toMatchObject({ name: hostile });
    // Nor is it ever read as a name.
    await expect(load(text)).rejects.toThrow(/control characters/);
    expect(Object.keys(readYaml(text).value as object)).toEqual(
      Object.keys(readYaml(renderInitTemplate()).value as object),
    );
  });

  it('shows optional parts that load once the comment signs are taken away', async () => {
    const template = renderInitTemplate();
    const uncommented = template.replaceAll(/^# ?((dialect|control|claims|timing|limits|history):.*| {2}.*)$/gm, '$1');
    const profile = await load(uncommented);
    expect(profile.claims.ticks).toBe(false);
    expect(profile.claims.orderHistory).toBe(true);
    expect(profile.history?.dealHistory).toEqual({ order: 'ascending', cursorWith: 'limit' });
    expect(Object.keys(profile.control)).toEqual(['account.create', 'account.deposit', 'stream.drop', 'order.cancel']);
  });
});
