// The exact bytes of a body, up to a limit of its own and one of all bodies together. What goes beyond it is read and thrown away, so
// that the peer can read its refusal.
import type { IncomingMessage } from 'node:http';
import { ByteBudget } from './byte-budget.js';

/** The bytes, or why they were not kept. */
export type BodyReading = Uint8Array | 'too-large' | 'over-budget';

/** One that is under way. */
export interface PartOfBody {
  /** Ends it unread, since others need the room. */
  refuse(): void;
}

export type BodyBudget = ByteBudget<PartOfBody>;

export function bodyBudgetOf(limitBytes: number): BodyBudget {
  return new ByteBudget(limitBytes, (body) => body.refuse());
}

/** A chunk costs the processor far more than it costs to send: whoever sends more of them for one body is cut. */
const MOST_CHUNKS = 1024;

/** Hands over what came of the body; once, and never when the peer gives up or is cut. */
export function readBody(
  request: IncomingMessage,
  { limitBytes, budget }: { readonly limitBytes: number; readonly budget: BodyBudget },
  done: (body: BodyReading) => void,
): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) {
    done(new Uint8Array(0));
    return;
  }
  // One buffer that grows, since a peer may send its body in as many chunks as it has bytes.
  let kept = Buffer.alloc(0);
  let size = 0;
  let chunks = 0;
  let isDone = false;
  const end = (reading: BodyReading | undefined): void => {
    if (isDone) return;
    isDone = true;
    budget.give(held, kept.byteLength);
    kept = Buffer.alloc(0);
    if (reading !== undefined) done(reading);
  };
  const held: PartOfBody = { refuse: () => end('over-budget') };
  request.on('data', (chunk: Buffer) => {
    chunks += 1;
    if (chunks > MOST_CHUNKS) request.destroy();
    if (isDone || request.destroyed) return;
    if (size + chunk.byteLength > limitBytes) return end('too-large');
    const grown = sizeFor(size + chunk.byteLength, kept.byteLength, limitBytes);
    if (!budget.take(held, grown - kept.byteLength)) return end('over-budget');
    if (grown > kept.byteLength) kept = Buffer.concat([kept.subarray(0, size)], grown);
    chunk.copy(kept, size);
    size += chunk.byteLength;
  });
  request.on('end', () => end(kept.subarray(0, size)));
  request.once('close', () => end(undefined));
}

/** At least twice what it was, so that growing costs no more than the bytes themselves. */
function sizeFor(needed: number, have: number, most: number): number {
  return needed <= have ? have : Math.min(most, Math.max(needed, 2 * have));
}
