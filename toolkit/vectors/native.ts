// The right implementation of every operation: this project's own modules, asked as any external implementation is asked.

import { type ConstraintSpec, compileConstraint, isDecimal } from '../decimal/index.js';
import { AUTH_CODE_NUMBERS, AUTH_CODES, type AuthCode } from '../payload/error-codes.js';
import { ProtocolError } from '../payload/protocol-error.js';
import { decodeBase64url } from '../signing/base64url.js';
import type { Verifier } from '../signing/ed25519/ed25519.js';
import { HEADER } from '../signing/headers.js';
import { idempotencyKeyDefect } from '../signing/idempotency-key.js';
import { hex, unhex } from '../signing/keys/der.js';
import { nodeHashing } from '../signing/node-hashing.js';
import type { ReceivedRequest } from '../signing/received.js';
import { createVerifier } from '../signing/sign.js';
import type { SlipId } from '../signing/slips/slips.js';
import { firstBroken } from '../signing/stage-result.js';
import { timestampTextCause } from '../signing/stages/judge-timestamp.js';
import { readData } from '../signing/stages/read-data.js';
import { readPayload } from '../signing/stages/read-payload.js';
import { inspectRequest, type VerificationContext } from '../signing/verify-request.js';
import { isDateTime } from './date-time.js';
import type { Implementation } from './implementation.js';
import type { GroupContext, RegistryEntry } from './model.js';
import type { HeaderPair, VerifyRequestInput } from './operations.js';
import { implementSigner } from './signer.js';

export const NATIVE: Implementation = {
  ...implementSigner({}),
  'verify-request': (input, context) => {
    const cause = firstBroken(inspectRequest(receivedRequest(input), registryContext(context, input)))?.cause;
    const code = cause === undefined ? undefined : statedCode(cause);
    return { valid: cause === undefined, ...(code === undefined ? {} : { code, errorMessage: AUTH_CODES[code] }) };
  },
  'verify-signature': ({ publicKey, message, signature }) => ({
    valid: createVerifier(unhex(publicKey)).verify(unhex(signature), unhex(message)),
  }),
  'decode-base64url': ({ text }) => {
    try {
      return { valid: true, bytes: hex(decodeBase64url(text)) };
    } catch (error) {
      if (error instanceof ProtocolError) return { valid: false };
      throw error;
    }
  },
  'check-idempotency-key': ({ key }) => ({ valid: idempotencyKeyDefect(key) === undefined }),
  'check-timestamp': ({ text }) => ({ valid: timestampTextCause(text) === undefined }),
  'check-date-time': ({ text }) => ({ valid: isDateTime(text) }),
  'check-decimal': ({ text }) => ({ valid: isDecimal(text) }),
  'check-constraint': ({ value, ...limits }) => ({
    valid: compileConstraint(limits satisfies ConstraintSpec).check(value) === undefined,
  }),
};

export function receivedRequest(input: VerifyRequestInput): ReceivedRequest {
  return { method: input.method, path: input.path, headers: input.headers, body: unhex(input.body) };
}

/** A verification by the registry and clock of a group. */
export function registryContext(
  context: GroupContext,
  input: VerifyRequestInput,
  verifier: (publicKey: string) => Verifier = verifierOf,
): VerificationContext {
  const { registry = [], clock } = context;
  const entryOf = (apiKey: string): RegistryEntry | undefined => registry.find((entry) => entry.apiKey === apiKey);
  return {
    hashing: nodeHashing,
    keyOf: (apiKey) => {
      const entry = entryOf(apiKey);
      if (entry === undefined) return 'api-key-unknown';
      const isExpired = entry.expiresAtMs !== undefined && clock !== undefined && entry.expiresAtMs <= clock.nowMs;
      return isExpired ? 'api-key-expired' : verifier(entry.publicKey);
    },
    ...(clock === undefined ? {} : { clock }),
    access: (apiKey, request) => {
      const entry = entryOf(apiKey);
      return entry && accessCause(entry, request, input.source);
    },
  };
}

