// Legal delays of what is read beside what the stream tells (interface 1, rules 1 and 2; 4.3): nothing says that a read shows at once what
// an event has told, nor that two servers behind one address know it at the same moment.
import type { TradingState } from '../../domain.js';
import { amended } from '../../faults/algebra/edits.js';
import { sharing } from '../../faults/algebra/memory.js';
import { among, type Habit } from '../algebra/index.js';
import { unfinished } from './operations.js';

const servers = among('servers', '1', ['event-order', 'result-deadline']);

const BEHIND_MS = 800;

interface Copy {
  readonly atMs: number;
  readonly state: TradingState;
}

export const serverHabits: readonly Habit[] = [
  servers('status-of-two-servers', {
    summary: 'Two servers tell the status of operations in turn, and the second follows most of a second later.',
    rules: sharing(
      () => ({ isSecond: false }),
      (memory) => ({
        shownStatus: amended((status, _status, ageMs) => {
          memory.isSecond = !memory.isSecond;
          return !memory.isSecond && ageMs !== undefined && ageMs < BEHIND_MS ? unfinished(status) : status;
        }),
      }),
    ),
  }),
  servers('history-of-two-servers', {
    summary: 'Two servers tell history in turn, page by page, and the second follows most of a second later.',
    rules: sharing(
      () => ({ isSecond: false }),
      (memory) => ({
        pageSize: amended((size) => {
          memory.isSecond = !memory.isSecond;
          return size;
        }),
        isListed: amended((isListed, ageMs) => isListed && !(memory.isSecond && ageMs < BEHIND_MS)),
      }),
    ),
    // The second may have too few of the rows yet.
    costs: [{ checks: 'history.*', verdict: 'not-applicable', because: 'on one page' }],
  }),
  servers('history-behind-what-happens', {
    summary: 'History shows what has ended most of a second later.',
    rules: { isListed: amended((isListed, ageMs) => isListed && ageMs >= BEHIND_MS) },
  }),
  servers('snapshots-read-of-two-servers', {
    summary: 'Two servers answer reads of the trading snapshot in turn, and the second follows most of a second later.',
    rules: sharing(
      () => ({ isSecond: false, copies: new Map<string, Copy>() }),
      (memory) => ({
        snapshotOf: amended((state, _state, { surface, accountId }) => {
          if (surface !== 'resource') return state;
          memory.isSecond = !memory.isSecond;
          const nowMs = performance.now();
          const copy = memory.copies.get(accountId);
          if (copy !== undefined && nowMs - copy.atMs < BEHIND_MS) return memory.isSecond ? copy.state : state;
          memory.copies.set(accountId, { atMs: nowMs, state });
          return state;
        }),
      }),
    ),
  }),
];
