// DSSE envelopes (Dead Simple Signing Envelope, version 1): what is signed is the payload type and the payload bytes, each with its
// length. Verifying hands back the very bytes that were verified; only these are parsed afterwards.

import { isJsonArray, memberOf } from '../../toolkit/payload/json-kind.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import { readStrictJson } from '../../toolkit/payload/strict-json.js';
import type { Signer, Verifier } from '../../toolkit/signing/index.js';
import { keyIdOf } from './key-id.js';

export const IN_TOTO_PAYLOAD = 'application/vnd.in-toto+json';

export interface Envelope {
  readonly payloadType: string;
  /** Standard base64 with padding. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** `"DSSEv1 " + len(type) + " " + type + " " + len(body) + " " + body`, lengths in bytes. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType, 'utf8');
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `, 'utf8'), payload]);
}

export function signEnvelope(signer: Signer, keyid: string, payload: Uint8Array): Envelope {
  const sig = signer.sign(preAuthEncoding(IN_TOTO_PAYLOAD, payload));
  return {
    payloadType: IN_TOTO_PAYLOAD,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ keyid, sig: Buffer.from(sig).toString('base64') }],
  };
}

/** The envelope in one line of a certificate, strictly read. Throws `ProtocolError` of code `certificate-invalid`. */
export function parseEnvelope(line: string): Envelope {
  const { value, defects } = readStrictJson(Buffer.from(line, 'utf8'), { maxBytes: 64 * 1024 * 1024, maxDepth: 6 });
  const [defect] = defects;
  if (defect !== undefined) throw invalid(`is not strict JSON: ${defect.message}`);
  const payloadType = memberOf(value, 'payloadType');
  const payload = memberOf(value, 'payload');
  const list = memberOf(value, 'signatures');
  const signatures = (isJsonArray(list) ? list : []).flatMap((one) => {
    const [sig, keyid] = [memberOf(one, 'sig'), memberOf(one, 'keyid')];
    return typeof sig === 'string' ? [{ keyid: typeof keyid === 'string' ? keyid : '', sig }] : [];
  });
  if (typeof payloadType !== 'string' || typeof payload !== 'string') throw invalid('has no payload');
  if (signatures.length === 0) throw invalid('has no signature');
  if (signatures.length > 1) throw invalid('has more than one signature');
  if (payloadType !== IN_TOTO_PAYLOAD) throw invalid(`holds ${payloadType}, expected ${IN_TOTO_PAYLOAD}`);
  const envelope = { payloadType, payload, signatures };
  if (JSON.stringify(envelope) !== line) throw invalid('is not spelled as the suite writes it');
  return envelope;
}

/** The payload bytes when the signature is by this key and says so, undefined otherwise. */
export function verifiedPayload(envelope: Envelope, verifier: Verifier): Buffer | undefined {
  const payload = decodeBase64(envelope.payload);
  const message = preAuthEncoding(envelope.payloadType, payload);
  const keyId = keyIdOf(verifier.publicKey);
  const holds = envelope.signatures.some(
    ({ sig, keyid }) => keyid === keyId && verifier.verify(decodeBase64(sig), message),
  );
  return holds ? payload : undefined;
}

/** Strict: Node's own decoder accepts the other alphabet, junk and missing padding. */
function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw invalid('holds text that is not base64');
  return bytes;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError('certificate-invalid', `the certificate ${message}`);
}
