// The first pass over a journal: which records assertions look at, and how often, so that the second pass keeps nothing else.

import { splitLines } from '../../toolkit/journal/lines.js';
import { openJournal } from '../../toolkit/journal/open-journal.js';

const MOST_LINE_BYTES = 1 << 26;
const MANY = 255;

/** A count per record index that stays exact up to 254; beyond that the record is kept until the end of its check. */
export class ReferenceCounts {
  #counts = new Uint8Array(1 << 16);

  add(index: number): void {
    if (index >= this.#counts.length) {
      const larger = new Uint8Array(Math.max(index + 1, this.#counts.length * 2));
      larger.set(this.#counts);
      this.#counts = larger;
    }
    const count = this.#counts[index] ?? 0;
    if (count < MANY) this.#counts[index] = count + 1;
  }

  has(index: number): boolean {
    return (this.#counts[index] ?? 0) > 0;
  }

  /** Takes one reference away; true when it was the last. */
  release(index: number): boolean {
    const count = this.#counts[index] ?? 0;
    if (count === 0 || count === MANY) return false;
    this.#counts[index] = count - 1;
    return count === 1;
  }
}

/** Most indices are far below this; a forged one must not make the counts huge. */
const MOST_INDEX = 1 << 28;

export async function countReferences(path: string): Promise<ReferenceCounts> {
  const counts = new ReferenceCounts();
  for await (const { text } of splitLines(openJournal(path), MOST_LINE_BYTES)) {
    if (!text.includes('"kind":"assert"')) continue;
    // Any line that only looks like an assertion costs one record kept too long, nothing more.
    for (const match of text.matchAll(/"record":(\d{1,9})[,}]/g)) {
      const index = Number(match[1]);
      if (index < MOST_INDEX) counts.add(index);
    }
  }
  return counts;
}
