// The members of the payload one by one, against the headers, the request and the keys (interface 5.1, 5.2; 5.3, rules 4 to 10).
import { HEADER } from '../signing/headers.js';
import type { HeaderValues } from '../signing/received.js';
import type { SigningStage } from '../signing/slips/slips.js';
import { broken, ok, type StageResult, unknown } from '../signing/stage-result.js';
import { judgeApiKey, judgeIdempotencyKey, judgeSignVersion } from '../signing/stages/judge-fields.js';
import type { ServerClock } from '../signing/stages/judge-timestamp.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Capture } from './capture/capture.js';
import type { DiagnoseOptions } from './diagnose-options.js';
import { judgeSignedMethod, judgeSignedPath } from './judge-request-line.js';
import { judgeSignedTimestamp } from './judge-signed-timestamp.js';
import type { Judged } from './judged.js';
import type { KeyMatch } from './keys.js';
import { keyIsStated } from './open-matters.js';
import { isPlaceholder } from './recognise/alphabets.js';
import { dressBetween } from './recognise/dressed-values.js';
import { misread, unmisread } from './search/charset-mistakes.js';

/** The payload, and what its members are held against. */
interface FieldsInput {
  readonly capture: Capture;
  readonly values: HeaderValues;
  readonly fields: ReceivedFields | undefined;
  /** The members as their text is written. */
  readonly written: ReadonlyMap<string, string> | undefined;
  readonly keys: KeyMatch;
  readonly clock: ServerClock | undefined;
  readonly signedPath: DiagnoseOptions['signedPath'];
}

export function judgeFields({
  capture,
  values,
  fields,
  written,
  keys,
  clock,
  signedPath,
}: FieldsInput): readonly Judged[] {
  if (fields === undefined) {
    return (['sign-version', 'api-key', 'idempotency-key', 'timestamp', 'method', 'path'] as const).map((stage) => ({
      result: unknown(stage),
    }));
  }
  const present = (name: string, judged: () => Judged, stage: SigningStage): Judged =>
    Object.hasOwn(fields, name) ? judged() : { result: unknown(stage) };
  return [
    present('sign_version', () => ({ result: judgeVersion(values, fields, written) }), 'sign-version'),
    present('api_key', () => judgeKey(values, fields, keys), 'api-key'),
    present('idempotency_key', () => judgeKeyOf(capture.method, values, fields), 'idempotency-key'),
    present('timestamp', () => judgeSignedTimestamp(values, fields, written?.get('timestamp'), clock), 'timestamp'),
    present('method', () => judgeSignedMethod(capture, fields), 'method'),
    present(
      'path',
      () => judgeSignedPath({ ...capture, path: signedPath?.(capture.path) ?? capture.path }, fields),
      'path',
    ),
  ];
}

const RESPELLED_VERSION = /^["'vV]*0*1(?:\.0+)*["']?$/;

/** A number that is 1 may still be written as no integer. */
function judgeVersion(
  values: HeaderValues,
  fields: ReceivedFields,
  written: ReadonlyMap<string, string> | undefined,
): StageResult {
  const result = judgeSignVersion(values, fields);
  const text = written?.get('sign_version') ?? '';
  const header = values.signVersion ?? '';
  const version = fields['sign_version'];
  const isRespelled =
    header === '1'
      ? version === true || (typeof version === 'string' && RESPELLED_VERSION.test(version))
      : RESPELLED_VERSION.test(header);
  if (result.cause === 'sign-version-mismatch' && isRespelled) {
    return broken('sign-version-spelling', '1', header === '1' ? text : header);
  }
  // The name of an algorithm is no version, whatever the payload says.
  if (result.cause === 'sign-version-mismatch' && /^[A-Za-z]{2}/.test(header)) {
    return broken('sign-version-unsupported', '1', header);
  }
  return result.state === 'ok' && /[eE.]/.test(text) ? broken('sign-version-fraction', '1', text) : result;
}

function judgeKeyOf(method: string, values: HeaderValues, fields: ReceivedFields): Judged {
  const result = judgeIdempotencyKey(keyIsStated(method) ? method : 'GET', values, fields);
  const both = [values.idempotencyKey, fields['idempotency_key']];
  // The key of the other place within marks is a key, not a place for one.
  const isOther = (one: string): boolean => {
    const bare = one.replace(/^[{<$%]+|[}>%]+$/g, '');
    return bare !== one && both.includes(bare);
  };
  const printed = both.find((one) => typeof one === 'string' && isPlaceholder(one) && !isOther(one));
  if (result.cause === 'idempotency-key-mismatch' && typeof printed === 'string') {
    return { result: broken('idempotency-key-placeholder', 'a key, or an empty text', printed) };
  }
  const dressed = result.cause === 'idempotency-key-mismatch' ? dressOf('idempotencyKey', values, fields) : undefined;
  if (dressed !== undefined) return { result, how: dressed };
  const isOpen = !keyIsStated(method) && result.cause === 'idempotency-key-on-get';
  return isOpen ? { result: ok('idempotency-key'), note: `which key ${method} carries is left open` } : { result };
}

function dressOf(role: 'apiKey' | 'idempotencyKey', values: HeaderValues, fields: ReceivedFields): string | undefined {
  const signed = fields[role === 'apiKey' ? 'api_key' : 'idempotency_key'];
  const sent = values[role];
  return typeof signed === 'string' && sent !== undefined ? dressBetween(HEADER[role], sent, signed) : undefined;
}

/** Behind a scheme, or the name of a variable. */
const isBehindWord = (sent: string | undefined, signed: string): boolean =>
  sent !== undefined &&
  signed !== '' &&
  sent.endsWith(signed) &&
  /^[\w-]+[ :=]\s*$/.test(sent.slice(0, -signed.length));

/** The same letters, read on one side in another character set than they were written in. */
const isMisread = (sent: string, signed: string): boolean =>
  [...misread(signed), ...unmisread(signed)].some(([, text]) => text === sent);

function judgeKey(values: HeaderValues, fields: ReceivedFields, keys: KeyMatch): Judged {
  const agreement = judgeApiKey(values, fields);
  const signed = fields['api_key'];
  if (agreement.cause === 'api-key-mismatch' && typeof signed === 'string' && isBehindWord(values.apiKey, signed)) {
    return { result: broken('api-key-prefixed', signed, values.apiKey) };
  }
  if (agreement.cause === 'api-key-mismatch' && typeof signed === 'string' && isMisread(values.apiKey ?? '', signed)) {
    return { result: broken('api-key-charset', signed, values.apiKey) };
  }
  if (
    agreement.cause === 'api-key-mismatch' &&
    ['"', "'"].some((mark) => values.apiKey === `${mark}${signed}${mark}`)
  ) {
    return { result: broken('api-key-quoted', String(signed), values.apiKey) };
  }
  const dressed = agreement.cause === 'api-key-mismatch' ? dressOf('apiKey', values, fields) : undefined;
  if (dressed !== undefined) return { result: agreement, how: dressed };
  if (agreement.state !== 'ok' || keys.cause === undefined) {
    const note =
      keys.key === undefined && keys.others.length === 0 ? 'registration not judged: no key was given' : undefined;
    return { result: agreement, ...(note === undefined ? {} : { note }) };
  }
  const ids = keys.others.map(({ id }) => id).filter((id) => id !== undefined);
  const expected =
    keys.meant ?? (keys.cause === 'api-key-expired' ? 'a key that is valid now' : `one of ${ids.join(', ')}`);
  return { result: broken(keys.cause, expected, values.apiKey) };
}
