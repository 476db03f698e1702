// The first pass over a journal: which records assertions look at, and how often, which histories they looked through, and which checks
// looked for something on their streams or among their records, so that the second pass keeps nothing else.

import { splitLines } from '../../toolkit/journal/lines.js';
import { openJournal } from '../../toolkit/journal/open-journal.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { memberOf } from '../../toolkit/payload/json-kind.js';
import { AMONG } from './counted-records.js';
import { SOUGHT } from './searches.js';
import { HISTORY, type LookedThrough, lookedThrough } from './shown.js';

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

/** Of an assertion that looked through a history, what a second pass must keep for it. */
export interface Looking extends LookedThrough {
  readonly run: string;
  readonly check: string | null;
  readonly at: number;
  readonly requirement: string;
}

export interface References {
  readonly references: ReferenceCounts;
  readonly looking: readonly Looking[];
  /** Checks. */
  readonly searching: ReadonlySet<string>;
  readonly gathering: ReadonlySet<string>;
}

export async function countReferences(path: string): Promise<References> {
  const references = new ReferenceCounts();
  const looking: Looking[] = [];
  const searching = new Set<string>();
  const gathering = new Set<string>();
  for await (const { text } of splitLines(openJournal(path), MOST_LINE_BYTES)) {
    if (!text.includes('"kind":"assert"')) continue;
    // Any line that only looks like an assertion costs one record kept too long, nothing more.
    for (const match of text.matchAll(/"record":(\d{1,9})[,}]/g)) {
      const index = Number(match[1]);
      if (index < MOST_INDEX) references.add(index);
    }
    const looked = text.includes(`"${HISTORY}":{`) ? lookingOf(text) : undefined;
    if (looked !== undefined) looking.push(looked);
    for (const [member, checks] of [
      [SOUGHT, searching],
      [AMONG, gathering],
    ] as const) {
      const check = text.includes(`"${member}":[`) ? checkOf(text) : undefined;
      if (check !== undefined) checks.add(check);
    }
  }
  return { references, looking, searching, gathering };
}

/** Undefined for a line that only looks like one; whatever is wrong with it shows in the second pass. */
function lookingOf(line: string): Looking | undefined {
  const record = recordOf(line);
  if (record === undefined) return undefined;
  const [run, check, at] = [memberOf(record, 'run'), memberOf(record, 'check'), memberOf(record, 'i')];
  const parsed = memberOf(record, 'parsed');
  const looked = lookedThrough(parsed ?? null);
  const requirement = memberOf(parsed, 'requirement');
  if (looked === undefined || typeof run !== 'string' || typeof at !== 'number') return undefined;
  if (typeof requirement !== 'string') return undefined;
  return { ...looked, run, check: typeof check === 'string' ? check : null, at, requirement };
}

function checkOf(line: string): string | undefined {
  const check = memberOf(recordOf(line) ?? null, 'check');
  return typeof check === 'string' ? check : undefined;
}

function recordOf(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return undefined;
  }
}
