// A received request in, the state of every signing stage out (interface 5). Only what the interface states is judged; the caller
// brings its registry, clock and access rules. The reference service has rules of its own and uses the parts it needs.

import type { Verifier } from './ed25519/ed25519.js';
import type { Hashing } from './hashing.js';
import { type ReceivedRequest, readHeaders } from './received.js';
import type { SlipId } from './slips/slips.js';
import { broken, ok, type StageResult, unknown } from './stage-result.js';
import {
  judgeApiKey,
  judgeBodyHash,
  judgeIdempotencyKey,
  judgeMethod,
  judgePath,
  judgeSignVersion,
} from './stages/judge-fields.js';
import { judgeTimestamp, type ServerClock } from './stages/judge-timestamp.js';
import { readData } from './stages/read-data.js';
import { readPayload } from './stages/read-payload.js';
import { readSignature } from './stages/read-signature.js';

export interface VerificationContext {
  readonly hashing: Hashing;
  /** The verifier of a registered identifier, or why there is none. */
  readonly keyOf: (apiKey: string) => Verifier | 'api-key-unknown' | 'api-key-expired';
  /** Left out, nearness to the server's clock is not judged. */
  readonly clock?: ServerClock;
  /** Left out, access is not judged. */
  readonly access?: (apiKey: string, request: ReceivedRequest) => SlipId | undefined;
}

/** Every stage, in the order of `SIGNING_STAGES`. A request is accepted when none is `broken`; `unknown` follows a broken one. */
export function inspectRequest(request: ReceivedRequest, context: VerificationContext): readonly StageResult[] {
  const { values, result: headers } = readHeaders(request.headers);
  const data = values.data === undefined ? undefined : readData(values.data);
  const reading = data?.payload && readPayload(data.payload);
  const fields = reading?.fields;
  // Of a payload that was cut off, the signed bytes are not known.
  const signed = reading?.result.cause === 'data-truncated' ? undefined : data?.payload;
  const sign = values.signature === undefined ? undefined : readSignature(values.signature, data?.payload);
  const key = values.apiKey === undefined ? undefined : context.keyOf(values.apiKey);
  return [
    headers,
    data?.result ?? unknown('data-encoding'),
    reading?.result ?? unknown('payload'),
    fields ? judgeSignVersion(values, fields) : unknown('sign-version'),
    fields ? judgeRegisteredKey(judgeApiKey(values, fields), key, values.apiKey) : unknown('api-key'),
    fields ? judgeIdempotencyKey(request.method, values, fields) : unknown('idempotency-key'),
    fields ? judgeTimestamp(values, fields, context.clock) : unknown('timestamp'),
    fields ? judgeMethod(request.method, fields) : unknown('method'),
    fields ? judgePath(request.path, fields) : unknown('path'),
    fields ? judgeBodyHash(context.hashing, request, fields) : unknown('body-hash'),
    sign?.result ?? unknown('signature-encoding'),
    judgeSignature(key, signed, sign?.signature),
    judgeAccess(context, values.apiKey, key, request),
  ];
}

function judgeRegisteredKey(
  agreement: StageResult,
  key: Verifier | SlipId | undefined,
  apiKey: string | undefined,
): StageResult {
  if (agreement.state !== 'ok' || typeof key !== 'string') return agreement;
  return /^(["']).*\1$/.test(apiKey ?? '')
    ? broken('api-key-quoted', 'the identifier alone', apiKey)
    : broken(key, 'a registered key', apiKey);
}

function judgeSignature(
  key: Verifier | SlipId | undefined,
  payload: Uint8Array | undefined,
  signature: Uint8Array | undefined,
): StageResult {
  if (typeof key !== 'object' || payload === undefined || signature === undefined) return unknown('signature');
  return key.verify(signature, payload)
    ? ok('signature')
    : broken('signature-unexplained', 'a signature over the payload bytes by the key of SVC-API-KEY', 'another');
}

function judgeAccess(
  context: VerificationContext,
  apiKey: string | undefined,
  key: Verifier | SlipId | undefined,
  request: ReceivedRequest,
): StageResult {
  if (apiKey === undefined || typeof key !== 'object') return unknown('access');
  const cause = context.access?.(apiKey, request);
  return cause === undefined ? ok('access') : broken(cause);
}
