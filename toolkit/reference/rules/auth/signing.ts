// The signed payload against the request that carries it (interface 5.2, 5.3): decoding, fields, path, body hash, signature.
// The order in which these are asked, and what a refusal is called, is `engine/gate.ts`.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { base64urlDefect } from '../../../signing/base64url.js';
import { bodyHash } from '../../../signing/sign.js';
import type { RequestContext } from '../context.js';

/** What a signature can be verified over, and with what. */
export interface SignatureTrial {
  readonly payload: Uint8Array;
  /** The text of SVC-DATA. */
  readonly data: string;
  readonly signature: Uint8Array;
  /** Verifies with the public key of the presented API key. */
  readonly verify: (signature: Uint8Array, message: Uint8Array) => boolean;
  /** Verifies with every other registered key; what a service that mixes keys up would do. */
  readonly verifyWithAnyKey: (signature: Uint8Array, message: Uint8Array) => boolean;
}

export interface SigningRules {
  /** Interface 5.3, rule 2: strict base64url without padding; undefined refuses. */
  decodeData(text: string, context: RequestContext): Uint8Array | undefined;
  /** Interface 5.3, rule 2. */
  decodeSignature(text: string, context: RequestContext): Uint8Array | undefined;
  /** Interface 5.2: a JSON object in UTF-8; undefined refuses. */
  readPayload(bytes: Uint8Array, context: RequestContext): JsonObject | undefined;
  /** Interface 5.2: text members are text, `timestamp` and `sign_version` are integers. */
  acceptsFieldType(name: string, value: JsonValue | undefined, context: RequestContext): boolean;
  /** Interface 5.2: the upper-case method of the request. */
  acceptsMethod(signed: JsonValue | undefined, method: string, context: RequestContext): boolean;
  /** Interface 5.2; 5.3, rule 4; 9, rule 1: path and query exactly as sent. */
  acceptsPath(signed: JsonValue | undefined, target: string, context: RequestContext): boolean;
  /** Interface 4.5, rule 1: the handshake's signed path equals the stream's path exactly. */
  acceptsHandshakePath(signed: JsonValue | undefined, target: string, context: RequestContext): boolean;
  /** Interface 5.3, rule 5: `query` is the raw text after the question mark. */
  acceptsQuery(query: string, context: RequestContext): boolean;
  /** Interface 5.2; 5.3, rule 3: SHA-256 of the exact body bytes. */
  bodyHashOf(body: Uint8Array, context: RequestContext): string;
  /** Interface 5.2; 5.3, rule 3: the signed hash is that of the body. */
  acceptsBodyHash(signed: JsonValue | undefined, actual: string, context: RequestContext): boolean;
  /** Interface 5.3, rule 1: over the decoded payload bytes, by the key that the request names. */
  acceptsSignature(trial: SignatureTrial, context: RequestContext): boolean;
  /** Interface 5.3, rule 8: how a repeated signed request is known, where the service guards against it (open). */
  replayMark(trial: SignatureTrial, context: RequestContext): string;
}

const INTEGER_FIELDS: readonly string[] = ['timestamp', 'sign_version'];
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const honestSigning: SigningRules = {
  decodeData: strictBase64url,
  decodeSignature: strictBase64url,
  readPayload: (bytes) => {
    try {
      const value: JsonValue = JSON.parse(utf8.decode(bytes));
      return isJsonObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  acceptsFieldType: (name, value) =>
    INTEGER_FIELDS.includes(name) ? Number.isSafeInteger(value) : typeof value === 'string',
  acceptsMethod: (signed, method) => signed === method,
  acceptsPath: (signed, target) => signed === target,
  acceptsHandshakePath: (signed, target) => signed === target,
  acceptsQuery: (query) => !hasRepeatedName(query),
  bodyHashOf: (body) => bodyHash(body),
  acceptsBodyHash: (signed, actual) => signed === actual,
  acceptsSignature: (trial) => trial.verify(trial.signature, trial.payload),
  replayMark: ({ signature }) => Buffer.from(signature).toString('base64url'),
};

function strictBase64url(text: string): Uint8Array | undefined {
  return base64urlDefect(text) === undefined ? Buffer.from(text, 'base64url') : undefined;
}

/** Names are compared decoded, so that `a` and `%61` are one parameter. */
export function hasRepeatedName(query: string): boolean {
  if (!query.includes('&')) return false;
  const seen = new Set<string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const name = decodeName(pair.split('=', 1)[0] ?? '');
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
