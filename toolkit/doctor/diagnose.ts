// The doctor's engine (interface 5): a captured request in, every stage of its signature judged, the first real cause with its fix
// out. Portable: it runs in a browser page as well as in Node.js, where the caller may hand in the faster native backends.
import { nobleVerifier } from '../signing/ed25519/noble-backend.js';
import { portableHashing } from '../signing/hashing.js';
import { HEADER, type HeaderRole } from '../signing/headers.js';
import type { HeaderValues } from '../signing/received.js';
import type { SigningStage } from '../signing/slips/slips.js';
import { broken, type StageResult, unknown } from '../signing/stage-result.js';
import type { ServerClock } from '../signing/stages/judge-timestamp.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import { beforeProxies } from './capture/before-proxies.js';
import type { Capture } from './capture/capture.js';
import { withDoubt } from './capture-doubt.js';
import { chooseBody } from './choose-body.js';
import { conclude, withoutDoubled } from './conclude.js';
import type { DiagnoseOptions } from './diagnose-options.js';
import type { Diagnosis } from './diagnosis.js';
import { judgeSignedBody } from './judge-body.js';
import { judgeFields } from './judge-fields.js';
import { judgeSignature } from './judge-signature.js';
import type { Judged } from './judged.js';
import { type DoctorKey, type KeyMatch, matchKey, type VerifierFactory } from './keys.js';
import { withStranger } from './other-request.js';
import {
  type MeantHeaders,
  misplacedTexts,
  readMeantHeaders,
  swappedRoles,
  swappedTexts,
} from './recognise/headers.js';
import { maskOf, SUSPECT_MARK } from './recognise/mask.js';
import { findPrivateKeys, type KeySearch, mayBePrivate } from './recognise/private-keys.js';
import { exchangedMarks, type RecoveredData, recoverData } from './recover/recover-data.js';
import { type Expected, recoverPayload } from './recover/recover-payload.js';
import { recoverSignature } from './recover/recover-signature.js';

const WINDOW_MS = 60_000;

