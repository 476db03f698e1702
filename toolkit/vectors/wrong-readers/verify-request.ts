// Verifiers that forget or soften one rule of what a request says (interface 5.1 to 5.3): its headers, payload, path, body, time,
// signature.
import { HEADER } from '../../signing/headers.js';
import { NOW_MS } from '../build/requests/requests.js';
import {
  asSigned,
  CLOCK,
  comparingPaths,
  decoded,
  hashing,
  inAscii,
  latinText,
  onHeader,
  overlooking,
  rewritten,
  skipping,
  sortedQuery,
  verifiers,
  verifiesReduced,
  verifiesText,
  withoutRightSignature,
} from './soften.js';
import type { WrongReader } from './wrong-reader.js';

export const VERIFY_READERS: readonly WrongReader[] = verifiers({
  'skips-signature: does not verify the signature': skipping('signature'),
  'verifies-text: verifies over the text of SVC-DATA': {
    normalise: (input) => (verifiesText(input) ? input : withoutRightSignature(input)),
    overlooks: ({ cause }, input) => cause === 'signature-unexplained' && verifiesText(input),
  },
  'finds-no-signature-right: finds no request right: it verifies other bytes, by another key, or reads the time in another unit':
    {
      normalise: withoutRightSignature,
    },
  'skips-body-hash: does not compare the body hash': skipping('body-hash'),
  'skips-path: does not compare the path': overlooking('path-mismatch'),
  'compares-path-by-start: asks whether the path that was sent begins with the signed one': {
    overlooks: ({ cause, actual }, input) =>
      cause === 'path-mismatch' && actual !== undefined && input.path.startsWith(actual),
  },
  'compares-path-by-end: asks whether the signed path ends with the one that was sent, or the other way round': {
    overlooks: ({ cause, actual = '' }, input) =>
      cause === 'path-mismatch' && (actual.endsWith(input.path) || input.path.endsWith(actual)),
  },
  'compares-path-without-version: compares the path below its version': comparingPaths((path) =>
    path.replace(/^\/v\d+/, ''),
  ),
  'skips-query: compares the path without the query': comparingPaths((path) => path.split('?')[0] ?? path),
  'sorts-query-to-compare: compares the query with its parameters sorted': comparingPaths(sortedQuery),
  'sorts-parameters-to-compare: compares the parameters in any order': comparingPaths((path) =>
    /\?./.test(path) ? sortedQuery(path) : path,
  ),
  'decodes-path-to-compare: compares the path in decoded form': comparingPaths(decoded),
  'undoes-percent-encoding-to-compare: compares the path with its percent-encoding undone': comparingPaths((path) => {
    try {
      return decodeURIComponent(path);
    } catch {
      return path;
    }
  }),
  'compares-path-without-case-of-escapes: compares the path without regard to the case of its escapes': comparingPaths(
    (path) => path.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase()),
  ),
  'compares-plus-as-blank: takes "+" and "%20" in the query for the same': comparingPaths((path) =>
    path.replaceAll('+', '%20'),
  ),
  'compares-path-without-case: compares the path without regard to case': comparingPaths((path) => path.toLowerCase()),
  'trims-slash-to-compare: compares the path without a slash at its end': comparingPaths((path) =>
    path.replace(/\/(?=\?|$)/, ''),
  ),
  'accepts-duplicate-parameters: accepts a query parameter twice': overlooking('path-query-duplicate'),
  'skips-method: does not compare the method': skipping('method'),
  'compares-method-without-case: compares the method without regard to case': overlooking('method-lower-case'),
  'skips-clock: does not compare the timestamp with the clock': overlooking(...CLOCK),
  'accepts-old-timestamps: looks for timestamps in the future alone': overlooking('timestamp-stale'),
  'accepts-future-timestamps: looks for old timestamps alone': {
    overlooks: ({ cause, actual }) => CLOCK.includes(cause) && Number(actual) > NOW_MS,
  },
  'trusts-timestamp-header: does not compare the timestamp header with the payload': overlooking('timestamp-mismatch'),
  'trusts-idempotency-header: does not compare the idempotency header with the payload':
    overlooking('idempotency-key-mismatch'),
  'skips-version: does not check the version': overlooking('sign-version-unsupported'),
  'skips-both-versions: looks at no version, neither in the header nor in the payload': skipping('sign-version'),
  'reads-version-of-header-alone: checks the version in the header alone': {
    overlooks: ({ stage }, { headers }) =>
      stage === 'sign-version' && headers.some(([name, value]) => name === HEADER.signVersion && value === '1'),
  },
  'trusts-version-header: does not compare the version header with the payload': overlooking('sign-version-mismatch'),
  'takes-absent-header-for-empty: takes an absent idempotency header for an empty one': {
    normalise: (input) =>
      input.headers.some(([name]) => name.toUpperCase() === HEADER.idempotencyKey)
        ? input
        : { ...input, headers: [...input.headers, [HEADER.idempotencyKey, '']] },
  },
  'accepts-missing-headers: reads everything from SVC-DATA and misses no header': overlooking('header-missing'),
  'accepts-empty-idempotency-key: accepts a mutating request without a key': overlooking('idempotency-key-missing'),
  'skips-idempotency-key: does not check the idempotency key of a mutating request': overlooking(
    'idempotency-key-missing',
    'idempotency-key-too-short',
    'idempotency-key-too-long',
    'idempotency-key-characters',
  ),
  'takes-absent-version-for-1: takes an absent version header for version 1': {
    normalise: (input) =>
      input.headers.some(([name]) => name.toUpperCase() === HEADER.signVersion)
        ? input
        : { ...input, headers: [...input.headers, [HEADER.signVersion, '1']] },
  },
  'accepts-equal-duplicates: accepts a query parameter twice with the same value': {
    overlooks: ({ cause }, { path }) => {
      const parameters = (path.split('?')[1] ?? '').split('&');
      return cause === 'path-query-duplicate' && new Set(parameters).size < parameters.length;
    },
  },
  'accepts-blank-hash: accepts an empty body_hash where there is no body': {
    overlooks: ({ cause }, { body }) => cause === 'body-hash-blank' && body === '',
  },
  'accepts-short-keys: accepts keys of fewer than 5 characters': overlooking('idempotency-key-too-short'),
  'accepts-long-keys: accepts keys of more than 128 characters': overlooking('idempotency-key-too-long'),
  'accepts-slash-in-key: accepts a slash in a key': {
    overlooks: ({ cause }, { headers }) =>
      cause === 'idempotency-key-characters' &&
      headers.some(([name, value]) => name === HEADER.idempotencyKey && /^[\w.~/-]+$/.test(value)),
  },
  'accepts-any-key-characters: accepts any character in a key': overlooking('idempotency-key-characters'),
  'refuses-empty-idempotency-key: refuses the empty key of a GET': {
    normalise: (input) => ({ ...input, headers: input.headers.filter(([, value]) => value !== '') }),
  },
  'strips-padding-of-data: accepts padding in SVC-DATA': onHeader('SVC-DATA', (value) => value.replace(/=+$/, '')),
  'strips-padding-of-signature: accepts padding in SVC-SIGN': onHeader('SVC-SIGN', (value) => value.replace(/=+$/, '')),
  'accepts-data-in-standard-base64: accepts the standard alphabet in SVC-DATA': onHeader('SVC-DATA', (value) =>
    value.replaceAll('+', '-').replaceAll('/', '_'),
  ),
  'accepts-signature-in-standard-base64: accepts the standard alphabet in SVC-SIGN': onHeader('SVC-SIGN', (value) =>
    value.replaceAll('+', '-').replaceAll('/', '_'),
  ),
  'decodes-leniently: decodes SVC-DATA and SVC-SIGN as Buffer.from of Node.js does: whatever it does not know is skipped':
    {
      normalise: (input) => ({
        ...input,
        headers: input.headers.map(([name, value]) => [
          name,
          /^SVC-(?:DATA|SIGN)$/i.test(name) ? Buffer.from(value, 'base64url').toString('base64url') : value,
        ]),
      }),
    },
  'accepts-signature-in-hex: accepts a hexadecimal signature': onHeader('SVC-SIGN', (value) =>
    /^[0-9a-f]{128}$/i.test(value) ? Buffer.from(value, 'hex').toString('base64url') : value,
  ),
  'rewrites-payload: verifies the payload as it writes it again after parsing': onHeader('SVC-DATA', (data) =>
    rewritten(data),
  ),
  'rewrites-payload-in-ascii: verifies the payload as it writes it again after parsing, in ASCII alone as Python does':
    onHeader('SVC-DATA', (data) => rewritten(data, inAscii)),
  'compares-header-names-exactly: knows the header names in upper case alone': {
    normalise: (input) => ({ ...input, headers: input.headers.filter(([name]) => name === name.toUpperCase()) }),
  },
  'accepts-empty-headers: asks whether headers are there, not whether they say anything': overlooking('header-empty'),
  'accepts-unreadable-data: takes an exception while it reads SVC-DATA for no objection': {
    overlooks: ({ stage }) => stage === 'data-encoding' || stage === 'payload',
  },
  'accepts-unreadable-signature: takes an exception while it reads SVC-SIGN for no objection':
    skipping('signature-encoding'),
  'fills-in-missing-members: takes what the payload lacks from the headers': overlooking(
    'payload-member-missing',
    'payload-member-renamed',
    'payload-wrapped',
  ),
  'accepts-unreadable-timestamp: does not compare a timestamp header that it cannot read': overlooking(
    'timestamp-format',
    'timestamp-date-time',
    'header-empty',
  ),
  'hashes-parsed-body: parses the body, writes it again and hashes that': hashing((body) => {
    try {
      return Buffer.from(JSON.stringify(JSON.parse(body.toString())));
    } catch {
      return body;
    }
  }),
  'hashes-text-of-body: decodes the body to text and hashes that': hashing((body) => Buffer.from(body.toString())),
  'hashes-trimmed-text: decodes the body to text, trims it and hashes that': hashing((body) =>
    Buffer.from(body.toString().trim()),
  ),
  'hashes-trimmed-body: hashes the body without white space at its ends': hashing((body) =>
    Buffer.from(body.toString('latin1').trim(), 'latin1'),
  ),
  'skips-hash-of-no-body: compares the body hash only where there is a body': {
    overlooks: ({ stage }, { body }) => stage === 'body-hash' && body === '',
  },
  'skips-body-save-of-orders: compares the body hash of POST alone': {
    overlooks: ({ stage }, { method }) => stage === 'body-hash' && method !== 'POST',
  },
  'parses-query-to-compare: parses both queries and compares their parameters': comparingPaths((path) => {
    const [plain = '', query = ''] = path.split('?');
    return `${plain}?${new URLSearchParams(query)}`;
  }),
  'normalises-paths-to-compare: passes both paths through a URL parser': comparingPaths((path) => {
    try {
      const url = new URL(path, 'http://h');
      return url.pathname + url.search;
    } catch {
      return path;
    }
  }),
  'skips-path-of-handshakes: does not compare the path of a handshake': {
    overlooks: ({ cause }, { path }) => cause === 'path-mismatch' && path.includes('/ws/'),
  },
  'reads-version-loosely: compares the version by loose equality': {
    overlooks: ({ cause, actual = '', expected = '' }) =>
      cause === 'sign-version-mismatch' &&
      [actual, expected].every((text) => /^(?:1|\[1\]|true|1\D.*|1, .*)$/.test(text)),
  },
  'reads-members-loosely: compares timestamp and version of the payload by loose equality, so that [1] and true are 1':
    {
      overlooks: ({ cause, actual = '', expected = '' }, { headers }) =>
        (cause === 'sign-version-mismatch' && [actual, expected].every((text) => /^(?:1|\[1\]|true)$/.test(text))) ||
        (cause === 'payload-member-type' && /"timestamp":\[\d+\]/.test(latinText(headers))),
    },
  'accepts-within-a-minute: takes a wider window than the given one, such as a minute': {
    overlooks: ({ cause }, { headers }) =>
      CLOCK.includes(cause) &&
      headers.some(([name, value]) => name === HEADER.timestamp && Math.abs(Number(value) - NOW_MS) <= 60_000),
  },
  'compares-kinds-of-method: asks only whether both methods read or both write': {
    overlooks: ({ cause, actual = '', expected = '' }) =>
      cause === 'method-mismatch' && actual !== 'GET' && expected !== 'GET',
  },
  'verifies-either: accepts a signature over the payload or over the text of SVC-DATA': {
    overlooks: ({ cause }, input) => cause === 'signature-unexplained' && verifiesText(input),
  },
  'compares-hash-without-case: compares the body hash without regard to case': {
    overlooks: ({ cause, expected = '', actual = '' }) =>
      cause === 'body-hash-mismatch' && expected.toLowerCase() === actual.toLowerCase(),
  },
  'compares-start-of-hash: compares the start of the body hash, as far as there is one': {
    overlooks: ({ cause, expected = '', actual = '' }) =>
      cause === 'body-hash-mismatch' && actual !== '' && (expected.startsWith(actual) || actual.startsWith(expected)),
  },
  'compares-seconds: compares header and payload to the second': {
    overlooks: ({ cause, expected, actual }) =>
      cause === 'timestamp-mismatch' && Math.floor(Number(expected) / 1000) === Math.floor(Number(actual) / 1000),
  },
  'compares-idempotency-without-case: compares the idempotency keys without regard to case': {
    normalise: (input) => ({ ...input, headers: asSigned(input.headers, HEADER.idempotencyKey, 'idempotency_key') }),
  },
  'takes-first-of-joined: takes the first of several values in one header': {
    normalise: (input) => ({
      ...input,
      headers: input.headers.map(([name, value]) => [name, value.split(', ')[0] ?? '']),
    }),
  },
  'takes-last-of-joined: takes the last of several values in one header': {
    normalise: (input) => ({
      ...input,
      headers: input.headers.map(([name, value]) => [name, value.split(', ').at(-1) ?? '']),
    }),
  },
  'reads-numbers-at-start: reads the digits at the start of a header and ignores the rest': {
    normalise: (input) => ({
      ...input,
      headers: input.headers.map(([name, value]) => [
        name,
        name === HEADER.timestamp || name === HEADER.signVersion ? (/^\d+/.exec(value)?.[0] ?? value) : value,
      ]),
    }),
  },
  'reads-one-digit-of-version: looks at the first character of the version': onHeader('SVC-SIGN-VERSION', (value) =>
    value.slice(0, 1),
  ),
  'accepts-large-s-in-request: reduces S of a signature before it verifies': {
    overlooks: ({ cause }, input) => cause === 'signature-unexplained' && verifiesReduced(input),
  },
  'skips-signature-of-handshakes: does not verify the signature of a handshake': {
    overlooks: ({ stage }, { path }) => stage === 'signature' && path.includes('/ws/'),
  },
  'skips-signature-of-deletions: does not verify the signature of a deletion': {
    overlooks: ({ stage }, { method }) => stage === 'signature' && method === 'DELETE',
  },
  'skips-path-of-orders: compares the path of reads alone': {
    overlooks: ({ cause }, { method }) => cause === 'path-mismatch' && method !== 'GET',
  },
  'skips-clock-of-reads: looks at the clock for orders alone': {
    overlooks: ({ cause }, { method }) => CLOCK.includes(cause) && method === 'GET',
  },
  'skips-body-of-deletions: does not compare the body hash of a deletion': {
    overlooks: ({ stage }, { method }) => stage === 'body-hash' && method === 'DELETE',
  },
  'coerces-types: turns every member into text before it compares': {
    normalise: (input) => input,
    overlooks: ({ cause, stage }, { headers }) =>
      (cause === 'payload-member-type' || cause === 'sign-version-mismatch' || stage === 'body-hash') &&
      /\["?[^"\]]*"?\]/.test(latinText(headers)),
  },
});
