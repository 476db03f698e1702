// Many checks at once: waiting dominates, so they overlap as far as there are clients for them.
import { setMaxListeners } from 'node:events';
import { messageOf } from '../../../toolkit/base/message-of.js';
import type { ClientPlanItem } from './plan.js';
import { type PlayedCheck, play } from './play.js';
import { ClientPool, type ClientSource } from './pool.js';
import type { Venue } from './testbed.js';

export interface PlayAll {
  readonly items: readonly ClientPlanItem[];
  readonly source: ClientSource;
  readonly venue: Venue;
  readonly signal: AbortSignal;
  readonly judgesService?: boolean;
  readonly started?: (id: string) => void;
  /** Whoever answers `over` wants no further check to be started. */
  readonly ended?: (played: PlayedCheck) => 'over' | undefined;
}

/** Each costs its patience: whoever is silent or gone so often, before a single check could be decided, is not played with again. */
const MOST_LOST = 16;
const HOPELESS = `the client was silent or gone in ${MOST_LOST} checks, and nothing could be decided before`;

/** In the order in which they end. Those with an obstacle are not played; none is where the run is stopped first. */
export async function playAll(all: PlayAll): Promise<readonly PlayedCheck[]> {
  const { items, source, venue, signal, judgesService = false } = all;
  const pool = new ClientPool(source);
  // Every play listens to it.
  setMaxListeners(0, signal);
  const waiting = items.filter(({ obstacle }) => obstacle === undefined).map(({ check }) => check);
  const played: PlayedCheck[] = [];
  let stopped = false;
  let lost = 0;
  let isDecidable = false;

  async function work(): Promise<void> {
    for (let check = waiting.shift(); check !== undefined && !stopped && !signal.aborted; check = waiting.shift()) {
      all.started?.(check.spec.id);
      const one = isDecidable || lost < MOST_LOST ? await playWith(pool, check) : notPlayed(check, HOPELESS);
      played.push(one);
      if (all.ended?.(one) === 'over') stopped = true;
    }
  }

  async function playWith(pool: ClientPool, check: ClientPlanItem['check']): Promise<PlayedCheck> {
    try {
      const client = await pool.take();
      const one = await play({ check, client, venue, signal, judgesService });
      isDecidable ||= one.verdict === 'pass' || one.verdict === 'fail';
      if (!(await pool.give(client))) lost += 1;
      return one;
    } catch (cause) {
      lost += 1;
      return notPlayed(check, `no client to judge: ${messageOf(cause)}`);
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(source.most, waiting.length) }, work));
  } finally {
    await pool.close();
  }
  return played;
}

function notPlayed({ spec: { id } }: ClientPlanItem['check'], reason: string): PlayedCheck {
  const nothing = { observed: [], asserted: [], scenes: [], evidence: [] };
  return { check: id, verdict: 'inconclusive', reason, durationMs: 0, ...nothing };
}
