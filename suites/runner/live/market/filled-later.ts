// Openings and closes that the market fills in parts which have events of their own (interface 6.1: an operation may have several), the
// last of them when the check has gone on: what it took for the whole was a part. Told apart from what is executed again by the volumes of
// the deals, which come to no more than was asked for, and by their order, which is one.
import { executed } from '../../../../toolkit/checkers/predicates/executed.js';
import { add, compare } from '../../../../toolkit/decimal/index.js';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { TransactionView } from '../../../../toolkit/profile/dialect/views.js';
import { figureOf, sizeOf } from '../../figures.js';
import type { Asked, OwnOperations } from './own-operations.js';

const EXECUTING: readonly string[] = ['openPosition', 'closePosition'];

interface Part {
  readonly record: JournalRecord;
  /** What tells its deals from those of other parts. */
  readonly name: string;
  readonly deals: NonNullable<TransactionView['deals']>;
}

export interface FilledLater {
  /** The longest time between two parts of one execution. */
  readonly longestMs: number;
  /** Events of parts before which the check had asked for something else. */
  readonly late: readonly number[];
  /** Events of parts that came so long after the one before that it may have: what it asks for is on record once it is sent. */
  readonly apart: readonly number[];
}

/** `quietMs`: how long a check waits for a further part at least. */
export function filledLater(records: readonly JournalRecord[], own: OwnOperations, quietMs: number): FilledLater {
  const gaps: number[] = [];
  const late = new Set<number>();
  const apart = new Set<number>();
  for (const [asked, parts] of partsOf(own)) {
    if (!isOneExecution(asked, parts)) continue;
    for (const [at, { record }] of parts.entries()) {
      const before = parts[at - 1];
      if (before === undefined) continue;
      const gapMs = (record.t_ns - before.record.t_ns) / 1e6;
      gaps.push(gapMs);
      if (gapMs >= quietMs) apart.add(record.i);
      if (records.some((one) => goesOn(one, before.record, record))) late.add(record.i);
    }
  }
  return { longestMs: Math.max(0, ...gaps), late: [...late], apart: [...apart] };
}

/** By request, its events with deals, in their order; an event that is told again, or on another stream, is none. */
function partsOf(own: OwnOperations): ReadonlyMap<Asked, readonly Part[]> {
  const found = new Map<Asked, Part[]>();
  for (const { record, view, asked } of own.told) {
    if (record.kind !== 'event' || asked === undefined || !EXECUTING.includes(asked.request)) continue;
    // The view of an event record is one of the dialect, of this kind.
    const deals = executed(((view ?? {}) as TransactionView).deals ?? []);
    const name = JSON.stringify(deals.map(({ id, ...shown }) => id ?? shown));
    const parts = found.get(asked) ?? [];
    found.set(asked, parts);
    if (deals.length > 0 && !parts.some((part) => part.name === name)) parts.push({ record, name, deals });
  }
  return found;
}

function isOneExecution({ volume }: Asked, parts: readonly Part[]): boolean {
  const deals = parts.flatMap((part) => part.deals);
  const sizes = deals.flatMap((deal) => sizeOf(deal.volume) ?? []);
  const orders = new Set(deals.map(({ orderId }) => orderId));
  // A close of the whole names no volume.
  const asked = figureOf(volume);
  return sizes.length > 0 && (asked === undefined ? orders.size === 1 : compare(sizes.reduce(add), asked) <= 0);
}

/** Whoever reads the status may have taken the event before for the result. */
function goesOn({ i, kind }: JournalRecord, from: JournalRecord, to: JournalRecord): boolean {
  return i > from.i && i < to.i && (kind === 'send' || kind === 'control' || kind === 'invoke');
}
