// The parts of a request of which the schemes of other interfaces build what they sign, and the ways to put them together.
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { utf8Bytes } from '../capture/capture.js';

export interface Parts {
  readonly at: string;
  readonly seconds: string;
  readonly iso: string;
  /** As the header Date has it. */
  readonly date: string;
  readonly data: string;
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly query: string;
  readonly key: string;
  readonly nonce: string;
  readonly payload: Uint8Array;
  readonly body: Uint8Array;
  readonly hosts: readonly string[];
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
}

export type Part = string | Uint8Array;
export type Scheme = (parts: Parts) => readonly (readonly Part[])[];

export const hexOf = ({ sha256 }: Parts, text: Part): string => bytesToHex(sha256(bytesOf(text)));
export const base64Of = (bytes: Uint8Array): string => {
  const url = encodeBase64url(bytes);
  return url.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (url.length % 4)) % 4);
};
export const bytesOf = (part: Part): Uint8Array => (typeof part === 'string' ? utf8Bytes(part) : part);
export const lines = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : ['\n', part]));
export const both = (parts: readonly Part[]): readonly (readonly Part[])[] => [lines(parts), [...lines(parts), '\n']];

export const sortedQuery = (p: Parts): string => p.query.split('&').sort().join('&');
