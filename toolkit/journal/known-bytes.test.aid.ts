// Bytes without any order that are the same in every run, and keys of them: a test of random ones fails one day, for a reason of that day.
import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** 64 of them, others for each label. */
export function bytesFor(label: string): Buffer {
  return createHash('sha512').update(label).digest();
}

/** An Ed25519 private key. */
export function privateKeyFor(label: string): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, bytesFor(label).subarray(32)]), format: 'der', type: 'pkcs8' });
}
