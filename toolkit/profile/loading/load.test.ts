import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTROL_ACTIONS } from '../control/actions.js';
import { loadDialect } from '../dialect/load-dialect.js';
import type { Profile } from '../profile.js';
import { loadProfile } from './load.js';
import { MINIMAL, profileFolder, SEED } from './load.test.aid.js';
import { secretsOf } from './secrets.js';

const { complaint, folder, load, write } = profileFolder();

describe('loadProfile', () => {
  it('completes a minimal profile with the documented defaults', async () => {
    const profile = await load(MINIMAL);
    expect(profile).toMatchObject({
      name: 'acme',
      baseUrl: 'http://127.0.0.1:8080',
      streamUrl: 'ws://127.0.0.1:8080',
      environment: 'unknown',
      keys: { main: { id: 'key-1', privateKey: SEED } },
      accounts: { pool: [{ id: '1001' }, { id: '1002', currency: 'USD', currencyDigits: 2 }], unknown: '9999' },
      market: { instruments: [], unavailable: [], unknown: 'NOSUCHINSTRUMENT' },
      timing: { answerMs: 5000, resultMs: 10_000, eventMs: 5000, quietMs: 1000 },
      limits: { requestsPerSecond: 50, orders: 20_000, connections: 20 },
      policy: { inconclusive: 'listed' },
      control: {},
    });
    expect(profile.claims).toMatchObject({ positions: true, hmrEvents: true, orderHistory: false, quota: false });
    expect(secretsOf(profile)).toEqual([SEED]);
  });

  it('takes the address from the environment and derives the address of the streams from it', async () => {
    const profile = await load(MINIMAL.replace('http://127.0.0.1:8080', '{env: TSI_URL}'));
    expect(profile.baseUrl).toBe('https://api.example.test/gateway');
    expect(profile.streamUrl).toBe('wss://api.example.test/gateway');
    const dialect = await loadDialect(profile);
    expect(dialect.request('account', { accountId: '1' })).toEqual({
      name: 'account',
      method: 'GET',
      path: '/gateway/v1/configuration/accounts/1/account',
      body: undefined,
    });
  });

  it('signs without the path of the base URL where the dialect says so', async () => {
    const profile = await load(
      `${MINIMAL.replace('http://127.0.0.1:8080', '{env: TSI_URL}')}dialect: {signBasePath: false}\n`,
    );
    const dialect = await loadDialect(profile);
    const { path } = dialect.request('eventsStream', { accountId: '1' });
    expect(path).toBe('/gateway/v1/server-events/accounts/1/ws/events');
    expect(dialect.signedPath(path)).toBe('/v1/server-events/accounts/1/ws/events');
  });

  it('claims what the dialect binds and disclaims what it takes away', async () => {
    const { claims } = await load(`${MINIMAL}dialect:
  requests: {orderHistory: {}, snapshot: {path: /v2/x}, ticksStream: null}
  messages: {hmr_snapshot: null}
control: {limits.exhaust: {command: ["true"]}}
`);
    expect(claims).toMatchObject({
      orderHistory: true,
      snapshotResource: true,
      dealHistory: false,
      ticks: false,
      hmrEvents: false,
      quota: true,
    });
  });

  it('claims no quota for a target whose limits show none', async () => {
    const { claims } = await load(`${MINIMAL}
dialect: {bodies: {limits: {placeOrder: null}}}
`);
    expect(claims['quota']).toBe(false);
  });

  it.each([
    ['the dialect binds the request', 'dialect: {requests: {closePosition: {}}}\n', true],
    ['a control action does it', 'control: {position.close: {command: ["true"]}}\n', true],
    ['nothing does it', '', false],
    [
      'the profile denies it',
      'claims: {closePosition: false}\ncontrol: {position.close: {command: ["true"]}}\n',
      false,
    ],
  ])('claims that positions can be closed: %s', async (_, more, claimed) => {
    expect((await load(`${MINIMAL}${more}`)).claims.closePosition).toBe(claimed);
  });

  it.each(['\\e[2J', '\\u202e', '\\x07'])('refuses a name that would steer a terminal: %s', async (name) => {
    await expect(load(MINIMAL.replace('name: acme', `name: "${name}"`))).rejects.toThrow(/control characters/);
  });

  it('reads a key from a file beside the profile', async () => {
    writeFileSync(join(folder, 'key.hex'), `${SEED}\n`);
    const profile = await load(MINIMAL.replace('{env: TSI_KEY}', '{file: key.hex}'));
    expect(profile.keys.main.privateKey).toBe(SEED);
  });

  it('goes on without a secret for who only plans, and tells its name', async () => {
    const text = MINIMAL.replace('TSI_KEY', 'NOWHERE').replace('http://127.0.0.1:8080', '{env: NO_URL}');
    const missing: string[] = [];
    const profile = await loadProfile(write(text), { env: {}, onMissingSecret: (name) => missing.push(name) });
    expect(missing).toEqual(['the environment variable NO_URL', 'the environment variable NOWHERE']);
    expect(profile).toMatchObject({ baseUrl: 'http://not-set.invalid', streamUrl: 'ws://not-set.invalid' });
    const broken = { env: { NOWHERE: 'no key', NO_URL: 'http://h' }, onMissingSecret: () => undefined };
    await expect(loadProfile(write(text), broken)).rejects.toThrow('in the environment variable NOWHERE');
  });

  describe('addresses', () => {
    const text = `${MINIMAL.replace('http://127.0.0.1:8080', 'http://{env:HOST}:{env:PORT}/api')}openapi: "http://{env:HOST}:{env:PORT}/doc"
control:
  account.create: {http: {url: "http://{env:HOST}:{env:PORT}/make/{currency}"}}
  stream.drop: {http: {url: "http://admin.example.test/{env:PORT}"}}
`;
    const env = { TSI_KEY: SEED, HOST: '127.0.0.1', PORT: '8080' };
    const seen = ({ baseUrl, streamUrl, openapi, control }: Profile): readonly unknown[] => [
      baseUrl,
      streamUrl,
      openapi,
      control['account.create']?.http?.url,
      control['stream.drop']?.http?.url,
    ];

    it('take variables in their text', async () => {
      expect(seen(await loadProfile(write(text), { env }))).toEqual([
        'http://127.0.0.1:8080/api',
        'ws://127.0.0.1:8080/api',
        'http://127.0.0.1:8080/doc',
        'http://127.0.0.1:8080/make/{currency}',
        'http://admin.example.test/8080',
      ]);
      await expect(loadProfile(write(text), { env: { TSI_KEY: SEED, HOST: 'h' } })).rejects.toThrow(
        'baseUrl: expected the environment variable PORT to be set, it is not',
      );
      const planned = await loadProfile(write(text), { env: {}, onMissingSecret: () => undefined });
      expect(planned.baseUrl).toBe('http://not-set.invalid');
    });

    it('move along with another base address where they lie on the same host and port', async () => {
      const elsewhere = await loadProfile(write(text), { env, baseUrl: 'https://target.example.test' });
      expect(seen(elsewhere)).toEqual([
        'https://target.example.test',
        'wss://target.example.test',
        'https://target.example.test/doc',
        'https://target.example.test/make/{currency}',
        'http://admin.example.test/8080',
      ]);
    });
  });

  it('spreads a control binding over all actions but those that are named', async () => {
    const profile = await load(`${MINIMAL}control:
  "*": {http: {url: "http://127.0.0.1:9/{action}", body: "{params}", headers: {Authorization: {env: TSI_KEY}}}}
  stream.drop: {command: [./drop, "{account_id}"]}
  market.price: null
`);
    expect(profile.control['stream.drop']).toEqual({ command: ['./drop', '{account_id}'] });
    expect(profile.control['market.price']).toBeUndefined();
    expect(profile.control['account.deposit']?.http?.url).toBe('http://127.0.0.1:9/{action}');
    expect(Object.keys(profile.control)).toHaveLength(Object.keys(CONTROL_ACTIONS).length - 1);
    expect(secretsOf(profile)).toContain(SEED);
  });

  it('loads a dialect module and refuses an incomplete one', async () => {
    writeFileSync(join(folder, 'half.mjs'), 'export const dialect = { has: () => true };');
    expect(await complaint(`${MINIMAL}dialect: {module: ./half.mjs}\n`)).toMatch(
      /expected an export "dialect" with all of its members, got one without request, signedPath, /,
    );
    writeFileSync(join(folder, 'broken.mjs'), 'export const dialect = ;');
    expect(await complaint(`${MINIMAL}dialect: {module: ./broken.mjs}\n`)).toMatch(
      /expected a module that loads, got: /,
    );
    expect(await complaint(`${MINIMAL}dialect: {module: ./half.mjs, words: {}}\n`)).toBe(
      'p:9:1: dialect: expected nothing beside "module", since a module binds everything, got more',
    );
  });

  it.each([
    ['throws', "readFrame() { throw new Error('no hook for this'); }", 'no hook for this'],
    ['reads what is no JSON', 'readFrame() { return [{kind: "tick", message: 1, view: {bid: 1n}}]; }', 'BigInt'],
  ])('names the function of a dialect module that %s', async (what, hook, reason) => {
    const file = `${what.replaceAll(' ', '-')}.mjs`;
    const names =
      'has request signedPath command ticksCommand replyTo readAck readError readOperation readSnapshot readOrderHistory';
    const rest = 'readDealHistory readAccount readInstruments readConditions readQuota meaning describe';
    const plain = `${names} ${rest}`.split(' ').map((name) => `${name}() { return this.word; }`);
    const members = [
      ...plain,
      hook,
      'word: "w"',
      'answersCommands: {accepted: true, refused: true}',
      'dateTimeMembers: []',
    ];
    writeFileSync(join(folder, file), `export const dialect = Object.freeze({ ${members.join(', ')} });`);
    const dialect = await loadDialect(await load(`${MINIMAL}dialect: {module: ./${file}}\n`));
    expect(dialect.signedPath('/')).toBe('w');
    // What somebody else sent is known to a module only where it says so.
    expect(dialect.readRequest('GET', '/', new Uint8Array(0))).toBeUndefined();
    expect(dialect.readCommand('{}', 'events')).toBeUndefined();
    expect(() => dialect.readFrame({})).toThrow(
      expect.objectContaining({
        code: 'dialect-failed',
        message: expect.stringMatching(`^readFrame of the dialect module failed: .*${reason}`),
      }),
    );
  });
});
