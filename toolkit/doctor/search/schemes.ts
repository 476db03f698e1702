// What the clients of other interfaces sign (interface 5.3, rule 1 has the payload bytes signed): each scheme by the
// name under which people know it, built of the parts of this request. Hosts and nonces are unknown, so the values
// that stand for them are tried in turn.
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { joined, utf8Bytes } from '../capture/capture.js';
import { ofAws, ofOwnCanonicals, ownStringsToSign } from './canonical-requests.js';
import type { Message, SignatureScene } from './message.js';
import { base64Of, both, bytesOf, hexOf, lines, type Parts, type Scheme, sortedQuery } from './scheme-parts.js';

/** Where the capture does not show the host: what documents of other interfaces have in its place. */
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

/** The headers of this interface, in the order of its table. */
const ownHeaders = (p: Parts): readonly (readonly [name: string, value: string])[] => [
  ['svc-api-key', p.key],
  ['svc-idempotency-key', p.nonce],
  ['svc-timestamp', p.at],
  ['svc-sign-version', '1'],
  ['svc-data', p.data],
];

/** Every choice of some of a few, each in the order in which they stand. */
function subsets<One>(of: readonly One[]): readonly (readonly One[])[] {
  return Array.from({ length: 2 ** of.length - 1 }, (_, mask) => of.filter((_one, at) => ((mask + 1) >> at) % 2 === 1));
}

/** The components that authors have covered by a signature: the request line in its forms, the body's digest, this interface's headers. */
function components(p: Parts): readonly (readonly (readonly [name: string, value: string])[])[] {
  const method = ['@method', p.method] as const;
  const query = ['@query', `?${p.query}`] as const;
  const requests = [
    [method, ['@path', p.path] as const],
    [method, ['@path', p.path] as const, query],
    [method, ['@target-uri', p.target] as const],
    [method, ['@request-target', p.target] as const],
    ...p.hosts.flatMap((host) => [
      [method, ['@authority', host] as const, ['@path', p.path] as const],
      [method, ['@target-uri', `https://${host}${p.target}`] as const],
    ]),
  ];
  const digest = ['content-digest', `sha-256=:${base64Of(p.sha256(p.body))}:`] as const;
  const own = ownHeaders(p);
  const data = own.slice(-1);
  const plain = requests.flatMap((request) => [
    request,
    [...request, digest],
    [...request, ...data],
    [...request, ...own],
  ]);
  return [
    ...plain,
    ...requests.slice(0, PLAIN_REQUESTS).flatMap((request) => subsets(own).map((some) => [...request, ...some])),
  ];
}

/** Those that need no host. */
const PLAIN_REQUESTS = 4;

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
  'WeChat Pay': (p) =>
    [p.seconds, p.at].flatMap((time) => [
      [...lines([p.method, p.target, time, p.nonce, p.body]), '\n'],
      [...lines([time, p.nonce, p.body]), '\n'],
      [...lines([p.method, p.target, time, p.key, p.body]), '\n'],
    ]),
  Deribit: (p) => [p.nonce, p.key, ''].flatMap((nonce) => both([p.at, nonce, p.method, p.target, p.body])),
  Huobi: (p) => ['', ...p.hosts].flatMap((host) => both([p.method, host, p.path, p.query])),
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
  Bitstamp: (p) =>
    p.hosts.flatMap((host) =>
      [p.key, `BITSTAMP ${p.key}`].flatMap((key) =>
        ['application/json', ''].map((type) => [
          ...[key, p.method, host, p.path, p.query, type, p.nonce, p.at, 'v2', p.body],
        ]),
      ),
    ),
  WOO: (p) => [membersOf(p.body), sortedQuery(p)].filter((text) => text !== '').map((text) => [text, '|', p.at]),
  'webhooks (Standard Webhooks)': (p) =>
    [p.nonce, p.key].flatMap((id) =>
      [p.at, p.seconds].flatMap((time) => [p.payload, p.data, p.body].map((core) => [id, '.', time, '.', core])),
    ),
  dYdX: (p) =>
    [p.iso, p.at, p.seconds].flatMap((time) => [
      [time, p.method.toLowerCase(), p.target, p.body],
      [time, p.method.toLowerCase(), p.path, p.body],
    ]),
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
  'AWS Signature Version 4': ofAws,
  'a canonical request of their own (as AWS has one)': ofOwnCanonicals,
  'a string to sign of their own (as AWS has one)': ownStringsToSign,
  'HTTP Message Signatures (RFC 9421)': (p) =>
    components(p).flatMap((chosen) => {
      const names = chosen.map(([name]) => `"${name}"`).join(' ');
      const [created, keyid] = [`;created=${p.seconds}`, `;keyid="${p.key}"`];
      return [
        '',
        created,
        created + keyid,
        `${created + keyid};alg="ed25519"`,
        keyid,
        `${keyid + created}`,
        `;alg="ed25519"${created + keyid}`,
        `;alg="ed25519"${keyid + created}`,
        `${keyid};alg="ed25519"`,
      ].map((more) =>
        lines([...chosen.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": (${names})${more}`]),
      );
    }),
  'canonical headers': (p) => {
    const named = [
      ['svc-api-key', p.key],
      ['svc-idempotency-key', p.nonce],
      ['svc-sign-version', '1'],
      ['svc-timestamp', p.at],
    ] as const;
    const asSent = [0, 1, 3, 2].flatMap((at) => named.slice(at, at + 1));
    return [named, asSent, ownHeaders(p)].flatMap((list) =>
      [':', ': ', '='].flatMap((mark) =>
        [false, true].flatMap((isUpper) => {
          const written = list.map(([name, value]) => (isUpper ? name.toUpperCase() : name) + mark + value);
          return [...both(written), [written.join('&')], [written.join('\r\n')], [`${written.join('\r\n')}\r\n`]];
        }),
      ),
    );
  },
  'HTTP Signatures (Cavage)': (p) => {
    const target = `(request-target): ${p.method.toLowerCase()} ${p.target}`;
    const digest = `digest: SHA-256=${base64Of(p.sha256(p.body))}`;
    const own = ownHeaders(p).map(([name, value]) => `${name}: ${value}`);
    const dated = p.hosts.flatMap((host) => [
      [target, `host: ${host}`, `date: ${p.date}`],
      [target, `host: ${host}`, `date: ${p.date}`, digest],
      [target, `host: ${host}`],
    ]);
    return [
      [target],
      [target, digest],
      [`date: ${p.date}`],
      [target, `date: ${p.date}`],
      [target, `date: ${p.date}`, digest],
      [target, `(created): ${p.seconds}`],
      ...dated,
      ...subsets(own).flatMap((some) => [[target, ...some], some, [...some, target]]),
    ].map(lines);
  },
};

export function* schemeMessages(scene: SignatureScene): Generator<Message> {
  const ms = Number(scene.timestamp);
  const at = scene.path.indexOf('?');
  const parts: Parts = {
    at: scene.timestamp,
    seconds: String(Math.floor(ms / 1000)),
    iso: Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : '',
    date: Math.abs(ms) < 8e15 ? new Date(ms).toUTCString() : '',
    data: scene.data,
    method: scene.method,
    target: scene.path,
    path: at < 0 ? scene.path : scene.path.slice(0, at),
    query: at < 0 ? '' : scene.path.slice(at + 1),
    key: scene.apiKey,
    nonce: scene.idempotencyKey,
    payload: scene.payload,
    body: scene.body ?? new Uint8Array(),
    hosts: scene.host === undefined ? HOSTS : [...new Set([scene.host, scene.host.replace(/:\d+$/, '')])],
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
