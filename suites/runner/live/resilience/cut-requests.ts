// Requests whose connection ended before the answer: a keep-alive that ran out just then, a balancer that drains a node. A lost answer
// says nothing about the request (interface 8, rules for what is not known); a target that cuts for what was asked does it again.
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';

export interface CutRequest {
  /** Of the end that came in place of the answer. */
  readonly record: number;
  /** What was asked, and with which damage: the same whenever it is asked again. */
  readonly what: string;
}

/** The first of the check. */
export function cutRequest(records: readonly JournalRecord[]): CutRequest | undefined {
  const cut = records.find(({ kind, error }) => kind === 'info' && error?.code === 'reset');
  if (cut === undefined) return undefined;
  const asked = records.find(({ i }) => i === cut.cause)?.parsed;
  const what = ['request', 'damage'].flatMap((name) => memberOf(asked, name) ?? []);
  return { record: cut.i, what: what.join(' with ') };
}
