// What the records of a journal say of the run as a whole: how many there are, when, what it found besides its checks.
import { type JournalRecord, RUN_FINDINGS } from '../../toolkit/journal/record.js';
import { isJsonArray, memberOf } from '../../toolkit/payload/json-kind.js';
import type { Judgement, RunFindingRecord } from './judgement.js';

export type RunOutline = Pick<Judgement, 'records' | 'from' | 'until' | 'runFindings' | 'clockOffsetsMs'>;

export class RunOutliner {
  #records = 0;
  #from: string;
  #until: string;
  #findings: readonly RunFindingRecord[] | undefined;
  readonly #clockOffsetsMs: number[] = [];

  /** `started` is the wall clock of the header. */
  constructor(started: string) {
    this.#from = started;
    this.#until = started;
  }

  take(record: JournalRecord): void {
    this.#records += 1;
    if (record.wall > this.#until) this.#until = record.wall;
    if (record.wall < this.#from) this.#from = record.wall;
    if (record.check !== null || record.kind !== 'info') return;
    this.#findings = joined(this.#findings, findingsIn(record));
    const offset = memberOf(record.parsed, 'clock_offset_ms');
    if (typeof offset === 'number') this.#clockOffsetsMs.push(offset);
  }

  end(): RunOutline {
    return {
      records: this.#records,
      from: this.#from,
      until: this.#until,
      ...(this.#findings !== undefined && { runFindings: this.#findings }),
      clockOffsetsMs: this.#clockOffsetsMs,
    };
  }
}

/** A journal of several shards holds the findings of each. */
function joined<T>(all: readonly T[] | undefined, more: readonly T[] | undefined): readonly T[] | undefined {
  return more === undefined ? all : [...(all ?? []), ...more];
}

/** What the run said about itself before its journal ended. */
function findingsIn({ parsed }: JournalRecord): readonly RunFindingRecord[] | undefined {
  const list = memberOf(parsed, RUN_FINDINGS);
  if (!isJsonArray(list)) return undefined;
  return list.flatMap((one) => {
    const [kind, message] = [memberOf(one, 'kind'), memberOf(one, 'message')];
    return typeof kind === 'string' && typeof message === 'string' ? [{ kind, message }] : [];
  });
}