/** Methods that change nothing (RFC 9110, 9.2.1). */
const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Interface 5.3, rule 9: account, source address, scope. */
export function accessCause(
  entry: RegistryEntry,
  request: Pick<ReceivedRequest, 'method' | 'path'>,
  source: string,
): SlipId | undefined {
  const account = /\/accounts\/([^/?]+)/.exec(request.path)?.[1];
  if (account !== undefined && !entry.accounts.includes(account)) return 'account-not-permitted';
  if (entry.sources !== undefined && !entry.sources.includes(source)) return 'source-not-permitted';
  return entry.scopes.includes(READING.includes(request.method) ? 'read' : 'trade') ? undefined : 'scope-not-permitted';
}

/**
 * Every code that the interface states for a refused request. No order of checks is given (interface 5), so each broken stage may be the
 * one that is named, and a signature may be verified by the key of the header or by that of the payload. Empty where a stage has no code.
 */
export function statedCodes(input: VerifyRequestInput, context: GroupContext): readonly AuthCode[] {
  const { headers } = input;
  const request = receivedRequest(input);
  const codes = new Set<AuthCode>();
  for (const apiKey of [undefined, signedKey(headers)]) {
    const swapped = headers.map(
      ([name, value]): HeaderPair => [
        name,
        apiKey !== undefined && name.toUpperCase() === HEADER.apiKey ? apiKey : value,
      ],
    );
    for (const { cause } of inspectRequest({ ...request, headers: swapped }, registryContext(context, input))) {
      const code = cause && statedCode(cause);
      if (cause !== undefined && code === undefined) return [];
      if (code !== undefined) codes.add(code);
      // Rule 10 names 1000 for a mismatched key; the causes of 1001 in 5.4 name SVC-DATA, which disagrees here.
      if (cause === 'api-key-mismatch' || cause === 'api-key-white-space') codes.add(1001);
    }
  }
  return AUTH_CODE_NUMBERS.filter((code) => codes.has(code));
}

/** api_key of a payload that can be read. */
function signedKey(headers: readonly HeaderPair[]): string | undefined {
  const data = headers.find(([name]) => name.toUpperCase() === HEADER.data)?.[1];
  const payload = data === undefined ? undefined : readData(data).payload;
  const key = payload && readPayload(payload).fields?.['api_key'];
  return typeof key === 'string' ? key : undefined;
}

/** The code that interface 5.3, rule 10, states for a cause; for the others none is stated, so none is expected. */
export function statedCode(cause: SlipId): AuthCode | undefined {
  return STATED_CODES[cause];
}

const STATED_CODES: Readonly<Partial<Record<SlipId, AuthCode>>> = {
  'api-key-unknown': 1000,
  'api-key-expired': 1000,
  'api-key-mismatch': 1000,
  'api-key-white-space': 1000,
  'signature-unexplained': 1001,
  'account-not-permitted': 1002,
  'source-not-permitted': 1002,
  'scope-not-permitted': 1002,
};

const verifiers = new Map<string, Verifier>();

/** Importing a key costs half a verification, so each is kept. */
export function verifierOf(publicKey: string): Verifier {
  const known = verifiers.get(publicKey) ?? createVerifier(unhex(publicKey));
  verifiers.set(publicKey, known);
  return known;
}

const remembering = new Map<string, Verifier>();

/** One that remembers what it said: wrong verifiers ask the same again and again. */
export function rememberingVerifierOf(publicKey: string): Verifier {
  const known = remembering.get(publicKey);
  if (known !== undefined) return known;
  const verifier = verifierOf(publicKey);
  const said = new Map<string, boolean>();
  const made: Verifier = {
    publicKey: verifier.publicKey,
    verify: (signature, message) => {
      const asked = `${hex(signature)} ${hex(message)}`;
      const answer = said.get(asked) ?? verifier.verify(signature, message);
      said.set(asked, answer);
      return answer;
    },
  };
  remembering.set(publicKey, made);
  return made;
}
