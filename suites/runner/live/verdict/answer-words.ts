// What the target answered, said in the reason of an undecided check: `the valid twin was refused` alone hides that a limit was met.
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { Decision, Tally } from '../../decision.js';
import type { CheckJournal } from '../target/target-journal.js';
import { THROTTLING } from './answer.js';

type Records = Pick<CheckJournal, 'at'>;

/** The decision with the refusal that it rests on, or else with the first 429 or 503 that the check was given. */
export function withAnswer(
  decision: Decision,
  { throttled, throttledBy }: Pick<Tally, 'throttled' | 'throttledBy'>,
  journal: Records,
): Decision {
  const { verdict, reason, evidence } = decision;
  if (verdict !== 'inconclusive' || reason === undefined) return decision;
  const refusal = evidence.map((index) => refusalIn(index, journal)).find((found) => found !== undefined);
  if (refusal !== undefined && (THROTTLING.includes(refusal.status) || reason.includes('refused'))) {
    const said = reason.includes(String(refusal.status));
    return said ? decision : { ...decision, reason: `${reason}: HTTP ${refusal.status}${refusal.name}` };
  }
  if (throttledBy === undefined || reason.includes(String(throttledBy))) return decision;
  return {
    ...decision,
    reason: `${reason}; the target answered ${throttledBy} during the check`,
    evidence: [...evidence, ...throttled.slice(0, 1)],
  };
}

function refusalIn(index: number, journal: Records): { readonly status: number; readonly name: string } | undefined {
  const record = journal.at(index);
  const status = memberOf(record?.parsed, 'status');
  if (record?.kind !== 'ok' || typeof status !== 'number' || status < 400) return undefined;
  const view = memberOf(record.parsed, 'view');
  const name = [memberOf(view, 'code'), memberOf(view, 'message')].find(
    (part) => typeof part === 'string' && /^[A-Z_]+$/.test(part),
  );
  return { status, name: name === undefined ? '' : ` ${String(name)}` };
}
