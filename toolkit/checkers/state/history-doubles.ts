// Items that a walk through history meets twice (interface 1, rule 5). Where a cursor counts from the front, what comes meanwhile pushes
// the rest along, and so many items come once more as have come before them; nothing in the interface forbids that. So a double is judged
// when the journal has ended, by what was listed or told until then that is as young as the walk and was not in it.
import { kept } from '../../base/kept.js';
import type { Message } from '../ledger/entry.js';
import { listOf, textAt } from '../ledger/views.js';

export interface WalkedPage {
  /** The account, and the request for the collection. */
  readonly walk: string;
  readonly collection: string;
  readonly ids: ReadonlySet<string>;
  /** The latest time that each item shows, in milliseconds. */
  readonly times: ReadonlyMap<string, number>;
  /** When the first page of the walk was asked for and this one came, by the clock of the target. */
  readonly startMs: number;
  readonly endMs: number;
  /** Identifiers on earlier pages of the walk, each with the record of its page. */
  readonly before: ReadonlyMap<string, number>;
  /** Identifiers on all pages of the walk, those to come as well. */
  readonly walked: ReadonlySet<string>;
  /** Whether the list begins with the newest: all that comes pushes the rest along, also what no event need tell, as of partial closes. */
  readonly isPushed: boolean;
  readonly i: number;
}

/** An item on a page of a walk. */
export interface Met {
  readonly id: string;
  readonly seen: Pick<WalkedPage, 'before' | 'collection' | 'i'>;
}

/** Times are shown in whole seconds (interface 1, rule 3). */
const SECOND_MS = 1000;

export class HistoryDoubles {
  /** By walk, the latest time of every item that was ever listed. */
  readonly #listed = new Map<string, Map<string, number>>();
  readonly #pages: WalkedPage[] = [];
  /** So long after its end may an order come into the list. */
  readonly #lateMs: number;

  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  take(page: WalkedPage): void {
    for (const [id, timeMs] of page.times) this.#list(page.walk, id, timeMs);
    if (!page.isPushed && [...page.ids].some((id) => page.before.has(id))) this.#pages.push(page);
  }

  /** What was executed or ended comes into the history, whether or not a walk meets it there. `atMs`: by the clock of the target. */
  hear({ account, view }: Message, atMs: number): void {
    for (const order of listOf(view, 'orders') ?? []) {
      const id = textAt(order, 'id');
      if (id !== undefined) this.#list(`${account} orderHistory`, id, atMs);
    }
    for (const deal of listOf(view, 'deals') ?? []) {
      const [id, orderId] = [textAt(deal, 'id'), textAt(deal, 'orderId')];
      if (id !== undefined) this.#list(`${account} dealHistory`, id, atMs);
      if (orderId !== undefined) this.#list(`${account} orderHistory`, orderId, atMs);
    }
  }

  #list(walk: string, id: string, timeMs: number): void {
    const listed = kept(this.#listed, walk, () => new Map<string, number>());
    listed.set(id, Math.max(timeMs, listed.get(id) ?? timeMs));
  }

  /** Those met twice that nothing explains which came meanwhile. */
  unexplained(): readonly Met[] {
    return this.#pages.flatMap((seen) => {
      const doubles = [...seen.ids].filter((id) => seen.before.has(id));
      return this.#cameMeanwhile(seen) >= doubles.length ? [] : doubles.map((id) => ({ id, seen }));
    });
  }

  #cameMeanwhile({ walk, walked, startMs, endMs }: WalkedPage): number {
    const isYoung = (timeMs: number): boolean => timeMs >= startMs - this.#lateMs && timeMs <= endMs + SECOND_MS;
    const isNew = ([id, timeMs]: readonly [string, number]): boolean => isYoung(timeMs) && !walked.has(id);
    return [...(this.#listed.get(walk) ?? [])].filter(isNew).length;
  }
}
