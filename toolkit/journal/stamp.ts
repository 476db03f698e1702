// Makes a complete record of a draft: index, run, both clocks. One place, so that a file and an in-memory journal agree.
import type { JournalRecord, RecordDraft } from './record.js';

export interface Stamp {
  readonly run: string;
  /** The record for a draft; indices count from 1. */
  record(draft: RecordDraft): JournalRecord;
  /** Records stamped so far. */
  readonly count: number;
}

export function createStamp(run: string): Stamp {
  const started = process.hrtime.bigint();
  let count = 0;
  return {
    run,
    get count() {
      return count;
    },
    record(draft) {
      count += 1;
      return {
        i: count,
        run,
        t_ns: Number(process.hrtime.bigint() - started),
        wall: new Date().toISOString(),
        kind: draft.kind,
        actor: draft.actor,
        conn: draft.conn,
        check: draft.check,
        account: draft.account,
        client_request_id: draft.client_request_id,
        operation_id: draft.operation_id,
        raw: draft.raw,
        parsed: draft.parsed,
        error: draft.error,
        cause: draft.cause,
      };
    },
  };
}
