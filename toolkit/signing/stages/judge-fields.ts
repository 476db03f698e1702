// The values of a signed request against its headers and its request line (interface 5.1 to 5.3): one pure function per stage.
// Each names the first cause that it sees without searching; the doctor searches further.
import type { Hashing } from '../hashing.js';
import { SIGN_VERSION } from '../headers.js';
import { idempotencyKeyDefect } from '../idempotency-key.js';
import type { HeaderValues, ReceivedRequest } from '../received.js';
import { broken, ok, type StageResult } from '../stage-result.js';
import type { ReceivedFields } from './read-payload.js';

export function judgeSignVersion(headers: HeaderValues, fields: ReceivedFields): StageResult {
  const version = fields['sign_version'];
  const meant = typeof version === 'string' ? version : show(version);
  if (headers.signVersion !== undefined && headers.signVersion !== meant) {
    return broken('sign-version-mismatch', meant, headers.signVersion);
  }
  if (meant !== String(SIGN_VERSION)) return broken('sign-version-unsupported', String(SIGN_VERSION), show(version));
  return typeof version === 'string'
    ? broken('sign-version-text', String(SIGN_VERSION), show(version))
    : ok('sign-version');
}

/** Header and payload; whether the key is registered is the registry's matter. */
export function judgeApiKey(headers: HeaderValues, fields: ReceivedFields): StageResult {
  const key = fields['api_key'];
  if (typeof key === 'number' && headers.apiKey === String(key)) {
    return broken('payload-member-number', JSON.stringify(headers.apiKey), show(key));
  }
  if (typeof key !== 'string') return broken('payload-member-type', 'api_key as text', show(key));
  if (headers.apiKey === undefined || headers.apiKey === key) return ok('api-key');
  return broken(headers.apiKey === key.trim() ? 'api-key-white-space' : 'api-key-mismatch', headers.apiKey, show(key));
}

/** What carries no key and changes nothing either: rule 6 speaks of GET alone, rule 7 of what mutates, so both are free here. */
const NEITHER_READ_NOR_MUTATING: readonly string[] = ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT'];

/** Interface 5.3, rules 6 and 7; the grammar is that of section 8. */
export function judgeIdempotencyKey(method: string, headers: HeaderValues, fields: ReceivedFields): StageResult {
  const key = fields['idempotency_key'];
  if (key === null) {
    return (headers.idempotencyKey ?? '') === ''
      ? broken('idempotency-key-null', '""', 'null')
      : broken('idempotency-key-mismatch', headers.idempotencyKey, 'null');
  }
  if (typeof key === 'number' && headers.idempotencyKey === String(key)) {
    return broken('payload-member-number', JSON.stringify(headers.idempotencyKey), show(key));
  }
  if (typeof key !== 'string') return broken('payload-member-type', 'idempotency_key as text', show(key));
  if (headers.idempotencyKey !== undefined && headers.idempotencyKey !== key) {
    return broken('idempotency-key-mismatch', headers.idempotencyKey, key);
  }
  if (method === 'GET') return key === '' ? ok('idempotency-key') : broken('idempotency-key-on-get', '""', show(key));
  if (key === '' && NEITHER_READ_NOR_MUTATING.includes(method)) return ok('idempotency-key');
  if (key === '') return broken('idempotency-key-missing', '5 to 128 characters', '""');
  const defect = idempotencyKeyDefect(key);
  return defect === undefined
    ? ok('idempotency-key')
    : broken(`idempotency-key-${defect}`, '5 to 128 of A-Z a-z 0-9 . _ - ~', show(key));
}

export function judgeMethod(method: string, fields: ReceivedFields): StageResult {
  const signed = fields['method'];
  if (typeof signed !== 'string') return broken('payload-member-type', 'method as text', show(signed));
  if (signed === method) return ok('method');
  const upper = method.toUpperCase();
  if (signed.toUpperCase() === upper) {
    return broken('method-lower-case', upper, signed === upper ? `${method}, as it was sent` : signed);
  }
  const isLine = signed.startsWith(`${method} `) && signed.trim() !== method;
  return broken(isLine ? 'method-request-line' : 'method-mismatch', method, signed);
}

/** Exact equality, and no query parameter twice (interface 5.3, rules 4 and 5). */
export function judgePath(path: string, fields: ReceivedFields): StageResult {
  const signed = fields['path'];
  if (typeof signed !== 'string') return broken('payload-member-type', 'path as text', show(signed));
  const isHandshakeWithQuery = HANDSHAKE_WITH_QUERY.test(path);
  // 4.5, rule 1 asks for the bare path, 5.2 for the path as sent: of a handshake with a query either may be signed.
  if (isHandshakeWithQuery && signed === path.split('?')[0]) return broken('path-handshake-query', signed, path);
  if (signed !== path) return broken('path-mismatch', path, signed);
  const twice = duplicateParameter(path);
  if (twice !== undefined) return broken('path-query-duplicate', `${twice} once`, path);
  return isHandshakeWithQuery ? broken('path-handshake-query', path.split('?')[0], path) : ok('path');
}

/** Interface 4.5, rule 1, below any path of the base address. */
const HANDSHAKE_WITH_QUERY = /\/v1\/server-events\/accounts\/[^/?]+\/ws\/events\?/;

/** The first name that stands twice in the query, compared as written: whether %61 and a are one name is left open. */
export function duplicateParameter(path: string): string | undefined {
  const query = path.indexOf('?');
  const names = new Set<string>();
  for (const parameter of query < 0 ? [] : path.slice(query + 1).split('&')) {
    const name = parameter.split('=', 1)[0] ?? '';
    if (parameter !== '' && names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}

export function judgeBodyHash(hashing: Hashing, request: ReceivedRequest, fields: ReceivedFields): StageResult {
  const signed = fields['body_hash'];
  const actual = hashing.bodyHash(request.body);
  if (signed === '' || signed === null) return broken('body-hash-blank', actual, show(signed));
  if (typeof signed !== 'string') return broken('payload-member-type', 'body_hash as text', show(signed));
  return signed === actual ? ok('body-hash') : broken('body-hash-mismatch', actual, signed);
}

/** A value of the payload as evidence, on one short line. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
