// The doctor's engine (interface 5): a captured request in, every stage of its signature judged, the first real cause with its fix
// out. Portable: it runs in a browser page as well as in Node.js, where the caller may hand in the faster native backends.
import { createRedactor } from '../journal/redaction.js';
import { nobleVerifier } from '../signing/ed25519/noble-backend.js';
import { type Hashing, portableHashing } from '../signing/hashing.js';
import { HEADER, type HeaderRole } from '../signing/headers.js';
import { type HeaderValues, readHeaders } from '../signing/received.js';
import { SIGNING_STAGES, type SigningStage, SLIPS } from '../signing/slips/slips.js';
import { broken, type StageResult, unknown } from '../signing/stage-result.js';
import { judgeApiKey, judgeIdempotencyKey, judgeSignVersion } from '../signing/stages/judge-fields.js';
import type { ServerClock } from '../signing/stages/judge-timestamp.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Capture } from './capture/capture.js';
import { type DiagnosedStage, type Diagnosis, firstNamed } from './diagnosis.js';
import { judgeSignature } from './judge-signature.js';
import type { Judged } from './judge-values.js';
import { judgeSignedBody, judgeSignedMethod, judgeSignedPath, judgeSignedTimestamp } from './judge-values.js';
import { type DoctorKey, type KeyMatch, matchKey, type VerifierFactory } from './keys.js';
import { recoverData, recoverPayload, recoverSignature } from './recover.js';

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

/** How the journal of this project shortens a signature. */
const SHORTENED_SIGNATURE = /^\[signature of \d+ characters/;

/** Judges every stage. Never throws for what a capture holds. */
export function diagnose(capture: Capture, options: DiagnoseOptions): Diagnosis {
  const hashing = options.hashing ?? portableHashing;
  const headers = readHeaders(capture.headers);
  const values = meantValues(capture, headers.values);
  const data = values.data === undefined ? undefined : recoverData(values.data);
  const reading = data?.payload && recoverPayload(data.payload);
  const fields = reading?.fields;
  const payload = reading?.result.cause === 'data-truncated' ? undefined : data?.payload;
  const body = chooseBody(capture, options, hashing, fields);
  const keys = matchKey(values.apiKey, options.keys);
  const clock = clockOf(capture, options);
  const isShortened = SHORTENED_SIGNATURE.test(values.signature ?? '');
  const sign = values.signature === undefined || isShortened ? undefined : recoverSignature(values.signature, payload);
  const signature = judgeSignature({
    hashing,
    verifierOf: options.verifierOf ?? nobleVerifier,
    capture,
    body,
    values,
    fields,
    payload,
    signature: sign?.signature,
    keys,
  });
  const stages = inOrder([
    { result: headers.result },
    { result: data?.result ?? unknown('data-encoding') },
    { result: reading?.result ?? unknown('payload') },
    ...judgeFields(capture, values, fields, reading?.written, keys, clock, options.signedPath),
    fields === undefined ? { result: unknown('body-hash') } : judgeSignedBody(hashing, capture, body, fields),
    sign === undefined
      ? {
          result: unknown('signature-encoding'),
          ...(isShortened ? { note: 'the capture holds a shortened signature' } : {}),
        }
      : { result: sign.result },
    signature,
    { result: unknown('access'), note: 'what the key may do is known to the server alone' },
  ]);
  return conclude(stages, signature.verifications, skewOf(fields, clock), capture.notes, options.secrets);
}

/** The header values, the first of several, and an absent idempotency key as the empty one that it stands for. */
function meantValues(capture: Capture, values: HeaderValues): HeaderValues {
  const meant: Partial<Record<HeaderRole, string>> = { idempotencyKey: '', ...values };
  for (const [role, name] of Object.entries(HEADER)) {
    const first = capture.headers.find(([one, value]) => one.toUpperCase() === name && value !== '')?.[1];
    if (first !== undefined) {
      meant[role as HeaderRole] ??= first; // Object.entries loses the keys' type
      if (role === 'idempotencyKey' && values.idempotencyKey === undefined) meant.idempotencyKey = first;
    }
  }
  return meant;
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
    present(
      'idempotency_key',
      () => ({ result: judgeIdempotencyKey(capture.method, values, fields) }),
      'idempotency-key',
    ),
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
  return result.state === 'ok' && /[eE.]/.test(text) ? broken('sign-version-fraction', '1', text) : result;
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
): Uint8Array | undefined {
  const known = options.body ?? capture.body;
  if (known === undefined || options.body !== undefined) return known;
  const fits = (body: Uint8Array): boolean => hashing.bodyHash(body) === fields?.['body_hash'];
  return [known, ...(capture.otherBodies ?? [])].find(fits) ?? known;
}

function clockOf(capture: Capture, options: DiagnoseOptions): ServerClock | undefined {
  const nowMs = options.clockMs ?? capture.atMs;
  return nowMs === undefined ? undefined : { nowMs, windowMs: options.windowMs ?? WINDOW_MS };
}

function skewOf(fields: ReceivedFields | undefined, clock: ServerClock | undefined): number | undefined {
  const signed = fields?.['timestamp'];
  return typeof signed === 'number' && clock !== undefined ? signed - clock.nowMs : undefined;
}

/** One entry per stage; a defect of a member's type, found while its value was judged, belongs to the payload. */
function inOrder(judged: readonly Judged[]): readonly Judged[] {
  return SIGNING_STAGES.map((stage) => {
    const own = judged.filter(({ result }) => result.stage === stage);
    return own.find(({ result }) => result.state === 'broken') ?? own[0] ?? { result: unknown(stage) };
  });
}

function conclude(
  judged: readonly Judged[],
  verifications: number,
  skewMs: number | undefined,
  notes: readonly string[],
  secrets: readonly string[] = [],
): Diagnosis {
  const { redact } = createRedactor(secrets);
  const stages = judged.map((one) => diagnosed(one, redact));
  const isWhole = stages.every(({ stage, state }) => state === 'ok' || stage === 'access');
  const judgement = {
    verdict: stages.some(({ state }) => state === 'broken') ? 'broken' : isWhole ? 'correct' : 'undecided',
    stages,
    verifications,
    notes: notes.map(redact),
  } as const;
  const first = firstNamed(judgement);
  return {
    ...judgement,
    ...(first?.cause === undefined ? {} : { cause: first.cause }),
    ...(skewMs === undefined ? {} : { skewMs }),
  };
}

/** Said of a slip that the one table of slips calls open. */
const LEFT_OPEN = 'left open by the interface: a service may take it or refuse it';

function diagnosed({ result, compared, note }: Judged, redact: (text: string) => string): DiagnosedStage {
  const cause = result.cause === undefined ? undefined : SLIPS[result.cause];
  const isOpen = cause?.isOpen === true;
  const said = [isOpen ? LEFT_OPEN : undefined, note].filter((one) => one !== undefined).join('; ');
  return {
    stage: result.stage,
    state: isOpen ? 'unknown' : result.state,
    ...(result.cause === undefined || cause === undefined
      ? {}
      : { cause: result.cause, section: cause.section, sentence: cause.sentence, fix: cause.fix }),
    ...(result.expected === undefined ? {} : { expected: redact(result.expected) }),
    ...(result.actual === undefined ? {} : { actual: redact(result.actual) }),
    ...(compared === undefined
      ? {}
      : { compared: { ...compared, expected: redact(compared.expected), actual: redact(compared.actual) } }),
    ...(said === '' ? {} : { note: said }),
  };
}
