// What a refused first read is taken for: services that refuse for one reason each, and say it, or do not.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { fillDialect } from '../../profile/dialect/fill.js';
import type { Profile } from '../../profile/profile.js';
import { startReference } from '../../reference/index.js';
import { decodeBase64url, encodeBase64url } from '../../signing/base64url.js';
import { privateKeyPem } from '../../signing/keys/key-export.js';
import { parsePrivateKey } from '../../signing/keys/keys.js';
import { PrivateKey } from '../../signing/keys/private-key.js';
import { createSigner, createVerifier } from '../../signing/sign.js';
import { explainRefusal } from './explain-refusal.js';

const { signal } = new AbortController();
const KEY = privateKeyPem(PrivateKey.generate());
const PUBLIC = createSigner(parsePrivateKey(KEY)).publicKey;
const REFERENCE = await startReference({ accounts: 2 });
const { profile: PROFILE } = REFERENCE;
await REFERENCE.close();

let server: Server | undefined;
afterEach(() => server?.close());

/** What a service goes by when it decides on a read. */
interface Asked {
  readonly url: string;
  readonly signedPath: string;
  readonly keyId: string;
  readonly behindMs: number;
  readonly isSigned: boolean;
}

type Answer = readonly [status: number, code?: string, headers?: Readonly<Record<string, string>>];

function read(request: IncomingMessage, publicKey: Uint8Array): Asked {
  const data = decodeBase64url(String(request.headers['svc-data']));
  const { path, timestamp } = JSON.parse(Buffer.from(data).toString()) as { path: string; timestamp: number };
  return {
    url: request.url ?? '',
    signedPath: path,
    keyId: String(request.headers['svc-api-key']),
    behindMs: Date.now() - timestamp,
    isSigned: createVerifier(publicKey).verify(decodeBase64url(String(request.headers['svc-sign'])), data),
  };
}

async function serving(
  decide: (asked: Asked) => Answer,
  { path = '', publicKey = PUBLIC, clockMs = 0 as number | undefined } = {},
): Promise<Profile> {
  const made = createServer((request, response) => {
    const [status, code = 'X', headers = {}] = decide(read(request, publicKey));
    response.sendDate = false;
    if (clockMs !== undefined) response.setHeader('Date', new Date(Date.now() + clockMs).toUTCString());
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(status === 200 ? {} : { error: { code }, error_message: code }));
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const { port } = made.address() as AddressInfo; // an address, since it listens on one
  const [account] = PROFILE.accounts.pool;
  if (account === undefined) throw new Error('the reference has accounts');
  return {
    ...PROFILE,
    baseUrl: `http://127.0.0.1:${port}${path}`,
    keys: { ...PROFILE.keys, main: { id: 'K', privateKey: KEY } },
    accounts: {
      ...PROFILE.accounts,
      pool: [
        { ...account, id: '1' },
        { ...account, id: '2' },
      ],
    },
    dialect: { spec: fillDialect({}) },
  };
}

const invalid: Answer = [401, 'AUTH_INVALID_SIGNATURE'];
const unknown: Answer = [401, 'AUTH_INVALID_API_KEY'];
const remarksOf = async (profile: Profile): Promise<string> =>
  (await explainRefusal(profile, signal))?.remarks.join('\n') ?? 'accepted';

it('says nothing of a service that accepts', async () => {
  const profile = await serving(({ isSigned }) => (isSigned ? [200] : invalid));
  expect(await explainRefusal(profile, signal)).toBeUndefined();
});

it('goes by the clock of the target before it explains anything', async () => {
  const late = await serving(({ behindMs }) => (Math.abs(behindMs - 60_000) < 5_000 ? [200] : invalid), {
    clockMs: -60_000,
  });
  expect(await explainRefusal(late, signal)).toBeUndefined();
});

it('finds that the path of the base address is not signed, and proposes it', async () => {
  const profile = await serving(({ signedPath }) => (signedPath.startsWith('/v1/') ? [200] : invalid), { path: '/gw' });
  const refusal = await explainRefusal(profile, signal);
  expect(refusal?.proposals.map(({ place, value }) => [place.join('.'), value])).toEqual([
    ['dialect.signBasePath', false],
  ]);
  expect(refusal?.remarks.at(-1)).toContain('signBasePath: false');
});

it.each<[string, (asked: Asked) => Answer, Parameters<typeof serving>[1], RegExp]>([
  [
    'a base address that says /v1 twice',
    ({ url }) => (url.startsWith('/v1/v1') ? [404] : [200]),
    { path: '/v1' },
    /correct baseUrl \(--base-url\) to http:\/\/127\.0\.0\.1:\d+$/m,
  ],
  [
    'an account that is not open to the key',
    ({ url }) => (url.includes('/1/') ? [403, 'AUTH_PERMISSION_DENIED'] : [200]),
    {},
    /open account 1 to this key/,
  ],
  [
    'an address and a signed path that are both wrong',
    ({ url, signedPath }) => (url.startsWith('/gw/v1/configuration') && signedPath.startsWith('/v1/') ? [200] : [404]),
    { path: '/gw/v1' },
    /accepted at .*\/gw, with \/gw left out/,
  ],
  [
    'a Date header of another clock',
    ({ behindMs }) => (Math.abs(behindMs) < 5_000 ? [200] : invalid),
    { clockMs: 90_000 },
    /correct the Date header of the target/,
  ],
  [
    'a clock that nothing shows',
    ({ behindMs }) => (Math.abs(behindMs + 30_000) < 5_000 ? [200] : invalid),
    { clockMs: undefined },
    /about 30 s ahead of this machine/,
  ],
  [
    'a key that is not registered',
    ({ keyId }) => (keyId === 'other' ? [200] : unknown),
    {},
    /K is refused like a key that does not exist/,
  ],
  [
    'another key under the same name',
    ({ keyId, isSigned }) => (keyId !== 'K' ? unknown : isSigned ? [200] : invalid),
    { publicKey: createSigner(PrivateKey.generate()).publicKey },
    /K is known, and this signature does not fit/,
  ],
  ['a service that does not say which', () => invalid, {}, /does not say which it is/],
  ['a key without rights', () => [403, 'AUTH_PERMISSION_DENIED'], {}, /the key is known, and may not do this/],
  ['a redirection', () => [308, 'X', { Location: 'https://there.example' }], {}, /leads elsewhere.*there\.example/],
  ['a service that fails', () => [500], {}, /could not serve a read/],
])('names %s', async (_name, decide, how, expected) => {
  const profile = await serving(decide, how);
  const remarks = await remarksOf(profile);
  expect(remarks).toMatch(expected);
  expect(remarks).not.toContain(KEY.split('\n')[1]);
});

it('shows the public half to compare, and never the private one', async () => {
  const remarks = await remarksOf(await serving(() => unknown));
  expect(remarks).toContain(encodeBase64url(PUBLIC));
  expect(remarks).not.toContain(encodeBase64url(parsePrivateKey(KEY).exposeSeed()));
});

it('says that nothing answers', async () => {
  const profile = await serving(() => [200]);
  await new Promise((resolve) => server?.close(resolve));
  const refusal = await explainRefusal(profile, signal);
  expect(refusal).toMatchObject({ isAnswered: false, proposals: [] });
});
