// What may happen on an account before an ordinary day goes on: each of these leaves something behind in a careless service.
import type { Needs } from '../../runner/check.js';
import type { CheckContext } from '../../runner/context.js';
import { FILLS } from './fills.js';
import { ORDERS } from './orders.js';
import { POSITIONS } from './positions.js';
import { PROTECTED } from './protected.js';
import { READS } from './reads.js';
import type { Routine } from './routine.js';
import { STREAMS } from './streams.js';

export interface Disturbance {
  /** Ends the ids of its checks. */
  readonly id: string;
  readonly words: string;
  readonly needs: Needs;
  readonly happen: (t: CheckContext) => Promise<unknown>;
  /** Before which routines. */
  readonly before: readonly Routine[];
  readonly waitMs?: number;
}

export const TRADING: readonly Routine[] = [ORDERS, POSITIONS, FILLS, PROTECTED];
export const EVERY: readonly Routine[] = [ORDERS, POSITIONS, STREAMS, READS];