/** Judges every stage. Never throws for what a capture holds. */
export function diagnose(given: Capture, options: DiagnoseOptions): Diagnosis {
  const shown = given.format === 'live' ? given : beforeProxies(given);
  const hashing = options.hashing ?? portableHashing;
  const verifierOf = options.verifierOf ?? nobleVerifier;
  const headers = readMeantHeaders(shown);
  const misplaced = misplacedTexts(headers.values);
  const isSwapped = swappedTexts(headers.values) || misplaced !== undefined;
  const values = misplaced ?? (isSwapped ? exchanged(headers.values) : headers.values);
  const data = values.data === undefined ? undefined : readDataBeside(values.data, values);
  const reading = data?.payload && recoverPayload(data.payload, expectedMembers(shown, values), shown.body);
  const fields = reading?.fields;
  const capture = withSignedLine(shown, fields);
  const payload = reading?.result.cause === 'data-truncated' ? undefined : data?.payload;
  const body = chooseBody(capture, options, hashing, fields);
  const keys = meantKey(matchKey(values.apiKey ?? signedKey(fields), options.keys), signedKey(fields), options.keys);
  const clock = clockOf(capture, options);
  const proof = proofOf(payload, options, verifierOf);
  const sign =
    values.signature === undefined
      ? undefined
      : recoverSignature(values.signature, payload, {
          isProven: proof,
          known: options.keys.map(({ publicKey }) => publicKey),
          data: values.data,
          bodyHash: typeof fields?.['body_hash'] === 'string' ? fields['body_hash'] : undefined,
        });
  const swapped = fields === undefined ? [] : swappedRoles(values, fields);
  const meant =
    (swapped.length > 0 || misplaced !== undefined) && fields !== undefined ? asSigned(values, fields) : values;
  const signature = judgeSignature({
    hashing,
    verifierOf,
    capture,
    body: body.body ?? body.shown,
    values: meant,
    fields,
    payload,
    signature: sign?.signature,
    keys,
    likely: options.likely ?? [],
    ...budgetOf(options),
  });
  // What is as it should be is no key, and not looked into.
  const innocent = [
    data?.result.state === 'ok' ? values.data : undefined,
    signature.result.state === 'ok' ? values.signature : undefined,
    body.body === undefined ? undefined : hashing.bodyHash(body.body),
  ].filter((text) => text !== undefined);
  const privateKeys = findPrivateKeys(
    capture,
    options.keys.map(({ publicKey }) => publicKey),
    { payload, signature: sign?.signature, innocent: new Set(innocent) },
    verifierOf,
  );
  const hidden = (stage: SigningStage, role: HeaderRole): Judged => ({
    result: unknown(stage),
    ...(headers.hidden.has(role)
      ? { note: role === 'signature' ? SHORTENED : `not judged: the capture hides ${HEADER[role]}` }
      : {}),
  });
  const judged = withStranger(
    { capture, sent: meant.timestamp, fields },
    withoutDoubled(reading?.doubled ?? [], [
      privateKeys.findings.length > 0
        ? { result: sentPrivately(privateKeys) }
        : judgeHeaders(headers, isSwapped, swapped),
      data ?? hidden('data-encoding', 'data'),
      { result: reading?.result ?? unknown('payload') },
      ...judgeFields({
        capture,
        values: meant,
        fields,
        written: reading?.written,
        keys,
        clock,
        signedPath: options.signedPath,
      }),
      fields === undefined
        ? { result: unknown('body-hash') }
        : judgeSignedBody({ hashing, capture, known: body, fields, digests: keys.key?.digests }),
      sign ?? hidden('signature-encoding', 'signature'),
      isLost(reading?.result) && signature.result.cause === 'signature-unexplained'
        ? { result: unknown('signature'), note: 'not judged: the payload itself is not in the request' }
        : signature,
      { result: unknown('access'), note: 'what the key may do is known to the server alone' },
    ]),
  );
  const stages = withDoubt(capture, fields, judged);
  const suspects = Object.values(values).filter(
    (text) =>
      mayBePrivate(
        text,
        options.keys.map(({ publicKey }) => publicKey),
      ) && options.keys.every(({ id }) => id !== text),
  );
  return conclude(stages, signature.verifications, skewOf(fields, clock), {
    notes: capture.notes,
    isTimeless: clock === undefined,
    isSilent: privateKeys.findings.length > 0,
    mask: maskBoth(maskOf(privateKeys.secrets), maskOf(suspects, SUSPECT_MARK)),
    secrets: options.secrets ?? [],
  });
}

/** What was signed of a request line that is not shown: nothing is found by comparing it. */
function withSignedLine(capture: Capture, fields: ReceivedFields | undefined): Capture {
  if (capture.lacksRequestLine !== true) return capture;
  const [method, path] = [fields?.['method'], fields?.['path']];
  return { ...capture, method: typeof method === 'string' ? method : '', path: typeof path === 'string' ? path : '' };
}

/** A hash in the place of the payload says nothing of it. */
const isLost = (payload: StageResult | undefined): boolean => payload?.cause === 'payload-hashed';

/** What the headers say tells which alphabet was meant. */
function readDataBeside(text: string, values: HeaderValues): RecoveredData {
  const beside = [values.apiKey, values.timestamp].filter((value) => value !== undefined && value !== '');
  const keys = [values.idempotencyKey ?? ''].filter((value) => value !== '');
  const other = exchangedMarks(text, [...beside, ...keys] as readonly string[]);
  return other === undefined
    ? recoverData(text)
    : { result: broken('data-alphabet-swapped', 'base64url of the payload', text.slice(0, 60)), payload: other };
}

const maskBoth =
  (first: (text: string) => string, second: (text: string) => string) =>
  (text: string): string =>
    second(first(text));

const SHORTENED = 'the capture holds a shortened signature, or hides it';

/** Where the header names no key that is known, the payload may. */
function meantKey(match: KeyMatch, signed: string | undefined, keys: readonly DoctorKey[]): KeyMatch {
  if (match.key !== undefined || signed === undefined) return match;
  const { key, others } = matchKey(signed, keys);
  return key === undefined ? match : { ...match, key, others };
}

