// Turns a request spec into what travels: the stages of `toolkit/signing` (interface 5), with those that a damage replaces. Where a
// damage shows on some requests only, the request is written in other forms until one shows it.
import type { Signer } from '../signing/ed25519/ed25519.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { SignedRequest } from '../signing/sign-request.js';
import { CORRECT_STAGES, type SigningStages, type StageInput, signByStages } from '../signing/signing-stages.js';
import type { HeaderList, RequestSpec, WireRequest } from './exchange.js';

/** A public identifier with the signer of its private key. */
export interface SigningKey {
  readonly id: string;
  readonly signer: Signer;
}

export interface SigningContext {
  readonly key: SigningKey;
  readonly idempotencyKey: string;
  /** A fresh timestamp each time it is called. */
  readonly nextTimestampMs: () => number;
  /** The path of the spec, or what the target signs in its place. */
  readonly signedPath?: string;
  /** Headers besides the signed ones, such as `accept-encoding`. */
  readonly plainHeaders: HeaderList;
}

/** Enough for every condition that a damage states: each attempt has a chance of 1 in 4 or better. */
const MAX_ATTEMPTS = 96;

/** @throws RangeError when no form of the request can show the damage, so that nothing would be tested. */
export function signInStages(spec: RequestSpec, context: SigningContext): WireRequest {
  const { needs, vary } = spec.damage ?? {};
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const input = inputOf(spec, context, vary === 'body' ? attempt : 0);
    const stages = withBlanks(vary === 'payloadText' ? attempt : 0);
    // Blanks aside these are the correct stages, so the body hash is a text.
    if (needs === undefined || needs(signByStages(stages, input) as SignedRequest)) {
      return wireRequestOf(spec, stages, input, context.plainHeaders);
    }
  }
  throw new RangeError(
    `damage: expected "${spec.damage?.name}" to change some form of ${spec.method} ${spec.path}, but it changes none of ${MAX_ATTEMPTS}; choose another request`,
  );
}

function inputOf(spec: RequestSpec, context: SigningContext, blanks: number): StageInput {
  const given = typeof spec.body === 'string' ? Buffer.from(spec.body, 'utf8') : (spec.body ?? new Uint8Array());
  return {
    apiKey: context.key.id,
    idempotencyKey: context.idempotencyKey,
    timestampMs: context.nextTimestampMs(),
    method: spec.method,
    path: context.signedPath ?? spec.path,
    body: blanks > 0 && given.length > 0 ? Buffer.concat([given, Buffer.alloc(blanks, ' ')]) : given,
    hashing: nodeHashing,
    signer: context.key.signer,
  };
}

/** The correct stages, with blanks after the opening brace of the payload, which JSON ignores. */
function withBlanks(blanks: number): SigningStages {
  return blanks === 0
    ? CORRECT_STAGES
    : { ...CORRECT_STAGES, payloadText: (text) => text.replace('{', `{${' '.repeat(blanks)}`) };
}

function wireRequestOf(
  spec: RequestSpec,
  stages: SigningStages,
  input: StageInput,
  plainHeaders: HeaderList,
): WireRequest {
  const { damage } = spec;
  const signed = signByStages(
    {
      ...stages,
      ...damage,
      payloadText: (text, fields) => {
        const spaced = stages.payloadText(text, fields);
        return damage?.payloadText?.(spaced, fields) ?? spaced;
      },
      headers: stages.headers,
    },
    input,
  );
  const headers: HeaderList = [
    ...signed.headers,
    ...(spec.body === undefined ? [] : [['Content-Type', spec.contentType ?? 'application/json'] as const]),
    ...plainHeaders,
  ];
  const request: WireRequest = {
    method: spec.method,
    path: spec.path,
    // Damages to headers see all of them.
    headers: damage?.headers?.(headers, input) ?? headers,
    body: input.body,
    ...(spec.inChunks && { inChunks: true }),
  };
  return damage?.wire?.(request) ?? request;
}
