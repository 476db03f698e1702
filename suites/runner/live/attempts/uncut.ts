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
  const spoilt = new Spoilt(run);
  for (let again = 0; ; again += 1) {
    const startedMs = performance.now();
    const locks = run.target.lockOuts.met;
    const attempt = await onOpenAccounts(run, controlWaitMs);
    const mayRepeat = again < AGAIN && !run.signal.aborted;
    const next =
      spoilt.byCutStream(attempt, mayRepeat) ??
      spoilt.byCutRequest(attempt, mayRepeat) ??
      (await spoilt.byAge(attempt, mayRepeat)) ??
      (await spoilt.byLock(attempt, { mayRepeat, startedMs, wasLocked: locks > 0 }));
    if (next !== AGAIN_NOW) return next ?? attempt;
  }
}

/** The check is to be made again. */
const AGAIN_NOW = Symbol('again');

/** What comes of an attempt: nothing (it was not spoilt so), another try, or what can be said of it. */
type Next = typeof AGAIN_NOW | Attempt | undefined;

/** What spoilt the attempts of one check so far. */
class Spoilt {
  readonly #run: CheckRun;
  #cuts = 0;
  #ages = 0;
  readonly #cutOff: CutRequest[] = [];

  constructor(run: CheckRun) {
    this.#run = run;
  }

  byCutStream({ decision, journal, scope }: Attempt, mayRepeat: boolean): Next {
    const { ended } = scope.streams;
    if (!mayRepeat || this.#cuts >= AFTER_CUTS || !isOpen(decision)) return undefined;
    if (this.#run.target.streamLifetimes.explains(ended)) return undefined;
    const cut = cutStream(journal.records(), ended);
    if (cut === undefined) return undefined;
    this.#cuts += 1;
    setAside(journal, 'a stream of the check had been cut', [cut]);
    return AGAIN_NOW;
  }

  byCutRequest(attempt: Attempt, mayRepeat: boolean): Next {
    const { decision, journal } = attempt;
    const lost = isOpen(decision) ? cutRequest(journal.records()) : undefined;
    if (lost === undefined) return undefined;
    this.#cutOff.push(lost);
    if (mayRepeat && this.#cutOff.length <= AFTER_CUTS) {
      setAside(journal, 'the connection of a request had been cut', [lost.record]);
      return AGAIN_NOW;
    }
    if (this.#cutOff.every(({ what }) => what === lost.what)) return undefined;
    setAside(journal, CUT_AT_RANDOM, [lost.record]);
    return { ...attempt, decision: undecidedAfter(CUT_AT_RANDOM, lost.record, decision) };
  }

  async byAge(attempt: Attempt, mayRepeat: boolean): Promise<Next> {
    const { decision, journal, scope } = attempt;
    const { streamLifetimes } = this.#run.target;
    const expired = isOpen(decision) ? await streamLifetimes.expired(scope.streams.ended, this.#run.signal) : undefined;
    if (expired === undefined) return undefined;
    const { cause = '' } = streamLifetimes;
    if (!mayRepeat || this.#ages >= AFTER_AGES) return { ...attempt, decision: outlived(decision, cause, expired) };
    this.#ages += 1;
    setAside(journal, cause, [expired.record]);
    return AGAIN_NOW;
  }

  async byLock(
    attempt: Attempt,
    { mayRepeat, startedMs, wasLocked }: Record<'mayRepeat' | 'wasLocked', boolean> & { readonly startedMs: number },
  ): Promise<Next> {
    const { decision, journal } = attempt;
    const { lockOuts } = this.#run.target;
    // Nobody looks out for locks before the first one; later ones are told from refusals at once.
    const isSpoilt = isOpen(decision) || (!wasLocked && decision.verdict !== 'error');
    const refused = isOpen(decision) ? journal.records().find(mayBeLocked) : undefined;
    if (mayRepeat && refused !== undefined) await lockOuts.look(this.#run.signal);
    if (!isSpoilt || !lockOuts.overlaps(startedMs, performance.now())) return undefined;
    if (lockOuts.isLasting && refused !== undefined) {
      setAside(journal, LOCKED_FOR_GOOD, [refused.i]);
      const evidence = [refused.i, ...decision.evidence];
      return { ...attempt, decision: { verdict: 'inconclusive', reason: LOCKED_FOR_GOOD, evidence } };
    }
    if (!mayRepeat) return undefined;
    setAside(journal, 'the target had locked the key or the address');
    return AGAIN_NOW;
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
