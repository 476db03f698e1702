// Public keys in the forms that people have them: PEM, JWK, JWKS, OpenSSH, DER, 32 bytes raw or in any usual spelling. A private key is
// named as one and refused; a message never holds key material.
import { getPublicKey } from '@noble/ed25519';
import { ProtocolError } from '../payload/protocol-error.js';
import { encodeBase64url } from '../signing/base64url.js';
import { parsePublicKey } from '../signing/keys/keys.js';
import { textOfBytes } from './capture/capture.js';
import type { DoctorKey } from './keys.js';
import { fromBase32, fromBase58, fromBase64, fromHex, fromPrinted } from './recognise/alphabets.js';
import { fromPemText, labelOfPrivate } from './recognise/pem.js';

const SPKI_HEAD = '302a300506032b6570032100';
const PRIVATE_FIX = 'a private key; keep it secret and give the public one: "openssl pkey -in FILE -pubout"';

/**
 * The keys in a file or in a text.
 * @throws ProtocolError `key-invalid` naming the form that came.
 */
export function readPublicKeys(bytes: Uint8Array): readonly DoctorKey[] {
  const isText = bytes.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 13);
  if (!isText) {
    return [{ publicKey: fromContainer(bytes) ?? raw(bytes), ...(bytes.length === 32 ? { isRaw: true } : {}) }];
  }
  const text = textOfBytes(bytes).trim();
  if (labelOfPrivate(text) !== undefined) throw refused(`a PEM block "BEGIN PUBLIC KEY"`, PRIVATE_FIX);
  if (text.startsWith('{') || text.startsWith('[')) return fromJson(text);
  const ssh = fromSsh(text);
  if (ssh.length > 0) return ssh;
  const pem = fromPemText(text);
  if (text.includes('-----')) return [{ publicKey: parsePublicKey(pem ?? text) }];
  return [fromSpelled(text)];
}

function fromJson(text: string): readonly DoctorKey[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [fromSpelled(text)];
  }
  const listed = Array.isArray(value) ? value : (value as { keys?: unknown } | null)?.keys; // any member of any value
  if (!Array.isArray(listed)) return [{ publicKey: parsePublicKey(text) }];
  if (listed.length > 0 && listed.every((one) => typeof one === 'number')) return [fromSpelled(text)];
  const isOurs = (one: unknown): boolean => (one as { crv?: unknown } | null)?.crv === 'Ed25519';
  const keys = listed.filter(isOurs).map((jwk): DoctorKey => {
    const id = (jwk as { kid?: unknown }).kid; // an object by the test above
    return { publicKey: parsePublicKey(JSON.stringify(jwk)), ...(typeof id === 'string' ? { id } : {}) };
  });
  if (keys.length === 0) throw refused('a key set with an Ed25519 key', 'one without');
  return keys;
}

/** `ssh-ed25519 AAAA… comment`, as in a `.pub` file and in authorized keys, or RFC 4716. */
function fromSsh(text: string): readonly DoctorKey[] {
  const body = /^-{4} ?BEGIN SSH2 PUBLIC KEY ?-{4}\s*\n(?:[\w-]+:.*\n)*([A-Za-z0-9+/=\s]+)-{4}/.exec(text)?.[1];
  const words = [...text.matchAll(/\b(ssh-[a-z0-9-]+|ecdsa-[a-z0-9-]+)[ \t]+(AAAA[A-Za-z0-9+/=]+)/g)];
  const other = words.find(([, kind]) => kind !== 'ssh-ed25519')?.[1];
  const blobs = words.filter(([, kind]) => kind === 'ssh-ed25519').map(([, , blob = '']) => blob);
  if (blobs.length === 0 && other !== undefined) throw refused('an Ed25519 key', `an SSH key of the kind ${other}`);
  return [...blobs, ...(body === undefined ? [] : [body])].flatMap((blob) => {
    const bytes = fromBase64(blob);
    return bytes?.length === 51 ? [{ publicKey: bytes.slice(19) }] : [];
  });
}

const READINGS: readonly ((text: string) => Uint8Array | undefined)[] = [
  (text) =>
    /^(?:did:key:)?z6Mk/.test(text) ? fromBase58(text.replace(/^did:key:/, '').slice(1))?.slice(2) : undefined,
  fromHex,
  fromBase64,
  fromPrinted,
  (text) => (/^z/.test(text) ? fromBase58(text.slice(1))?.slice(-32) : undefined),
  fromBase58,
  fromBase32,
];

/** One key in whatever spelling; what is too short, too long or of another kind is told by `parsePublicKey`. */
function fromSpelled(text: string): DoctorKey {
  const bare = text.replace(/^(["'])(.*)\1$/s, '$2').replace(/^(?:ed25519|public_?key|pub)\s*[:=]\s*/i, '');
  for (const read of READINGS) {
    const bytes = read(bare);
    if (bytes?.length === 32) return { publicKey: bytes, isRaw: true };
    const inside = bytes === undefined ? undefined : fromContainer(bytes);
    if (inside !== undefined) return { publicKey: inside };
  }
  return { publicKey: parsePublicKey(text), isRaw: true };
}

/** The key of an SPKI or an SSH structure; undefined for other bytes. */
function fromContainer(bytes: Uint8Array): Uint8Array | undefined {
  const start = encodeBase64url(bytes.subarray(0, 12));
  if (bytes.length === 44 && start === encodeBase64url(fromHex(SPKI_HEAD) ?? bytes)) return bytes.slice(12);
  if (bytes.length === 51 && textOfBytes(bytes.subarray(4, 15)) === 'ssh-ed25519') return bytes.slice(19);
  const isPkcs8 =
    bytes.length >= 46 && bytes[0] === 0x30 && encodeBase64url(bytes.subarray(0, 30)).includes('BQYDK2Vw');
  const isPair =
    bytes.length === 64 && encodeBase64url(getPublicKey(bytes.slice(0, 32))) === encodeBase64url(bytes.slice(32));
  if (isPkcs8 || isPair || textOfBytes(bytes.subarray(0, 14)) === 'openssh-key-v1') {
    throw refused('a public key', PRIVATE_FIX);
  }
  return undefined;
}

function raw(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 32) {
    throw refused('a public key: PEM, JWK, SSH, DER or 32 bytes', `${bytes.length} bytes of another form`);
  }
  return bytes.slice();
}

function refused(expected: string, got: string): ProtocolError {
  return new ProtocolError('key-invalid', `expected ${expected}, got ${got}`, { section: '5' });
}
