// Turns a request spec into what travels, stage by stage (interface 5), with the hooks of `Damage` between the stages. An
// undamaged request is what `toolkit/signing` makes of it; `signed-request.test.ts` holds the two together.
import type { Signer } from '../signing/ed25519/ed25519.js';
import { HEADER, SIGN_VERSION } from '../signing/headers.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { SignedFields } from '../signing/payload.js';
import { renderPayloadText } from '../signing/payload.js';
import type { HeaderList, HonestStages, RequestSpec, WireRequest } from './exchange.js';

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

/** One way to write the request before any damage. */
interface Draft {
  readonly fields: SignedFields;
  readonly body: Uint8Array;
  /** Blanks after the opening brace of the payload, which JSON ignores. */
  readonly blanks: number;
}

/** @throws RangeError when no form of the request can show the damage, so that nothing would be tested. */
export function signInStages(spec: RequestSpec, context: SigningContext): WireRequest {
  const needs = spec.damage?.needs;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const draft = draftOf(spec, context, attempt);
    if (needs === undefined || needs(honestStages(draft, context.key.signer))) {
      return wireRequestOf(spec, draft, context);
    }
  }
  throw new RangeError(
    `damage: expected "${spec.damage?.name}" to change some form of ${spec.method} ${spec.path}, but it changes none of ${MAX_ATTEMPTS}; choose another request`,
  );
}

function draftOf(spec: RequestSpec, context: SigningContext, attempt: number): Draft {
  const vary = spec.damage?.vary;
  const given = typeof spec.body === 'string' ? Buffer.from(spec.body, 'utf8') : (spec.body ?? new Uint8Array());
  const body = vary === 'body' && given.length > 0 ? Buffer.concat([given, Buffer.alloc(attempt, ' ')]) : given;
  return {
    body,
    blanks: vary === 'payloadText' ? attempt : 0,
    fields: {
      api_key: context.key.id,
      idempotency_key: context.idempotencyKey,
      timestamp: context.nextTimestampMs(),
      sign_version: SIGN_VERSION,
      method: spec.method,
      path: context.signedPath ?? spec.path,
      body_hash: nodeHashing.bodyHash(body),
    },
  };
}

function honestStages({ fields, blanks }: Draft, signer: Signer): HonestStages {
  const payloadText = spaced(renderPayloadText(fields), blanks);
  const payload = nodeHashing.encodeUtf8(payloadText);
  return {
    payloadText,
    data: nodeHashing.encodeBase64url(payload),
    signature: nodeHashing.encodeBase64url(signer.sign(payload)),
    bodyHash: fields.body_hash,
  };
}

function wireRequestOf(spec: RequestSpec, { fields, body, blanks }: Draft, context: SigningContext): WireRequest {
  const damage = spec.damage ?? { name: 'none' };
  const text = spaced(
    damage.payload === undefined ? renderPayloadText(fields) : JSON.stringify(damage.payload({ ...fields })),
    blanks,
  );
  const payload = nodeHashing.encodeUtf8(damage.payloadText?.(text) ?? text);
  const data = damage.encodeData?.(payload) ?? nodeHashing.encodeBase64url(payload);
  const signature = context.key.signer.sign(damage.signedBytes?.(payload, data) ?? payload);
  const headers: HeaderList = [
    [HEADER.apiKey, fields.api_key],
    [HEADER.idempotencyKey, fields.idempotency_key],
    [HEADER.timestamp, String(fields.timestamp)],
    [HEADER.signVersion, String(fields.sign_version)],
    [HEADER.data, data],
    [HEADER.signature, damage.encodeSignature?.(signature, payload) ?? nodeHashing.encodeBase64url(signature)],
    ...(spec.body === undefined ? [] : [['Content-Type', spec.contentType ?? 'application/json'] as const]),
    ...context.plainHeaders,
  ];
  const request: WireRequest = {
    method: spec.method,
    path: spec.path,
    headers: damage.headers?.(headers) ?? headers,
    body,
    ...(spec.inChunks && { inChunks: true }),
  };
  return damage.wire?.(request) ?? request;
}

function spaced(payloadText: string, blanks: number): string {
  return blanks === 0 ? payloadText : payloadText.replace('{', `{${' '.repeat(blanks)}`);
}
