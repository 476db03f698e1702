// The last stage: does the signature verify, and if not, what is it a signature of (interface 5.3, rule 1).
import type { Verifier } from '../signing/ed25519/ed25519.js';
import type { Hashing } from '../signing/hashing.js';
import type { HeaderValues } from '../signing/received.js';
import { broken, ok, unknown } from '../signing/stage-result.js';
import type { ReceivedFields } from '../signing/stages/read-payload.js';
import type { Capture } from './capture/capture.js';
import { textOfBytes } from './capture/capture.js';
import type { Judged } from './judge-values.js';
import type { KeyMatch, VerifierFactory } from './keys.js';
import { compareTexts } from './search/difference.js';
import { searchSignature } from './search/search-signature.js';

export interface SignatureInput {
  readonly hashing: Hashing;
  readonly verifierOf: VerifierFactory;
  readonly capture: Capture;
  readonly body: Uint8Array | undefined;
  readonly values: HeaderValues;
  readonly fields: ReceivedFields | undefined;
  readonly payload: Uint8Array | undefined;
  readonly signature: Uint8Array | undefined;
  readonly keys: KeyMatch;
}

export interface JudgedSignature extends Judged {
  readonly verifications: number;
}

export function judgeSignature(input: SignatureInput): JudgedSignature {
  const { keys, payload, signature } = input;
  const because = (note: string): JudgedSignature => ({ result: unknown('signature'), note, verifications: 0 });
  if (payload === undefined) return because('not judged: the signed payload is not known');
  if (signature === undefined) return because('not judged: the 64 bytes of the signature are not known');
  if (keys.key === undefined && keys.others.length === 0) return because('not judged: no public key was given');
  const key = keys.key && input.verifierOf(keys.key.publicKey);
  if (key?.verify(signature, payload) === true) return { result: ok('signature'), verifications: 1 };
  return searched(input, payload, signature, key);
}

function searched(
  input: SignatureInput,
  payload: Uint8Array,
  signature: Uint8Array,
  key: Verifier | undefined,
): JudgedSignature {
  const { keys, values, capture, fields } = input;
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const others = keys.others.map((other) => input.verifierOf(other.publicKey));
  const finding = searchSignature(
    {
      hashing: input.hashing,
      signature,
      payload,
      data: values.data ?? '',
      method: capture.method,
      path: capture.path,
      body: input.body,
      timestamp: values.timestamp ?? text(fields?.['timestamp']),
      apiKey: values.apiKey ?? text(fields?.['api_key']),
      idempotencyKey: values.idempotencyKey ?? '',
      bodyHash: text(fields?.['body_hash']),
    },
    key,
    others,
  );
  const verifications = finding.verifications + 1;
  if (key === undefined && finding.cause === 'signature-unexplained') {
    return { result: unknown('signature'), note: 'not judged: the key of the request is not known', verifications };
  }
  const owner = finding.otherKey === undefined ? undefined : keys.others[finding.otherKey]?.id;
  const actual = owner === undefined ? 'a signature over something else, or by another key' : `by the key of ${owner}`;
  return {
    result: broken(finding.cause, 'a signature over the payload bytes by the key of SVC-API-KEY', actual),
    verifications,
    ...(finding.signed === undefined
      ? {}
      : {
          compared: compareTexts('the payload, and what was signed', textOfBytes(payload), textOfBytes(finding.signed)),
        }),
  };
}
