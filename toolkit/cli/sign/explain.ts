// The stages of a correct signature for people: what is hashed, written, encoded and signed, in that order, with the section of the
// interface that says so. `tsi doctor` shows the same stages of a request that is refused.
import { encodeBase64url, SIGNED_HEADERS } from '../../signing/index.js';
import type { OutgoingRequest } from './formats.js';

export function explainStages({ method, path, body, signed }: OutgoingRequest, publicKey: Uint8Array): string {
  const { fields, bodyHash, payload, data, signature } = signed;
  const stages: readonly (readonly [title: string, section: string, ...lines: readonly string[]])[] = [
    ['request', '5.5', `${method} ${path}`, body.length === 0 ? 'no body' : `a body of ${body.length} bytes`],
    [
      'body hash',
      '5.2, 5.3 rule 3',
      `SHA-256 of ${body.length === 0 ? 'no bytes' : 'the exact body'}, base64url without padding:`,
      bodyHash,
    ],
    ['payload', '5.2', ...Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)],
    [
      'payload bytes',
      '5.3 rule 1',
      `${payload.length} bytes of UTF-8; member order and white space are free:`,
      Buffer.from(payload).toString('utf8'),
    ],
    ['SVC-DATA', '5.3 rule 2', 'base64url of the payload bytes, without padding:', data],
    [
      'SVC-SIGN',
      '5.3 rule 1',
      'Ed25519 over the payload bytes, base64url without padding:',
      signature,
      `verified by the public key ${encodeBase64url(publicKey)}`,
    ],
    ['headers', '5.1', `${SIGNED_HEADERS.join(', ')}: each equals its member of the payload`],
  ];
  return stages
    .map(
      ([title, section, ...lines], i) =>
        `${i + 1}. ${title} (interface ${section})\n${lines.map((line) => `   ${line}\n`).join('')}`,
    )
    .join('');
}
