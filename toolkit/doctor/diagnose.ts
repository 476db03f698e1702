// The doctor's engine (interface 5): a captured request in, every stage of its signature judged, the first real cause with its fix
// out. Portable: it runs in a browser page as well as in Node.js, where the caller may hand in the faster native backends.
import { createRedactor } from '../journal/redaction.js';
import { nobleVerifier } from '../signing/ed25519/noble-backend.js';
import { type Hashing, portableHashing } from '../signing/hashing.js';
import { HEADER, type HeaderRole } from '../signing/headers.js';
import type { HeaderValues } from '../signing/received.js';
import { SIGNING_STAGES, type SigningStage, SLIPS } from '../signing/slips/slips.js';
import { broken, ok, type StageResult, unknown } from '../signing/stage-result.js';
import { judgeApiKey, judgeIdempotencyKey, judgeSignVersion } from '../signing/stages/judge-fields.js';
import type { ServerClock } from '../signing/stages/judge-timestamp.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import { type Capture, textOfBytes, utf8Bytes } from './capture/capture.js';
import { type DiagnosedStage, type Diagnosis, firstNamed } from './diagnosis.js';
import { judgeSignature } from './judge-signature.js';
import type { Judged, KnownBody } from './judge-values.js';
import { judgeSignedBody, judgeSignedMethod, judgeSignedPath, judgeSignedTimestamp } from './judge-values.js';
import { type DoctorKey, type KeyMatch, matchKey, type VerifierFactory } from './keys.js';
import { isOpenMatter, keyIsStated } from './open-matters.js';
import { isPlaceholder } from './recognise/alphabets.js';
import { type MeantHeaders, readMeantHeaders, swappedRoles, swappedTexts } from './recognise/headers.js';
import { maskOf } from './recognise/mask.js';
import { findPrivateKeys, type KeySearch, mayBePrivate } from './recognise/private-keys.js';
import { type Expected, recoverData, recoverPayload, recoverSignature } from './recover.js';
import { respell } from './search/respell.js';

export interface DiagnoseOptions {
  readonly keys: readonly DoctorKey[];
  /** The server's time, for nearness; the capture's own time serves otherwise. */
  readonly clockMs?: number;
  /** The accepted distance; the interface leaves it open. A minute when left out. */
  readonly windowMs?: number;
  /** The exact body, where the capture does not hold it. */
  readonly body?: Uint8Array;
  readonly hashing?: Hashing;
  readonly verifierOf?: VerifierFactory;
  /** The path as it must be signed, from the path as it is sent, for targets below a base path; the same when left out. */
  readonly signedPath?: (path: string) => string;
  /** Texts that must not appear in the result, such as private keys. */
  readonly secrets?: readonly string[];
}

const WINDOW_MS = 60_000;

/** Judges every stage. Never throws for what a capture holds. */
export function diagnose(capture: Capture, options: DiagnoseOptions): Diagnosis {
  const hashing = options.hashing ?? portableHashing;
  const verifierOf = options.verifierOf ?? nobleVerifier;
  const headers = readMeantHeaders(capture);
  const isSwapped = swappedTexts(headers.values);
  const values = isSwapped ? exchanged(headers.values) : headers.values;
  const data = values.data === undefined ? undefined : recoverData(values.data);
  const reading = data?.payload && recoverPayload(data.payload, expectedMembers(capture, values));
  const fields = reading?.fields;
  const payload = reading?.result.cause === 'data-truncated' ? undefined : data?.payload;
  const body = chooseBody(capture, options, hashing, fields);
  const keys = matchKey(values.apiKey ?? signedKey(fields), options.keys);
  const clock = clockOf(capture, options);
  const proof = proofOf(payload, options, verifierOf);
  const sign =
    values.signature === undefined
      ? undefined
      : recoverSignature(values.signature, payload, {
          isProven: proof,
          known: options.keys.map(({ publicKey }) => publicKey),
          data: values.data,
        });
  const swapped = fields === undefined ? [] : swappedRoles(values, fields);
  const meant = swapped.length > 0 && fields !== undefined ? asSigned(values, fields) : values;
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
    ...(options.verifierOf === undefined ? { budget: PORTABLE_VERIFICATIONS } : {}),
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
  const stages = withoutDoubled(reading?.doubled ?? [], [
    privateKeys.findings.length > 0
      ? { result: sentPrivately(privateKeys) }
      : judgeHeaders(headers, isSwapped, swapped),
    data ?? hidden('data-encoding', 'data'),
    { result: reading?.result ?? unknown('payload') },
    ...judgeFields(capture, meant, fields, reading?.written, keys, clock, options.signedPath),
    fields === undefined ? { result: unknown('body-hash') } : judgeSignedBody(hashing, capture, body, fields),
    sign ?? hidden('signature-encoding', 'signature'),
    signature,
    { result: unknown('access'), note: 'what the key may do is known to the server alone' },
  ]);
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
    mask: maskOf([...privateKeys.secrets, ...suspects]),
    secrets: options.secrets ?? [],
  });
}

