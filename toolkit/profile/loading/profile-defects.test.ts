import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProfile } from './load.js';
import { MINIMAL, profileFolder, SEED } from './load.test.aid.js';

const { complaint, folder, load, write } = profileFolder();

describe('defects of a profile', () => {
  const cases: readonly (readonly [what: string, text: string, message: string])[] = [
    [
      'an unknown member',
      `${MINIMAL}timming: {}\n`,
      'p:9:1: profile: expected a known member, got "timming"; allowed: profile, name, baseUrl, streamUrl, environment, build, keys, accounts, market, claims, timing, limits, budget, history, policy, dialect, control, openapi, did you mean timing?',
    ],
    [
      'an unknown control action',
      `${MINIMAL}control:\n  stream.dorp: {command: [x]}\n`,
      'p:10:3: control: expected a known member, got "stream.dorp"; allowed: *, account.create, ',
    ],
    [
      'a number where an identifier is due',
      MINIMAL.replace('"1001"', '1001'),
      'p:7:10: accounts.pool[0]: expected text or an object, got 1001; put it in quotes',
    ],
    [
      'a word that is not allowed',
      `${MINIMAL}environment: sandbx\n`,
      'p:9:1: environment: expected one of sandbox, production, unknown (did you mean sandbox?), got "sandbx"',
    ],
    [
      'a missing member',
      MINIMAL.replace('  unknown: "9999"\n', ''),
      'p:6:1: accounts: expected the member "unknown", got none (An identifier of no account, in the target\'s format)',
    ],
    [
      'a doubled account',
      MINIMAL.replace('{id: "1002"', '{id: "1001"'),
      'p:7:18: accounts.pool[1]: expected each account once, got "1001" again',
    ],
    [
      'an unknown account of the pool',
      MINIMAL.replace('9999', '1001'),
      'p:8:3: accounts.unknown: expected an identifier of no account, got one of the pool',
    ],
    [
      'another scheme',
      MINIMAL.replace('http://', 'ftp://'),
      'p:3:1: baseUrl: expected an address that begins with http:// or https://, got "ftp://127.0.0.1:8080"',
    ],
    [
      'an address with a password',
      MINIMAL.replace('http://', 'http://u:p@'),
      'p:3:1: baseUrl: expected an address without user, password, query and fragment, got one of these',
    ],
    [
      'a malformed pointer',
      `${MINIMAL}dialect:\n  entities:\n    order: {id: order_id}\n`,
      'p:11:13: dialect.entities.order.id: expected a JSON Pointer (empty, or beginning with "/"; ~ written ~0, / inside a name written ~1) or @key, got "order_id"',
    ],
    [
      'a mistyped placeholder',
      `${MINIMAL}dialect:\n  requests:\n    placeOrder: {body: {v: "{volum}"}}\n`,
      'p:11:5: dialect.requests.placeOrder: expected a known placeholder in "{volum}", got {volum}; allowed: {account_id}, ',
    ],
    [
      'a lone brace',
      `${MINIMAL}dialect:\n  requests:\n    placeOrder: {body: "{volume"}\n`,
      'p:11:5: dialect.requests.placeOrder: expected {name} or a doubled brace, got a lone "{" in "{volume"',
    ],
    [
      'an unknown filter',
      `${MINIMAL}dialect:\n  requests:\n    placeOrder: {body: "{volume|num}"}\n`,
      'p:11:5: dialect.requests.placeOrder: expected one of the filters number, integer, ',
    ],
    [
      'an ambiguous word',
      `${MINIMAL}dialect:\n  words:\n    side: {buy: 1, sell: 1}\n`,
      'p:11:5: dialect.words.side: expected one meaning for 1, got "buy" and "sell"',
    ],
    [
      'a defect in a form of several',
      `${MINIMAL}dialect:\n  messages:\n    tick:\n      - {kind: t}\n      - {knd: u}\n`,
      'p:13:10: dialect.messages.tick[1]: expected a known member, got "knd"; allowed: kind, when, at, instrument, bid, ask, time, did you mean kind?',
    ],
    [
      'a control call with a mistyped parameter',
      `${MINIMAL}control:\n  stream.drop: {command: [x, "{acount_id}"]}\n`,
      'p:10:3: control.stream.drop: expected a known placeholder in "{acount_id}", got {acount_id}; allowed: {action}, {params}, {fresh}, {account_id}, did you mean account_id?',
    ],
    [
      'a control binding of neither kind',
      `${MINIMAL}control:\n  stream.drop: {}\n`,
      'p:10:3: control.stream.drop: expected either "http" or "command", got both or neither',
    ],
    [
      'an unset variable',
      MINIMAL.replace('TSI_KEY', 'TSI_OTHER'),
      'p:5:21: keys.main.privateKey: expected the environment variable TSI_OTHER to be set, it is not',
    ],
    [
      'a missing key file',
      MINIMAL.replace('{env: TSI_KEY}', '{file: nowhere.pem}'),
      'p:5:21: keys.main.privateKey: expected a readable file at ',
    ],
    [
      'a key that is none',
      MINIMAL.replace('TSI_KEY', 'TSI_URL'),
      'p:5:21: keys.main.privateKey: in the environment variable TSI_URL: ',
    ],
    ['another version of the format', MINIMAL.replace('profile: 1', 'profile: 2'), 'p:1:1: profile: expected 1, got 2'],
    ['no object', '- 1\n', 'p:1:1: expected an object, got something else'],
    ['an empty file', '', 'p:1:1: expected an object, got nothing; "tsi init" writes one'],
  ];
  it.each(cases)('names %s', async (_what, text, message) => {
    expect(await complaint(text)).toContain(message);
  });

  it('reports several at once, each on its line', async () => {
    const text = await complaint(`${MINIMAL}environment: sandbx\ntiming: {answerMs: 0}\n`);
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^p:9:1: environment: /),
      expect.stringMatching(/^p:10:10: timing.answerMs: expected at least 1, got 0$/),
    ]);
  });

  it('refuses a file that is not there, not a file, too large or not UTF-8', async () => {
    await expect(loadProfile(join(folder, 'nothing.yaml'))).rejects.toThrow(
      /expected a readable profile .* no such file; "tsi init" writes one/,
    );
    mkdirSync(join(folder, 'd.yaml'));
    await expect(loadProfile(join(folder, 'd.yaml'))).rejects.toThrow('expected a file, got something else');
    expect(await complaint(new Uint8Array(1024 * 1024 + 1).fill(0x23))).toBe(
      'p: expected at most 1048576 bytes, got 1048577',
    );
    expect(await complaint(Uint8Array.from([0xff]))).toContain('expected a readable profile in UTF-8');
  });
});

