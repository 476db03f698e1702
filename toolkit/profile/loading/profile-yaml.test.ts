import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CONTROL_NAMES } from '../control/build.js';
import { DEFAULT_DIALECT } from '../dialect/default-spelling.js';
import { fillDialect } from '../dialect/fill.js';
import type { DialectSpec } from '../dialect/spec.js';
import { stateDialect } from '../dialect/state.js';
import type { Profile } from '../profile.js';
import { fingerprint, withoutSecrets } from './fingerprint.js';
import { loadProfile } from './load.js';
import { renderProfile, schemaLine } from './profile-yaml.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-render-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const TOKEN = 'token-of-the-operator';

const PROFILE: Profile = {
  name: 'embedded',
  baseUrl: 'http://127.0.0.1:8080',
  streamUrl: 'ws://127.0.0.1:8080',
  environment: 'sandbox',
  keys: { main: { id: 'key-1', privateKey: SEED }, expired: { id: 'key-2', privateKey: SEED } },
  accounts: { pool: [{ id: '1001', currency: 'JPY', currencyDigits: 0 }], foreign: { id: '2001' }, unknown: '9999' },
  market: {
    instruments: [
      {
        name: 'EURUSD',
        restingBuyLimit: '1.00',
        restingSellLimit: '2.00',
        restingBuyStop: '2.00',
        restingSellStop: '1.00',
      },
    ],
    unavailable: ['XAUUSD'],
    unknown: 'NONE',
  },
  claims: {
    positions: true,
    ticks: true,
    instrumentEvents: true,
    hmrEvents: true,
    accountStateEvents: true,
    sltp: true,
    snapshotResource: true,
    orderHistory: true,
    dealHistory: true,
    closePosition: true,
    cancelOrder: true,
    quota: true,
  },
  timing: { answerMs: 1000, resultMs: 1000, eventMs: 1000, quietMs: 100 },
  limits: { requestsPerSecond: 0, orders: 100, connections: 10 },
  policy: { inconclusive: 'none' },
  dialect: { spec: DEFAULT_DIALECT },
  control: Object.fromEntries(
    CONTROL_NAMES.map((name) => [
      name,
      {
        http: {
          method: 'POST',
          url: 'http://127.0.0.1:9/{action}',
          headers: { authorization: TOKEN },
          body: '{params}',
        },
        secrets: [TOKEN],
      },
    ]),
  ),
};

const REFERENCES = {
  keys: { main: { env: 'MAIN' }, expired: { file: 'expired.key' } },
  header: () => ({ env: 'TOKEN' }),
};

