// Canonical requests, and the strings to sign that hold their hash: those of AWS, and what people make of them for interfaces of their own.
import { encodeBase64url } from '../../signing/base64url.js';
import { utf8Bytes } from '../capture/capture.js';
import { both, hexOf, lines, type Parts, type Scheme, sortedQuery } from './scheme-parts.js';

/** SigV4's canonical requests: the query in order, with the headers that are signed. */
const canonicals = (p: Parts): readonly string[] =>
  [...new Set([sortedQuery(p), p.query])].flatMap((query) => [
    [p.method, p.path, query, '', hexOf(p, p.body)].join('\n'),
    [p.method, p.path, query, '', '', hexOf(p, p.body)].join('\n'),
    ...p.hosts.flatMap((host) =>
      (p.body.length === 0 ? [[]] : [[], ['content-type:application/json']]).flatMap((first) => {
        const headers = [...first, `host:${host}`];
        const names = headers.map((header) => header.replace(/:.*/, '')).join(';');
        return [
          [p.method, p.path, query, ...headers, names, hexOf(p, p.body)].join('\n'),
          [p.method, p.path, query, ...headers, '', names, hexOf(p, p.body)].join('\n'),
        ];
      }),
    ),
  ]);
/** What people make of a canonical request on their own: fewer parts, in lines, with the hash in either spelling. */
const ownCanonicals = (p: Parts): readonly string[] =>
  [hexOf(p, p.body), encodeBase64url(p.sha256(p.body)), new TextDecoder().decode(p.body)].flatMap((body) =>
    [
      [p.method, p.path, p.query, body],
      [p.method, p.target, body],
      [p.method, p.path, body],
      [p.method, p.target, p.at, body],
      [p.at, p.method, p.target, body],
      [p.method, p.target, p.at, p.nonce, body],
    ].map((parts) => parts.join('\n')),
  );
const OWN_ALGORITHMS = [
  ...['SVC-ED25519', 'SVC1-ED25519', 'SVC-SIGN', 'SVC-SIGN-V1', 'SVC', 'TSI-ED25519', 'Ed25519', 'ED25519', 'EdDSA'],
  ...['SVC-ED25519-SHA256', 'SVC-HMAC-SHA256', 'AWS4-HMAC-SHA256'],
];
/** A string to sign: an algorithm, the time, and the hash of a canonical request. */
export const ownStringsToSign: Scheme = (p) => {
  const times = [p.at, p.iso.replace(/[:-]|\.\d+/g, ''), p.seconds];
  return ownCanonicals(p)
    .slice(0, HASHED_CANONICALS)
    .flatMap((canonical) => {
      const [hash, other] = [hexOf(p, canonical), encodeBase64url(p.sha256(utf8Bytes(canonical)))];
      return [
        ...OWN_ALGORITHMS.flatMap((algorithm) => [...times.map((time) => lines([algorithm, time, hash]))]),
        ...OWN_ALGORITHMS.slice(0, LIKELIEST).map((algorithm) => lines([algorithm, p.at, other])),
      ];
    });
};
/** Those with a hash of the body. */
const HASHED_CANONICALS = 12;
const LIKELIEST = 5;

/** What stands first in the string to sign: AWS has the first alone. */
const ALGORITHMS = ['AWS4-HMAC-SHA256', 'AWS4-ED25519', 'ED25519'];

/** The credential scopes of AWS, and those that people put in their place. */
const scopes = (p: Parts): readonly string[] => {
  const day = p.iso.slice(0, 10).replaceAll('-', '');
  const places = ['us-east-1/execute-api', 'eu-west-1/execute-api', 'eu/trading', 'us-east-1/trading', 'trading'];
  return [...places.map((place) => `${day}/${place}/aws4_request`), `${day}/trading/request`];
};

export const ofAws: Scheme = (p) =>
  canonicals(p).flatMap((canonical) => [
    [canonical],
    [p.sha256(utf8Bytes(canonical))],
    ...[p.iso.replace(/[:-]|\.\d+/g, ''), p.at, p.seconds].flatMap((time, nth) =>
      (nth === 0 ? ALGORITHMS : ALGORITHMS.slice(0, 1)).flatMap((algorithm, other) => [
        ...both([algorithm, time, hexOf(p, canonical)]),
        ...scopes(p)
          .slice(other === 0 ? 0 : -2)
          .map((scope) => lines([algorithm, time, scope, hexOf(p, canonical)])),
      ]),
    ),
  ]);

export const ofOwnCanonicals: Scheme = (p) => ownCanonicals(p).flatMap((one) => both([one]));
