// Faults of rows that come while history is walked, that are told twice, or that stand at a border (interface 1, rule 5).
import type { Deal } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const continues = violating('1', ['history.cursor-continues']);

export const walkedRowFaults: readonly Fault[] = [
  continues('row-lost-at-a-border-within-a-millisecond', {
    summary: 'A page begins behind all rows of the very millisecond of the last row before it.',
    ordered: (honest) => {
      const last = { atMs: 0 };
      return (items, page) => {
        const rows = honest(items, page);
        if (page.collection !== 'deals') return rows;
        const deals = rows as unknown as readonly Deal[]; // Rows of that collection.
        const kept = page.isFirst ? deals : deals.filter(({ atMs }) => atMs !== last.atMs);
        last.atMs = deals.at(-1)?.atMs ?? 0;
        return kept as unknown as typeof items;
      };
    },
  }),
  continues('rows-lost-while-others-come', {
    summary: 'A page behind a cursor lacks its first row where a deal came into history since that cursor was given.',
    change: sharing(
      () => ({ recorded: 0, given: 0 }),
      (memory) => ({
        recordsDeal: amended((records) => {
          memory.recorded += 1;
          return records;
        }),
        skips: amended((skips, _serial, index, { isFirst }) => {
          const isMissed = !isFirst && index === 0 && memory.recorded > memory.given;
          return skips || isMissed;
        }),
        givesCursor: amended((gives) => {
          memory.given = memory.recorded;
          return gives;
        }),
      }),
    ),
  }),
  continues('deals-of-partial-closes-twice', {
    summary: 'The deal of a partial close stands twice on its page.',
    change: sharing(
      () => new Set<string>(),
      (twice) => ({
        dealsOf: amended((deals, { kind }) => {
          for (const { id } of kind === 'partial-close' ? deals : []) twice.add(id);
          return deals;
        }),
        ordered: (honest) => (items, page) =>
          honest(items, page).flatMap((row) =>
            page.collection === 'deals' && isAmong(twice, row) ? [row, row] : [row],
          ),
      }),
    ),
  }),
  violating('1', ['history.limit-respected'])('limit-of-one-shows-two', {
    summary: 'Who asks for one row of history is shown two.',
    pageSize: amended((size, asked) => (asked === 1 ? 2 : size)),
  }),
];

function isAmong(ids: ReadonlySet<string>, row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'id' in row && ids.has(String(row.id));
}