describe('hostile YAML', () => {
  const cases: readonly (readonly [what: string, text: string, message: string])[] = [
    [
      'an alias',
      `${MINIMAL}build: &a {version: "1"}\nmarket: *a\n`,
      'p:9:11: expected a plain value, got one with a tag or an anchor; take it off, and write the value out where it is used',
    ],
    ['an alias without its anchor', `${MINIMAL}market: *a\n`, 'expected a value, got an alias; write the value out'],
    [
      'a tag',
      `${MINIMAL}build: !!binary aGVsbG8=\n`,
      'expected a plain value, got one with a tag or an anchor; take it off, and write the value out where it is used',
    ],
    [
      'an unknown tag',
      `${MINIMAL}build: !ruby/object x\n`,
      'p:9:8: expected YAML 1.2, got a defect of kind TAG_RESOLVE_FAILED',
    ],
    ['a directive', `%YAML 1.1\n---\n${MINIMAL}`, 'p:1:1: expected no %YAML directive'],
    [
      'a merge key',
      `${MINIMAL}build: {<<: {version: "1"}}\n`,
      'build: expected a known member, got another; allowed: version, digest',
    ],
    ['a doubled member', `${MINIMAL}name: b\n`, 'p:9:1: expected each member once, got one again'],
    ['two documents', `${MINIMAL}---\nname: b\n`, 'p:9:1: expected one document, got several'],
    ['a list as a name', `${MINIMAL}? [a]\n: 1\n`, 'expected a member name, got something else'],
    ['a tab', `profile: 1\n\tname: x\n`, 'expected spaces as indentation, got a tab'],
    ['__proto__', `${MINIMAL}__proto__: {claims: {}}\n`, 'p:9:1: profile: expected a known member, got "__proto__"'],
    ['constructor', `${MINIMAL}keys2: {}\nconstructor: {}\n`, 'expected a known member, got "constructor"'],
    [
      'a number that loses digits',
      `${MINIMAL}dialect: {requests: {placeOrder: {body: {id: 12345678901234567890}}}}\n`,
      'expected a number that JSON holds exactly',
    ],
    [
      'infinity',
      `${MINIMAL}dialect: {requests: {placeOrder: {body: .inf}}}\n`,
      'expected a number that JSON holds exactly',
    ],
    [
      'great depth',
      `${MINIMAL}dialect: {requests: {placeOrder: {body: ${'['.repeat(80)}${']'.repeat(80)}}}}\n`,
      'expected at most 64 levels, got more',
    ],
  ];
  it.each(cases)('refuses %s', async (_what, text, message) => {
    expect(await complaint(text)).toContain(message);
  });

  it('reads no, off and 010 as YAML 1.2 does', async () => {
    const profile = await load(`${MINIMAL.replace('name: acme', 'name: no')}market: {unavailable: [off]}\n`);
    expect(profile.name).toBe('no');
    expect(profile.market.unavailable).toEqual(['off']);
  });
});

