// Why a signed request was judged wrongly, in the words of the doctor: for a check that fails because the target refused a request that
// is right, or accepted one that the suite had damaged. Only failures pay for it. Holds no signature and no private key.
import type { Diagnosis } from '../../../../toolkit/doctor/diagnosis.js';
import { captureOfRequest, type DiagnoseOptions, diagnose, explain } from '../../../../toolkit/doctor/index.js';
import { STAGE_TITLES, skewInWords, spelledTexts } from '../../../../toolkit/doctor/render.js';
import { seedsOfPublicKey } from '../../../../toolkit/doctor/search/misread-keys.js';
import type { ErrorView } from '../../../../toolkit/profile/dialect/views.js';
import type { Profile } from '../../../../toolkit/profile/profile.js';
import { seededVerifiers } from '../../../../toolkit/signing/ed25519/deterministic-verifier.js';
import { HEADER } from '../../../../toolkit/signing/headers.js';
import { createSigner, parsePrivateKey } from '../../../../toolkit/signing/index.js';
import { nodeHashing } from '../../../../toolkit/signing/node-hashing.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { describeAnswer, isAccepted } from './answer.js';
import { shorten } from './shorten.js';

/** The shape of the report's own (`reports/model/model.ts`), which this side cannot import. */
export interface SignatureExplanation {
  readonly record: number;
  readonly verdict: Diagnosis['verdict'];
  readonly summary: string;
  readonly prepared?: string;
  readonly stages: readonly {
    readonly stage: string;
    readonly state: 'ok' | 'broken' | 'unknown';
    readonly detail?: string;
    readonly expected?: string;
    readonly actual?: string;
  }[];
}

export interface SentRequest {
  readonly exchange: HttpExchange;
  /** The target's time when its answer came. */
  readonly atMs: number;
}

export interface ExplainOptions {
  /** What the target said, as the dialect reads it. */
  readonly error: ErrorView;
  readonly keys: Profile['keys'];
  readonly signedPath: (path: string) => string;
}

const LONGEST = 200;
const FORBIDDEN = 403;

/** Undefined where the doctor has nothing to say: a sound request was accepted, or none was sent. */
export function explainSignature(
  { exchange, atMs }: SentRequest,
  { error, keys, signedPath }: ExplainOptions,
): SignatureExplanation | undefined {
  const { sent, request } = exchange;
  if (sent === undefined) return undefined;
  const signatures = sent.headers.flatMap(([name, value]) => (name.toUpperCase() === HEADER.signature ? [value] : []));
  const diagnosis = diagnose(captureOfRequest(sent, atMs), {
    ...known(keys),
    hashing: nodeHashing,
    signedPath,
    // A signature can be sent again within the timestamp window, so it is as secret as a key here.
    secrets: [...Object.values(keys).map(({ privateKey }) => privateKey), ...signatures],
  });
  const accepted = isAccepted(exchange);
  if (accepted && diagnosis.cause === undefined) return undefined;
  const prepared = preparationOf(request);
  return {
    record: exchange.record,
    verdict: diagnosis.verdict,
    summary: `${accepted ? 'Accepted' : 'Not accepted'}: ${describeAnswer(exchange, error)}. ${summaryOf(diagnosis, exchange, prepared)}`,
    ...(prepared !== undefined && { prepared }),
    stages: diagnosis.stages.map((stage) => {
      const detail = stage.sentence ?? stage.note;
      const { expected, actual } = spelledTexts(stage);
      return {
        stage: stage.stage,
        // What the interface leaves open is no fault of the request; the detail says what it is.
        state: stage.state === 'open' ? 'unknown' : stage.state,
        ...(detail !== undefined && { detail }),
        ...(expected !== undefined && { expected: shorten(expected, LONGEST) }),
        ...(actual !== undefined && { actual: shorten(actual, LONGEST) }),
      };
    }),
  };
}

function summaryOf(diagnosis: Diagnosis, exchange: HttpExchange, prepared: string | undefined): string {
  const how = prepared === undefined ? '' : ` (the suite sent it with: ${prepared})`;
  if (diagnosis.cause !== undefined) {
    if (isAccepted(exchange)) {
      const found = shorten(explain(diagnosis, { fix: false }), 4 * LONGEST);
      const duty = diagnosis.verdict === 'broken' ? 'must' : 'should';
      return `A verifier ${duty} refuse this request${how}. The doctor finds: ${found}`;
    }
    const found = shorten(explain(diagnosis), 4 * LONGEST);
    return prepared === undefined
      ? `The doctor finds: ${found}`
      : `The request is wrong on purpose${how}, and the doctor finds: ${found}`;
  }
  const titles = (state: string): string =>
    diagnosis.stages.flatMap((stage) => (stage.state === state ? [STAGE_TITLES[stage.stage]] : [])).join(', ');
  const skew = diagnosis.skewMs === undefined ? '' : ` The timestamp is ${skewInWords(diagnosis.skewMs)}.`;
  const left = diagnosis.stages.find(({ state }) => state === 'open')?.sentence;
  const open = left === undefined ? '' : ` Left open by the interface: ${left}`;
  const next =
    exchange.answer?.status === FORBIDDEN
      ? 'What the key may do is known to the target alone.'
      : 'Look at how the target verifies it.';
  return `The doctor finds nothing wrong with the signature of this request${how}: right are ${titles('ok')}; not judged: ${titles('unknown')}.${open}${skew} ${next}`;
}

type Known = Pick<DiagnoseOptions, 'keys' | 'verifierOf'>;
let last: { readonly of: string; readonly known: Known } | undefined;

/**
 * The keys of a profile, read once: a target that looks at no signature has hundreds of requests explained, and the services of a matrix
 * of faults have the same keys.
 */
function known(keys: Profile['keys']): Known {
  const of = JSON.stringify(keys);
  if (last?.of !== of) last = { of, known: readKnown(keys) };
  return last.known;
}

/**
 * What the server can know; an expired key is known, and known to have expired. The suite made every signature by these seeds, without
 * chance, so that the search for what one is of needs no curve.
 */
function readKnown(keys: Profile['keys']): Known {
  const registered = Object.entries(keys).flatMap(([role, { id, privateKey }]) => {
    if (role === 'unregistered') return [];
    const own = parsePrivateKey(privateKey);
    const { publicKey } = createSigner(own);
    return [{ key: { id, publicKey, expired: role === 'expired' }, seed: own.exposeSeed() }];
  });
  const misread = registered.flatMap(({ key }) => seedsOfPublicKey(key.publicKey).map(([, seed]) => seed));
  const verifierOf = seededVerifiers([...registered.map(({ seed }) => seed), ...misread]);
  return { keys: registered.map(({ key }) => key), verifierOf };
}

/** What is out of the ordinary about a request, damages first. */
function preparationOf({ damage, shiftMs = 0, key = 'main' }: RequestSpec): string | undefined {
  const parts = [
    ...(damage === undefined ? [] : [damage.name]),
    ...(shiftMs === 0 ? [] : [`a timestamp ${Math.abs(shiftMs)} ms ${shiftMs < 0 ? 'before' : 'after'} the clock`]),
    ...(key === 'main' ? [] : [`the key of role ${key}`]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}
