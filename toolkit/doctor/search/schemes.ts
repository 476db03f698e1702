// What the clients of other interfaces sign (interface 5.3, rule 1 has the payload bytes signed): each scheme by the
// name under which people know it, built of the parts of this request. Hosts and nonces are unknown, so the values
// that stand for them are tried in turn.
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { joined, utf8Bytes } from '../capture/capture.js';
import type { Message, SignatureScene } from './message.js';

interface Parts {
  readonly at: string;
  readonly seconds: string;
  readonly iso: string;
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly query: string;
  readonly key: string;
  readonly nonce: string;
  readonly body: Uint8Array;
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
}

type Part = string | Uint8Array;
type Scheme = (parts: Parts) => readonly (readonly Part[])[];

const hexOf = ({ sha256 }: Parts, text: Part): string => bytesToHex(sha256(bytesOf(text)));
const base64Of = (bytes: Uint8Array): string => {
  const url = encodeBase64url(bytes);
  return url.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (url.length % 4)) % 4);
};
const bytesOf = (part: Part): Uint8Array => (typeof part === 'string' ? utf8Bytes(part) : part);
const lines = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : ['\n', part]));
const both = (parts: readonly Part[]): readonly (readonly Part[])[] => [lines(parts), [...lines(parts), '\n']];

/** The interface's own hosts are not signed, and so not known: what documents of other interfaces have in their place. */
const HOSTS = ['api.example.com', 'localhost', 'example.com'];

/** The members of a body in form encoding, sorted, with values as they are. */
function membersOf(body: Uint8Array): string {
  try {
    const entries = Object.entries(JSON.parse(new TextDecoder().decode(body)) as object); // entries of anything that JSON may be
    return entries
      .map(([name, value]) => `${name}=${String(value)}`)
      .sort()
      .join('&');
  } catch {
    return '';
  }
}

const canonical = (p: Parts): string => [p.method, p.path, p.query, '', hexOf(p, p.body)].join('\n');
const digest = (p: Parts): string => `sha-256=:${base64Of(p.sha256(p.body))}:`;

