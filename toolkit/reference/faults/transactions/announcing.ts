// What faults of results have in common: changes of what is announced of a result (interface 6.1).
import type { TransactionEvent } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import type { Edits } from '../algebra/index.js';

/** Changes what is announced of a result. */
export function announcing(write: (event: TransactionEvent) => readonly TransactionEvent[]): Edits {
  return { announcements: amended((announced) => announced.flatMap(write)) };
}

/** Announces nothing of such results. */
export function hiding(isMeant: (event: TransactionEvent) => boolean): Edits {
  return announcing((event) => (isMeant(event) ? [] : [event]));
}

export const isRefused = ({ status }: TransactionEvent): boolean => status !== 'success';
