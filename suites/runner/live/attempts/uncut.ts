// Repeats a check while the target had locked its key or address, or after its stream or request was cut, or its stream had expired.

import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { Decision } from '../../decision.js';
import { type CutRequest, cutRequest } from '../resilience/cut-requests.js';
import { cutStream } from '../resilience/cut-streams.js';
import { LOCKED } from '../resilience/lock-outs.js';
import type { EndedStream } from '../resilience/stream-lifetimes.js';
import { type Attempt, type CheckRun, isOpen, setAside } from './attempt.js';
import { onOpenAccounts } from './on-open-accounts.js';

/** How often a check is repeated that a lock may have spoilt. */
const AGAIN = 3;
/** How often after a cut stream or request; a cut that comes back each time is the target's answer to the check. */
const AFTER_CUTS = 2;

/** How often after a stream reached the age at which the target ends it: if the check needs that long, the next stream will too. */
const AFTER_AGES = 1;

/** `controlWaitMs`: the pause after each control action. */
export async function uncut(run: CheckRun, controlWaitMs: number): Promise<Attempt> {
  const { lockOuts } = run.target;
  let cuts = 0;
  let ages = 0;
  const cutOff: CutRequest[] = [];
  for (let again = 0; ; again += 1) {
    const startedMs = performance.now();
    const locks = lockOuts.met;
    const attempt = await onOpenAccounts(run, controlWaitMs);
    const { decision, journal } = attempt;
    // Nobody looks out for locks before the first one; later ones are told from refusals at once.
    const isSpoilt = isOpen(decision) || (locks === 0 && decision.verdict !== 'error');
    const mayRepeat = again < AGAIN && !run.signal.aborted;
    const { streamLifetimes } = run.target;
    const { ended } = attempt.scope.streams;
    const mayBeCut = mayRepeat && cuts < AFTER_CUTS && isOpen(decision) && !streamLifetimes.explains(ended);
    const cut = mayBeCut ? cutStream(journal.records(), ended) : undefined;
    if (cut !== undefined) {
      cuts += 1;
      setAside(journal, 'a stream of the check had been cut', [cut]);
      continue;
    }
    const lost = isOpen(decision) ? cutRequest(journal.records()) : undefined;
    if (lost !== undefined) cutOff.push(lost);
    if (lost !== undefined && mayRepeat && cutOff.length <= AFTER_CUTS) {
      setAside(journal, 'the connection of a request had been cut', [lost.record]);
      continue;
    }
    if (lost !== undefined && cutOff.some(({ what }) => what !== lost.what)) {
      setAside(journal, CUT_AT_RANDOM, [lost.record]);
      return { ...attempt, decision: undecidedAfter(CUT_AT_RANDOM, lost.record, decision) };
    }
    const expired = isOpen(decision) ? await streamLifetimes.expired(ended, run.signal) : undefined;
    if (expired !== undefined && mayRepeat && ages < AFTER_AGES) {
      ages += 1;
      setAside(journal, streamLifetimes.cause ?? '', [expired.record]);
      continue;
    }
    if (expired !== undefined) {
      return { ...attempt, decision: outlived(decision, streamLifetimes.cause ?? '', expired) };
    }
    if (mayRepeat && isOpen(decision) && journal.records().some(mayBeLocked)) await lockOuts.look(run.signal);
    if (!isSpoilt || !lockOuts.overlaps(startedMs, performance.now())) return attempt;
    const refused = journal.records().find(mayBeLocked);
    if (lockOuts.isLasting && refused !== undefined && isOpen(decision)) {
      setAside(journal, LOCKED_FOR_GOOD, [refused.i]);
      const evidence = [refused.i, ...decision.evidence];
      return { ...attempt, decision: { verdict: 'inconclusive', reason: LOCKED_FOR_GOOD, evidence } };
    }
    if (!mayRepeat) return attempt;
    setAside(journal, 'the target had locked the key or the address');
  }
}

const LOCKED_FOR_GOOD =
  'the target has locked or withdrawn the key: sound requests are refused for longer than a run waits';
const CUT_AT_RANDOM = 'the target cuts connections, whatever is asked';

/** What was missing on a stream that had ended proves nothing; a wrong message on it does. */
function outlived(decision: Decision, cause: string, { record }: EndedStream): Decision {
  return decision.verdict === 'fail' && decision.isAbsence !== true
    ? decision
    : undecidedAfter(cause, record, decision);
}

function undecidedAfter(cause: string, record: number, { reason, evidence }: Decision): Decision {
  const told = reason === undefined ? cause : `${cause}, after which: ${reason}`;
  return { verdict: 'inconclusive', reason: told, evidence: [record, ...evidence] };
}

function mayBeLocked({ kind, parsed }: JournalRecord): boolean {
  return kind === 'ok' && LOCKED.includes(memberOf(parsed, 'status'));
}