const SCHEMES: Readonly<Record<string, Scheme>> = {
  'OKX, Coinbase': (p) =>
    [p.at, p.iso, p.seconds].flatMap((time) => [
      [time, p.method, p.target, p.body],
      [time, p.method, p.path, p.body],
    ]),
  'KuCoin, Bitget': (p) => [[p.at, p.method, p.path, p.query === '' ? '' : `?${p.query}`, p.body]],
  Binance: (p) => {
    const stamped = `${p.query}${p.query === '' ? '' : '&'}timestamp=${p.at}`;
    return [
      [stamped, p.body],
      [stamped],
      [`timestamp=${p.at}`],
      [`${p.query}${p.query === '' ? '' : '&'}recvWindow=5000&timestamp=${p.at}`],
      [p.query, p.body],
      [`${stamped}&recvWindow=5000`, p.body],
    ];
  },
  'Robinhood Crypto': (p) => [
    [p.key, p.seconds, p.target, p.method, p.body],
    [p.key, p.at, p.target, p.method, p.body],
  ],
  Backpack: (p) =>
    ['orderExecute', 'orderCancel', 'orderQuery', 'orderQueryAll', 'balanceQuery', 'positionQuery', 'accountQuery']
      .flatMap((instruction) => [
        [instruction, ''],
        [instruction, membersOf(p.body)],
        [instruction, p.query.split('&').sort().join('&')],
      ])
      .flatMap(([instruction = '', more = '']) =>
        ['5000', '60000'].map((window) => [
          `instruction=${instruction}${more === '' ? '' : `&${more}`}&timestamp=${p.at}&window=${window}`,
        ]),
      ),
  Bybit: (p) =>
    ['5000', '10000', '20000'].flatMap((window) => [
      [p.at, p.key, window, p.body],
      [p.at, p.key, window, p.query],
      [p.at, p.key, window, p.query, p.body],
    ]),
  Kraken: (p) =>
    [p.at, p.nonce].flatMap((nonce) => [
      [p.target, p.sha256(joined(utf8Bytes(nonce), p.body))],
      [p.path, p.sha256(joined(utf8Bytes(nonce), p.body))],
    ]),
  Deribit: (p) => [p.nonce, p.key, ''].flatMap((nonce) => both([p.at, nonce, p.method, p.target, p.body])),
  Huobi: (p) => ['', ...HOSTS].flatMap((host) => both([p.method, host, p.path, p.query])),
  'Gate.io': (p) => [
    ...both([p.method, p.path, p.query, hexOf(p, p.body), p.seconds]),
    ...both([p.method, p.path, p.query, bytesToHex(sha512(p.body)), p.seconds]),
  ],
  Bitfinex: (p) => [
    ['/api', p.path, p.nonce, p.body],
    ['/api', p.path, p.at, p.body],
  ],
  BitMEX: (p) => [
    [p.method, p.target, p.at, p.body],
    [p.method, p.target, p.seconds, p.body],
  ],
  Stripe: (p) => [
    [p.at, '.', p.body],
    [p.seconds, '.', p.body],
  ],
  Slack: (p) => [
    ['v0:', p.at, ':', p.body],
    ['v0:', p.seconds, ':', p.body],
  ],
  Discord: (p) => [
    [p.at, p.body],
    [p.seconds, p.body],
  ],
  'AWS Signature Version 4': (p) => [
    [canonical(p)],
    ...HOSTS.map((host) => [[p.method, p.path, p.query, `host:${host}`, '', 'host', hexOf(p, p.body)].join('\n')]),
    [p.sha256(utf8Bytes(canonical(p)))],
    ...[p.at, p.seconds, p.iso.replace(/[:-]|\.\d+/g, '')].flatMap((time) => [
      ...both(['AWS4-HMAC-SHA256', time, hexOf(p, canonical(p))]),
      ...both([
        'AWS4-HMAC-SHA256',
        time,
        `${p.iso.slice(0, 10).replaceAll('-', '')}/us-east-1/execute-api/aws4_request`,
        hexOf(p, canonical(p)),
      ]),
    ]),
  ],
  'HTTP Message Signatures (RFC 9421)': (p) =>
    [p.path, p.target].flatMap((path) =>
      [
        `;created=${p.seconds}`,
        `;created=${p.seconds};keyid="${p.key}"`,
        `;created=${p.seconds};keyid="${p.key}";alg="ed25519"`,
        '',
      ].flatMap((more) => {
        const named = [
          ['@method', p.method],
          [path === p.path ? '@path' : '@target-uri', path],
          ['content-digest', digest(p)],
        ] as const;
        return [named, named.slice(0, 2)].map((chosen) => [
          [
            ...chosen.map(([name, value]) => `"${name}": ${value}`),
            `"@signature-params": (${chosen.map(([name]) => `"${name}"`).join(' ')})${more}`,
          ].join('\n'),
        ]);
      }),
    ),
  'canonical headers': (p) => {
    const named = [
      ['svc-api-key', p.key],
      ['svc-idempotency-key', p.nonce],
      ['svc-sign-version', '1'],
      ['svc-timestamp', p.at],
    ] as const;
    const asSent = [0, 1, 3, 2].flatMap((at) => named.slice(at, at + 1));
    return [named, asSent].flatMap((list) =>
      [':', ': ', '='].flatMap((mark) =>
        [false, true].flatMap((isUpper) => {
          const written = list.map(([name, value]) => (isUpper ? name.toUpperCase() : name) + mark + value);
          return [...both(written), [written.join('&')]];
        }),
      ),
    );
  },
  'HTTP Signatures (Cavage)': (p) => [
    [`(request-target): ${p.method.toLowerCase()} ${p.target}`],
    [`(request-target): ${p.method.toLowerCase()} ${p.target}\ndigest: SHA-256=${base64Of(p.sha256(p.body))}`],
  ],
};

export function* schemeMessages(scene: SignatureScene): Generator<Message> {
  const ms = Number(scene.timestamp);
  const at = scene.path.indexOf('?');
  const parts: Parts = {
    at: scene.timestamp,
    seconds: String(Math.floor(ms / 1000)),
    iso: Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : '',
    method: scene.method,
    target: scene.path,
    path: at < 0 ? scene.path : scene.path.slice(0, at),
    query: at < 0 ? '' : scene.path.slice(at + 1),
    key: scene.apiKey,
    nonce: scene.idempotencyKey,
    body: scene.body ?? new Uint8Array(),
    sha256: (bytes) => scene.hashing.sha256(bytes),
  };
  for (const [name, scheme] of Object.entries(SCHEMES)) {
    for (const message of scheme(parts)) {
      yield {
        cause: 'signed-concatenation',
        how: `the parts of the request as clients of ${name} sign them`,
        bytes: joined(...message.map(bytesOf)),
      };
    }
  }
}
