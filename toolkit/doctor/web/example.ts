// A request with one mistake, signed with a key that is made for it: what the page shows before anybody has anything to paste.
import { encodeBase64url } from '../../signing/base64url.js';
import { nobleSigner } from '../../signing/ed25519/noble-backend.js';
import { portableHashing } from '../../signing/hashing.js';
import { PrivateKey } from '../../signing/keys/private-key.js';
import { signRequestWith } from '../../signing/sign-request.js';

export interface Example {
  readonly capture: string;
  readonly keys: string;
  readonly clock: string;
}

const SENT = '{"volume": "0.10"}';

/** Signs the body without the blank that it sends. */
export function makeExample(nowMs: number): Example {
  const signer = nobleSigner(new PrivateKey(crypto.getRandomValues(new Uint8Array(32))));
  const path = '/v1/trading/accounts/1000042/orders';
  const { headers } = signRequestWith(portableHashing, signer, {
    apiKey: 'example-key',
    idempotencyKey: 'order-2026-0001',
    timestampMs: nowMs,
    method: 'POST',
    path,
    body: new TextEncoder().encode('{"volume":"0.10"}'),
  });
  return {
    capture: [
      `POST ${path} HTTP/1.1`,
      'Host: api.example.test',
      ...headers.map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json',
      `Content-Length: ${SENT.length}`,
      '',
      SENT,
    ].join('\n'),
    keys: `example-key = ${encodeBase64url(signer.publicKey)}`,
    clock: String(nowMs + 80),
  };
}
