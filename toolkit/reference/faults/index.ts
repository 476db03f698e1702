// Every fault, by area. One file per area beside this one; `fault.ts` says what a fault is.
import type { Fault } from './fault.js';

export const FAULTS: readonly Fault[] = [];

export type { Fault } from './fault.js';
