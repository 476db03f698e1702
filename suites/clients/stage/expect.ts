// Judging: the first assertion that does not hold ends the check. Views are judged only where the client calls them current.

import type { Outcome, StreamEvent, View } from '../../../toolkit/intents/index.js';
import type { ClientRequirementId, StatementId } from '../../../toolkit/requirements/requirement-id.js';
import { pause } from '../../../toolkit/wire/pause.js';
import { ClientFailed, Undecided } from './ends.js';
import { type Grounds, type PointedFact, saidSo, showsAll } from './grounds.js';
import { recordOfSaid } from './said.js';
import type { Expect, RecordRange, SaidOneOf } from './stage.js';

export interface Judging {
  readonly requirement: ClientRequirementId;
  /** The view, once a mark behind everything else has been sent; `undefined` marks none. */
  readonly nextView: () => Promise<View>;
  readonly mark: () => Promise<Mark | undefined>;
  readonly patienceMs: number;
  /** Whether the client claims a way to learn of results: transaction events, or the status of operations. */
  readonly learnsResults: boolean;
  /** Takes every assertion, whether it holds or not. */
  readonly asserted: (assertion: Asserted) => void;
}

/** An assertion as the journal keeps it. */
export interface Asserted {
  readonly requirement: StatementId;
  readonly holds: boolean;
  readonly level?: 'should';
  readonly expected: string;
  /** Of one that does not hold. */
  readonly actual?: string;
  /** What the checkers of clients judged for it, so that they can judge it again. */
  readonly seen?: RecordRange;
  readonly said?: SaidOneOf;
  readonly grounds?: Grounds;
}

/** What a view shows that has taken in everything up to it. */
export interface Mark {
  isIn(view: View): boolean | undefined;
}

export function expecting(judging: Judging): Expect {
  const that: Expect['that'] = (
    holds,
    { expected, actual, requirement = judging.requirement, level, timely, certain, seen, said, grounds, evidence = [] },
  ) => {
    const weight = level === undefined ? {} : { level };
    judging.asserted({
      requirement,
      holds,
      ...weight,
      expected,
      ...(!holds && { actual }),
      ...(seen !== undefined && { seen }),
      ...(said !== undefined && { said }),
      ...(grounds !== undefined && { grounds }),
    });
    if (holds) return;
    throw new ClientFailed({
      requirement,
      ...weight,
      ...(timely === true && { timely }),
      ...(certain === true && { certain }),
      message: `expected ${expected}, got ${actual}`,
      expected,
      actual,
      evidence: evidence.flatMap(({ record }) => record ?? []),
    });
  };
  return {
    that,
    state: (outcome, allowed, why, judged = {}) => {
      if (outcome.state === 'pending' && !judging.learnsResults && !allowed.includes('pending')) {
        throw new Undecided('the client says pending, and claims no way to learn of a result', [], ['claim polls']);
      }
      that(allowed.includes(outcome.state), {
        ...judged,
        ...saidOneOf(outcome, allowed),
        ...(['unknown', 'pending'].includes(outcome.state) && { timely: true }),
        expected: `${allowed.join(' or ')}, since ${why}`,
        actual: outcomeText(outcome),
      });
    },
    view: async (expected, what, judged = {}) => {
      const view = await settledView(judging, (one) => shows(one, what(one)), judged.kind ?? 'transactions');
      const due = what(view);
      const grounds = typeof due === 'boolean' ? {} : { grounds: saidSo(view, ...due) };
      that(shows(view, due), { ...judged, ...grounds, timely: true, expected, actual: viewText(view) });
      return view;
    },
  };
}

function shows(view: View, due: readonly PointedFact[] | boolean): boolean {
  return typeof due === 'boolean' ? due : showsAll(view, due);
}

function saidOneOf(outcome: Outcome, allowed: readonly string[]): { readonly said?: SaidOneOf } {
  const record = recordOfSaid(outcome);
  return record === undefined ? {} : { said: { record, state: allowed } };
}

const PAUSE_MS = 25;
const AFTER_MARK_MS = 1_000;

async function settledView(judging: Judging, holds: (view: View) => boolean, kind: StreamEvent): Promise<View> {
  const mark = await judging.mark();
  let until = performance.now() + judging.patienceMs;
  let seesMark = false;
  let current: View | undefined;
  for (;;) {
    const view = await judging.nextView();
    if (isCurrent(view, kind)) {
      current = view;
      const marked = mark?.isIn(view);
      if (marked !== false && holds(view)) return view;
      // Whoever shows the mark has taken in what came before it, whichever way it came; another moment, and that is its view.
      if (marked === true && !seesMark) {
        seesMark = true;
        until = Math.min(until, performance.now() + AFTER_MARK_MS);
      }
    }
    if (performance.now() >= until) break;
    await pause(PAUSE_MS);
  }
  if (current === undefined) {
    throw new Undecided(
      `the client never called its view current within ${judging.patienceMs} ms`,
      [],
      ['claim patienceMs'],
    );
  }
  return current;
}

export function isCurrent({ current }: View, kind: StreamEvent): boolean {
  return typeof current === 'boolean' ? current : current[kind] === true;
}

const LONGEST = 600;

function viewText(view: View): string {
  const text = JSON.stringify(view);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

export function outcomeText({ state, code, message }: Outcome): string {
  return [state, ...(code === undefined ? [] : [`code ${code}`]), ...(message === undefined ? [] : [message])].join(
    ', ',
  );
}