function signedKey(fields: ReceivedFields | undefined): string | undefined {
  const signed = fields?.['api_key'];
  return typeof signed === 'string' ? signed : undefined;
}

/** Whether 64 bytes are a signature of the payload by any of the given keys; undefined where that cannot be tried. */
function proofOf(
  payload: Uint8Array | undefined,
  { keys }: DiagnoseOptions,
  verifierOf: VerifierFactory,
): ((signature: Uint8Array) => boolean) | undefined {
  if (payload === undefined || keys.length === 0) return undefined;
  return (signature) => keys.some(({ publicKey }) => verifierOf(publicKey).verify(signature, payload));
}

function budgetOf({ verifierOf, verifications }: DiagnoseOptions): { readonly budget?: number } {
  const budget = verifications ?? (verifierOf === undefined ? PORTABLE_VERIFICATIONS : undefined);
  return budget === undefined ? {} : { budget };
}

/** Signatures verified in a browser, where each takes ten times as long. */
const PORTABLE_VERIFICATIONS = 400;

/** A function that takes the private keys of a capture out of a text that is shown of it. */
export function redactionOf(capture: Capture, options: DiagnoseOptions): (text: string) => string {
  const known = options.keys.map(({ publicKey }) => publicKey);
  const { values } = readMeantHeaders(capture);
  const data = values.data === undefined ? undefined : recoverData(values.data);
  const signature =
    values.signature === undefined ? undefined : recoverSignature(values.signature, data?.payload).signature;
  const signed = { payload: data?.payload, signature, innocent: new Set<string>() };
  return maskOf(findPrivateKeys(capture, known, signed, options.verifierOf ?? nobleVerifier).secrets);
}

function sentPrivately({ findings }: KeySearch): StageResult {
  const where = findings.map(({ where: place, form }) => `${form} in ${place}`).join('; ');
  return broken('private-key-sent', 'identifiers and signatures only', where);
}

function judgeHeaders(headers: MeantHeaders, isSwapped: boolean, swapped: readonly HeaderRole[]): Judged {
  if (isSwapped) {
    return {
      result: broken('headers-swapped', 'the payload in SVC-DATA, the signature in SVC-SIGN', 'in other headers'),
    };
  }
  if (swapped.length > 0 && headers.result.state !== 'broken') {
    return {
      result: broken('headers-swapped', 'each value in its own header', swapped.map((role) => HEADER[role]).join(', ')),
    };
  }
  const note = headers.result.state === 'unknown' ? { note: 'the capture does not show every header' } : {};
  return { result: headers.result, ...note };
}

const exchanged = (values: HeaderValues): HeaderValues => ({
  ...values,
  ...(values.signature === undefined ? {} : { data: values.signature }),
  ...(values.data === undefined ? {} : { signature: values.data }),
});

/** Where values stand in each other's places, those of the payload are the ones that were meant. */
const asSigned = (values: HeaderValues, fields: ReceivedFields): HeaderValues => ({
  ...values,
  apiKey: String(fields['api_key']),
  idempotencyKey: String(fields['idempotency_key']),
  timestamp: String(fields['timestamp']),
  signVersion: String(fields['sign_version']),
});

/** What each member should hold, by which a renamed one is told. */
function expectedMembers({ method, path }: Capture, values: HeaderValues): Expected {
  const { apiKey = '', idempotencyKey = '', timestamp = '' } = values;
  return { api_key: apiKey, idempotency_key: idempotencyKey, timestamp, method, path };
}

function clockOf(capture: Capture, options: DiagnoseOptions): ServerClock | undefined {
  const nowMs = options.clockMs ?? capture.atMs;
  return nowMs === undefined ? undefined : { nowMs, windowMs: options.windowMs ?? WINDOW_MS };
}

function skewOf(fields: ReceivedFields | undefined, clock: ServerClock | undefined): number | undefined {
  const signed = fields?.['timestamp'];
  return typeof signed === 'number' && clock !== undefined ? signed - clock.nowMs : undefined;
}
