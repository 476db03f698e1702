// Targets that are not there, not there any more, or there now and then; and what speaks TLS otherwise than it should.
import type { Deed, Hostility } from '../hostility.js';

/** The few checks of a row ask some hundred and fifty times, which differs a little with what comes when. */
const AFTER = [0, 1, 2, 3, 5, 8, 13, 25, 40, 60, 100] as const;

const CONNECTIONS: Readonly<Record<string, Deed>> = {
  'closes-at-once': { end: 'end' },
  'resets-at-once': { end: 'reset' },
  'accepts-and-is-mute': { end: 'hang' },
  'speaks-ssh': { bytes: 'SSH-2.0-OpenSSH_9.6\r\n', end: 'hang' },
  'speaks-smtp': { bytes: '220 mail ESMTP\r\n', end: 'hang' },
  'speaks-redis': { bytes: '-ERR unknown command\r\n', end: 'end' },
  'speaks-tls': { bytes: Buffer.from('16030300310200002d0303', 'hex'), end: 'hang' },
  'echoes-a-request': { bytes: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', end: 'hang' },
  'answers-unasked': { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', end: 'hang' },
  'floods-at-once': { forever: 'x'.repeat(65_536) },
};

export const DEATHS: readonly Hostility[] = [
  ...AFTER.map(
    (requests): Hostility => ({
      ...about('deaths', `after-${requests}`, `the service is gone after ${requests} requests`),
      diesAfter: requests,
    }),
  ),
  ...AFTER.map(
    (requests): Hostility => ({
      ...about('deaths', `mute-after-${requests}`, `the service answers nothing after ${requests} requests`),
      honestFirst: requests,
      answer: () => ({ end: 'hang' }),
      handshake: () => ({ end: 'hang' }),
    }),
  ),
  ...AFTER.map(
    (requests): Hostility => ({
      ...about('deaths', `resets-after-${requests}`, `the service resets every connection after ${requests} requests`),
      honestFirst: requests,
      answer: () => ({ end: 'reset' }),
      handshake: () => ({ end: 'reset' }),
    }),
  ),
  ...[2, 3, 7].map(
    (every): Hostility => ({
      ...about('deaths', `flickers-${every}`, `every request but each ${every}th is reset`),
      honestFirst: 6,
      answer: (_honest, { count }) => (count % every === 0 ? undefined : { end: 'reset' }),
    }),
  ),
  ...[2, 3, 7].map(
    (every): Hostility => ({
      ...about('deaths', `unavailable-${every}`, `every request but each ${every}th is answered with 502`),
      honestFirst: 6,
      answer: (_honest, { count }) =>
        count % every === 0 ? undefined : { bytes: 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n' },
    }),
  ),
  ...[401, 403].map(
    (status): Hostility => ({
      ...about(
        'deaths',
        `locks-for-good-${status}`,
        `after 40 requests all are answered with ${status}, as by a key that was withdrawn`,
      ),
      honestFirst: 40,
      answer: () => ({
        bytes: `HTTP/1.1 ${status} No\r\nContent-Type: application/json\r\nContent-Length: 62\r\n\r\n{"error":{"code":1000},"error_message":"AUTH_INVALID_API_KEY"}`,
      }),
    }),
  ),
  ...Object.entries(CONNECTIONS).map(
    ([name, deed]): Hostility => ({
      ...about('deaths', name, `the port ${name.replaceAll('-', ' ')}`),
      connection: () => deed,
    }),
  ),
];

export const TLS: readonly Hostility[] = (
  [
    ['self-signed', 'a certificate that nobody trusts'],
    ['garbage', 'HTTP where TLS is spoken'],
    ['silent', 'no answer to the hello'],
    ['dripping', 'an answer to the hello that comes byte by byte, and has no end'],
    ['alert', 'an alert instead of a hello'],
    ['plain', 'a plain server at an https address'],
  ] as const
).map(([tls, summary]): Hostility => ({ ...about('tls', tls, summary), tls }));

function about(dimension: Hostility['dimension'], name: string, summary: string): Hostility {
  return { id: `${dimension}-${name}`, dimension, summary };
}
