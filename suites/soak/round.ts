// One round on one account: clients act at random and are disturbed, then everything comes to rest, is read once more and is judged. With
// the round its records are forgotten; what lasts longer than a round is in `soak.ts`.
import {
  CHECKERS,
  type CheckerResult,
  type CheckerSettings,
  type Entry,
  JournalJudgement,
  PATIENT_CHECKERS,
} from '../../toolkit/checkers/index.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { pause } from '../../toolkit/wire/pause.js';
import { Undecided } from '../runner/check-end.js';
import { ACTIONS, type Action } from './actions.js';
import { disturb, disturbancesOn } from './disturbances.js';
import { walkThrough } from './history-walk.js';
import type { RoundContext } from './round-context.js';

export interface RoundWish {
  readonly clients: number;
  /** A round ends after so long, or so many records, whichever comes first. */
  readonly forMs: number;
  readonly records: number;
  /** Mean pause between disturbances; none when undefined. */
  readonly disturbMs: number | undefined;
  /** After rest, waits for as long as an event may take and reads again: what lags behind must have come by then. */
  readonly endsSlowly: boolean;
}

export interface Seen {
  readonly records: readonly JournalRecord[];
  readonly results: readonly CheckerResult[];
}

/** Keeps and judges the records of one round. */
export class RoundRecords {
  readonly #records: JournalRecord[] = [];
  readonly #judgement: JournalJudgement;
  readonly #onEntry: (entry: Entry) => void;

  constructor(settings: CheckerSettings, onEntry: (entry: Entry) => void) {
    this.#judgement = new JournalJudgement([...CHECKERS, ...PATIENT_CHECKERS], settings);
    this.#onEntry = onEntry;
  }

  get count(): number {
    return this.#records.length;
  }

  take(record: JournalRecord): void {
    this.#records.push(record);
    const entry = this.#judgement.see(record);
    if (entry !== undefined) this.#onEntry(entry);
  }

  end(): Seen {
    return { records: this.#records, results: this.#judgement.finish() };
  }
}

/** Resolves to what the clients could not do, for the notes of the soak. */
export async function playRound(
  context: RoundContext,
  records: RoundRecords,
  wish: RoundWish,
): Promise<readonly string[]> {
  const { streams, signal, target } = context.parts;
  const endMs = performance.now() + wish.forMs;
  const notes = new Set<string>();
  let isOver = false;
  const goesOn = (): boolean => !isOver && !signal.aborted && performance.now() < endMs && records.count < wish.records;
  await streams.connect();
  const clients = Array.from({ length: wish.clients }, async () => {
    while (goesOn()) {
      await act(context).catch((cause: unknown) => {
        if (!(cause instanceof Undecided)) throw cause;
        notes.add(cause.message);
        isOver = true;
      });
    }
  });
  const trouble = disturbing(context, wish.disturbMs, goesOn, notes);
  await Promise.all([...clients, trouble]);
  streams.resume();
  if (!signal.aborted) {
    await settle(context);
    await readAll(context);
    if (wish.endsSlowly) {
      await readAtRest(context);
      await pause(target.profile.timing.eventMs + SLACK_MS, signal).catch(() => undefined);
      await readAll(context);
    }
    await tidy(context);
    await settle(context);
    await readAll(context);
  }
  await streams.closeAll();
  return [...notes];
}

/** Beyond the longest wait, so that what is due is surely overdue. */
const SLACK_MS = 250;
const POLL_MS = 15;
const MOST_POLL_MS = 400;
/** Statuses asked for in one pass. */
const POLLED = 8;
const PAGE = 100;
const MOST_PAGES = 30;

async function act(context: RoundContext): Promise<void> {
  const possible = ACTIONS.filter(({ isPossible }) => isPossible === undefined || isPossible(context));
  await weighted(context, possible)?.run(context);
  // A client that has nothing to wait for lets the others run.
  await new Promise((resolve) => setImmediate(resolve));
}

function weighted<One extends Pick<Action, 'weight'>>(context: RoundContext, all: readonly One[]): One | undefined {
  let left = context.below(
    Math.max(
      1,
      all.reduce((sum, { weight }) => sum + weight, 0),
    ),
  );
  for (const one of all) {
    left -= one.weight;
    if (left < 0) return one;
  }
  return undefined;
}

async function disturbing(
  context: RoundContext,
  meanMs: number | undefined,
  goesOn: () => boolean,
  notes: Set<string>,
): Promise<void> {
  const possible = disturbancesOn(context);
  if (meanMs === undefined || possible.length === 0) return;
  while (goesOn()) {
    await pause(context.below(2 * meanMs), context.parts.signal).catch(() => undefined);
    const one = goesOn() ? weighted(context, possible) : undefined;
    const failure = one === undefined ? undefined : await disturb(context, one);
    if (failure !== undefined) notes.add(failure);
  }
}

/** Ends what the clients have opened, since the account is used again. */
async function tidy(context: RoundContext): Promise<void> {
  const { known, streams } = context.parts;
  if (streams.open.length === 0) await streams.connect();
  if (context.has('cancelOrder')) {
    await Promise.all([...known.orders].map((orderId) => context.send('cancelOrder', { orderId })));
  }
  if (context.has('closePosition')) {
    await Promise.all([...known.positions.keys()].map((positionId) => context.send('closePosition', { positionId })));
  }
}

/** Until every operation has told its result to all that were to hear it, or it is overdue. */
async function settle(context: RoundContext): Promise<void> {
  const { known, target, signal } = context.parts;
  const { resultMs } = target.profile.timing;
  let waitMs = POLL_MS;
  while (!signal.aborted) {
    const nowMs = performance.now();
    const left = [...known.unsettled.values()].filter(({ atMs }) => atMs + resultMs + SLACK_MS > nowMs);
    if (left.length === 0 && known.inFlight === 0) return;
    await pause(waitMs, signal).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, MOST_POLL_MS);
    const unread = left.filter(({ isFinal }) => !isFinal).slice(0, POLLED);
    await Promise.all(unread.map(({ id }) => context.send('operationStatus', { operationId: id })));
  }
}

/** Snapshots at rest: what is open is known then, and a fault may show in few of them. */
const REST_SNAPSHOTS = 8;
/** So short that most rows stand at the border of a page. */
const SHORT_PAGE = 3;

/** Nothing is under way, so that whatever is missing has no excuse; time and again, and by pages as short as they can be. */
async function readAtRest(context: RoundContext): Promise<void> {
  for (let time = 0; time < REST_SNAPSHOTS && !context.parts.signal.aborted; time += 1) await readState(context);
  await walkThrough(context, 'orderHistory', { limit: SHORT_PAGE, pages: MOST_PAGES });
  await walkThrough(context, 'dealHistory', { limit: SHORT_PAGE, pages: MOST_PAGES });
}

/** By the resource, and by a stream that is opened for it, in the place of another one where there are as many as there may be. */
async function readState(context: RoundContext): Promise<void> {
  const { streams, target } = context.parts;
  if (!streams.hasRoom) await streams.loose[0]?.close();
  const connecting = streams.connect();
  if (context.has('snapshot')) await context.send('snapshot');
  const stream = await connecting;
  await stream?.next(({ kind }) => kind === 'trading_state_snapshot', { withinMs: target.profile.timing.answerMs });
}

async function readAll(context: RoundContext): Promise<void> {
  await readState(context);
  await walkThrough(context, 'orderHistory', { limit: PAGE, pages: MOST_PAGES });
  await walkThrough(context, 'dealHistory', { limit: PAGE, pages: MOST_PAGES });
}