const SHORTENED = 'the capture holds a shortened signature, or hides it';

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
      result: broken('headers-swapped', 'the payload in SVC-DATA, the signature in SVC-SIGN', 'the other way round'),
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

function judgeFields(
  capture: Capture,
  values: HeaderValues,
  fields: ReceivedFields | undefined,
  written: ReadonlyMap<string, string> | undefined,
  keys: KeyMatch,
  clock: ServerClock | undefined,
  signedPath: DiagnoseOptions['signedPath'],
): readonly Judged[] {
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

/** A number that is 1 may still be written as no integer. */
function judgeVersion(
  values: HeaderValues,
  fields: ReceivedFields,
  written: ReadonlyMap<string, string> | undefined,
): StageResult {
  const result = judgeSignVersion(values, fields);
  const text = written?.get('sign_version') ?? '';
  const header = values.signVersion ?? '';
  const isRespelled = header === '1' ? fields['sign_version'] === true : /^["'vV]*0*1(?:\.0+)*["']?$/.test(header);
  if (result.cause === 'sign-version-mismatch' && isRespelled) {
    return broken('sign-version-spelling', '1', header === '1' ? text : header);
  }
  return result.state === 'ok' && /[eE.]/.test(text) ? broken('sign-version-fraction', '1', text) : result;
}

function judgeKeyOf(method: string, values: HeaderValues, fields: ReceivedFields): Judged {
  const result = judgeIdempotencyKey(keyIsStated(method) ? method : 'GET', values, fields);
  const printed = [values.idempotencyKey, fields['idempotency_key']].find(
    (one) => typeof one === 'string' && isPlaceholder(one),
  );
  if (result.cause === 'idempotency-key-mismatch' && typeof printed === 'string') {
    return { result: broken('idempotency-key-placeholder', 'a key, or an empty text', printed) };
  }
  const isOpen = !keyIsStated(method) && result.cause === 'idempotency-key-on-get';
  return isOpen ? { result: ok('idempotency-key'), note: `which key ${method} carries is left open` } : { result };
}

function judgeKey(values: HeaderValues, fields: ReceivedFields, keys: KeyMatch): Judged {
  const agreement = judgeApiKey(values, fields);
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

/** The body that fits the signed hash, where the capture leaves several possible. */
function chooseBody(
  capture: Capture,
  options: DiagnoseOptions,
  hashing: Hashing,
  fields: ReceivedFields | undefined,
): KnownBody {
  if (options.body !== undefined) return { body: options.body };
  const fits = (body: Uint8Array): boolean => hashing.bodyHash(body) === fields?.['body_hash'];
  const { body, otherBodies = [], shownBody, statedLength } = capture;
  if (body !== undefined && fits(body)) return { body };
  const other = otherBodies.find(fits);
  if (other !== undefined && capture.isUnframed !== true) return { body: other };
  if (other !== undefined) {
    return {
      body: undefined,
      shown: other,
      isUnread: true,
      note: 'not judged: the hash fits the text below the head, which no length and no chunks make a body',
    };
  }
  // Bytes of the stated length are those that were sent.
  const isExact = statedLength !== undefined && shownBody?.length === statedLength;
  const respelled = shownBody === undefined || isExact ? undefined : fittingSpelling(shownBody, statedLength, fits);
  if (respelled !== undefined && statedLength !== undefined) {
    return {
      body: respelled,
      note: 'the capture shows the body in another spelling than the one of the stated length',
    };
  }
  const isText = capture.isUnframed === true || (body === undefined && otherBodies.length > 0);
  const shown = isText ? otherBodies.find(({ length }) => length > 0) : undefined;
  return { body: capture.isUnframed === true ? undefined : body, ...(shown === undefined ? {} : { shown }) };
}

/** Larger bodies are taken as they are shown. */
const LONGEST_SHOWN = 256 << 10;

function fittingSpelling(
  shown: Uint8Array,
  length: number | undefined,
  fits: (body: Uint8Array) => boolean,
): Uint8Array | undefined {
  if (shown.length > LONGEST_SHOWN) return undefined;
  for (const { text } of respell(textOfBytes(shown).trim())) {
    const bytes = utf8Bytes(text);
    if ((length === undefined || bytes.length === length) && fits(bytes)) return bytes;
  }
  return undefined;
}

function clockOf(capture: Capture, options: DiagnoseOptions): ServerClock | undefined {
  const nowMs = options.clockMs ?? capture.atMs;
  return nowMs === undefined ? undefined : { nowMs, windowMs: options.windowMs ?? WINDOW_MS };
}

function skewOf(fields: ReceivedFields | undefined, clock: ServerClock | undefined): number | undefined {
  const signed = fields?.['timestamp'];
  return typeof signed === 'number' && clock !== undefined ? signed - clock.nowMs : undefined;
}

/** Where a member stands twice, its stage is not judged: the other value may be the one that counts. */
function withoutDoubled(doubled: readonly string[], judged: readonly Judged[]): readonly Judged[] {
  const stages = new Set(doubled.map((name) => name.replaceAll('_', '-')));
  return inOrder(judged).map((one) =>
    one.result.state === 'broken' && stages.has(one.result.stage)
      ? { result: unknown(one.result.stage), note: 'not judged: the member stands in the payload twice' }
      : one,
  );
}

/** One entry per stage; a defect of a member's type, found while its value was judged, belongs to the payload. */
function inOrder(judged: readonly Judged[]): readonly Judged[] {
  return SIGNING_STAGES.map((stage) => {
    const own = judged.filter(({ result }) => result.stage === stage);
    const defects = own.filter(({ result }) => result.state === 'broken');
    return defects.find(({ result }) => !isOpenMatter(result)) ?? defects[0] ?? own[0] ?? { result: unknown(stage) };
  });
}

interface Showing {
  readonly notes: readonly string[];
  readonly isTimeless: boolean;
  /** Where a private key was found, nothing of the capture is quoted. */
  readonly isSilent: boolean;
  readonly mask: (text: string) => string;
  readonly secrets: readonly string[];
}

function conclude(
  judged: readonly Judged[],
  verifications: number,
  skewMs: number | undefined,
  { notes, isTimeless, isSilent, mask, secrets }: Showing,
): Diagnosis {
  const { redact } = createRedactor(secrets);
  const stages = judged.map((one) => diagnosed(one, (text) => redact(mask(text)), isSilent));
  const first = firstNamed({ stages });
  const isWhole = stages.every(({ stage, state }) => state === 'ok' || stage === 'access');
  return {
    verdict: stages.some(({ state }) => state === 'broken') ? 'broken' : isWhole ? 'correct' : 'undecided',
    stages,
    ...(first?.cause === undefined ? {} : { cause: first.cause }),
    ...(isTimeless ? { isTimeless } : {}),
    ...(skewMs === undefined ? {} : { skewMs }),
    verifications,
    notes: notes.map((note) => redact(mask(note))),
  };
}

function diagnosed(
  { result, compared, note }: Judged,
  redact: (text: string) => string,
  isSilent: boolean,
): DiagnosedStage {
  const cause = result.cause === undefined ? undefined : SLIPS[result.cause];
  const isQuoted = !isSilent || result.cause === 'private-key-sent';
  return {
    stage: result.stage,
    state: result.state === 'broken' && isOpenMatter(result) ? 'open' : result.state,
    ...(result.cause === undefined || cause === undefined
      ? {}
      : { cause: result.cause, section: cause.section, sentence: cause.sentence, fix: cause.fix }),
    ...(result.expected === undefined || !isQuoted ? {} : { expected: redact(result.expected) }),
    ...(result.actual === undefined || !isQuoted ? {} : { actual: redact(result.actual) }),
    ...(compared === undefined || !isQuoted
      ? {}
      : { compared: { ...compared, expected: redact(compared.expected), actual: redact(compared.actual) } }),
    ...(note === undefined ? {} : { note: redact(note) }),
  };
}
