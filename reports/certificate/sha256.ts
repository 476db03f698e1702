// SHA-256 as certificates write it.
import { createHash } from 'node:crypto';

/** Hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
