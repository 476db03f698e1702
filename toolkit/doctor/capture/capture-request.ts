// A capture of a request that a program has before it in full: one that a server received, or that a client of this project sent.
import type { Capture } from './capture.js';

export interface RequestInHand {
  readonly method: string;
  /** Path with query as it travelled. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** @param atMs the server's time of the request, where it is known. */
export function captureOfRequest({ method, path, headers, body }: RequestInHand, atMs?: number): Capture {
  return { format: 'live', method, path, headers, body, ...(atMs === undefined ? {} : { atMs }), notes: [] };
}