describe('secrets in defects', () => {
  const places: readonly (readonly [string, string])[] = [
    ['inline', MINIMAL.replace('{env: TSI_KEY}', SEED)],
    ['as text of the role', MINIMAL.replace('{id: key-1, privateKey: {env: TSI_KEY}}', SEED)],
    ['as the whole of keys', MINIMAL.replace(/keys:\n.*\n/, `keys: "${SEED}"\n`)],
    ['as the name of a variable', MINIMAL.replace('TSI_KEY', `"${SEED}"`)],
    ['as a member name', MINIMAL.replace('privateKey:', `privateKey: {env: TSI_KEY}, "${SEED}":`)],
    ['as another member', MINIMAL.replace('name: acme', `name: acme\nprivate_key: ${SEED}`)],
    ['before a syntax error', `${MINIMAL}private_key: ${SEED}: x\n`],
    ['in an address', MINIMAL.replace('http://', `http://${SEED}@`)],
    ['in an inline header', `${MINIMAL}control: {stream.drop: {http: {url: "http://x", headers: {a: [${SEED}]}}}}\n`],
    ['as the whole file', `-----BEGIN PRIVATE KEY-----\n${SEED}\n-----END PRIVATE KEY-----\n`],
  ];
  it.each(places)('never shows a key that stands %s', async (_place, text) => {
    const message = await complaint(text);
    expect(message).not.toContain(SEED);
    expect(message).not.toContain(SEED.slice(0, 12));
  });

  it('says how to give a key instead', async () => {
    expect(await complaint(MINIMAL.replace('{env: TSI_KEY}', SEED))).toBe(
      'p:5:21: keys.main.privateKey: expected a reference, {env: NAME} or {file: path} (a secret that stands in the file is refused, and not repeated here), got text',
    );
  });

  it('never shows a key that cannot be read', async () => {
    const env = { TSI_KEY: `${SEED}00` };
    const error: unknown = await loadProfile(write(MINIMAL), { env }).catch((caught: unknown) => caught);
    expect((error as Error).message).toMatch(/keys\.main\.privateKey: in the environment variable TSI_KEY: /);
    expect((error as Error).message).not.toContain(SEED.slice(0, 12));
  });
});