describe('renderProfile', () => {
  it('writes a file that loads as the same profile', async () => {
    writeFileSync(join(folder, 'expired.key'), SEED);
    const path = join(folder, 'a.yaml');
    writeFileSync(path, renderProfile(PROFILE, REFERENCES));
    const loaded = await loadProfile(path, { env: { MAIN: SEED, TOKEN } });
    const { file, ...rest } = loaded;
    expect(file).toBe(path);
    expect(rest).toEqual(PROFILE);
    expect(fingerprint(loaded)).toBe(fingerprint(PROFILE));
  });

  it('explains every section and holds no secret', () => {
    const text = renderProfile(PROFILE, REFERENCES);
    expect(text).not.toContain(SEED);
    expect(text).not.toContain(TOKEN);
    expect(text).toMatch(/^# yaml-language-server: \$schema=/);
    expect(text).toMatch(/\n\n# API keys by role; .*\nkeys:\n {2}main:\n/);
    expect(text).toMatch(/\n {2}"\*":\n/);
  });

  it('names the schema where the package lies, and where it lies most often elsewhere', () => {
    const named = (installed: string): string | undefined => schemaLine('/a/b', installed).split('=')[1];
    const schema = 'tsi-conformance/toolkit/profile/profile.schema.json';
    expect(named('/a/b/node_modules/tsi-conformance')).toBe(`./node_modules/${schema}`);
    expect(named('/a/b/.tsi/node_modules/tsi-conformance')).toBe(`./.tsi/node_modules/${schema}`);
    expect(named('/a/node_modules/tsi-conformance')).toBe(`./node_modules/${schema}`);
    expect(named('/c/tsi-conformance')).toBe(`./node_modules/${schema}`);
  });

  it('states a control binding that most actions share once, beside those that differ', async () => {
    const control = { ...PROFILE.control, 'clock.advance': { command: ['./advance'], scope: 'target' } } as const;
    const path = join(folder, 'b.yaml');
    writeFileSync(path, renderProfile({ ...PROFILE, control }, REFERENCES));
    const loaded = await loadProfile(path, { env: { MAIN: SEED, TOKEN } });
    expect(loaded.control).toEqual(control);
    expect(readFileSync(path, 'utf8').match(/^ {2}\S*:$/gm)).toEqual(
      expect.arrayContaining(['  "*":', '  clock.advance:']),
    );
    expect(readFileSync(path, 'utf8')).not.toContain('stream.drop');
  });

  it('refuses to write a secret that has no reference', () => {
    expect(() => renderProfile(PROFILE, { ...REFERENCES, keys: { main: { env: 'MAIN' } } })).toThrow(
      'references.keys: expected a reference for the role expired, got none',
    );
    expect(() => renderProfile(PROFILE, { keys: REFERENCES.keys })).toThrow(
      'references.header: expected a reference for the header authorization of account.create, got none',
    );
  });
});

describe('stateDialect', () => {
  const specs: readonly (readonly [string, DialectSpec])[] = [
    ['the default', DEFAULT_DIALECT],
    ['nothing stated', fillDialect({})],
    ['another sign of balance deals', fillDialect({ entities: { balanceWhen: { '/b': { present: true } } } })],
    [
      'changes in every part',
      fillDialect({
        requests: {
          placeOrder: { body: { o: '{type}' }, variants: [] },
          limits: null,
          cancelOrder: { method: 'DELETE', body: null },
        },
        signBasePath: false,
        commands: { ticks: { go: 1 } },
        words: { side: { buy: 'B' } },
        bodies: { at: '/data', ack: { operationId: '/id' } },
        frames: { kind: '/k' },
        messages: {
          tick: null,
          hmr_update: { when: { '/u': { present: true } } },
          hmr_snapshot: { when: { '/u': { present: true } }, kind: 'h' },
          command_accepted: [{ kind: 'a' }, { when: { '/b': 1 } }],
        },
        entities: { balanceWhen: null, order: { id: '/i', price: null } },
        dateTimes: ['/t'],
      }),
    ],
  ];
  it.each(specs)('states no more than needed for %s', (_what, spec) => {
    const stated = stateDialect(spec);
    expect(fillDialect(stated)).toEqual(spec);
    expect(JSON.stringify(stated).length).toBeLessThan(1000);
  });
});

describe('fingerprint', () => {
  it('changes with what is judged, not with keys, the order of members or the place of the file', () => {
    const print = fingerprint(PROFILE);
    expect(print).toMatch(/^[0-9a-f]{64}$/);
    const rotated: Profile = {
      ...PROFILE,
      file: '/elsewhere/profile.yaml',
      keys: { expired: { id: 'key-2', privateKey: 'other' }, main: { id: 'key-1', privateKey: 'new' } },
    };
    expect(fingerprint(rotated)).toBe(print);
    expect(fingerprint({ ...PROFILE, baseUrl: `${PROFILE.baseUrl}/prefix` })).not.toBe(print);
    expect(fingerprint({ ...PROFILE, keys: { main: { id: 'key-3', privateKey: SEED } } })).not.toBe(print);
    expect(fingerprint({ ...PROFILE, claims: { ...PROFILE.claims, sltp: false } })).not.toBe(print);
  });

  it('is the same on whatever host and port the target is met', () => {
    const elsewhere: Profile = {
      ...PROFILE,
      baseUrl: PROFILE.baseUrl.replace(/:\d+$/, ':9'),
      streamUrl: 'ws://127.0.0.1:9',
    };
    const again: Profile = {
      ...PROFILE,
      baseUrl: PROFILE.baseUrl.replace(/:\d+$/, ':10'),
      streamUrl: 'ws://target.example.test:10',
    };
    expect(fingerprint(elsewhere)).toBe(fingerprint(again));
  });

  it('rests on a form without secrets', () => {
    const text = JSON.stringify(withoutSecrets(PROFILE));
    expect(text).not.toContain(SEED);
    expect(text).not.toContain(TOKEN);
  });
});
