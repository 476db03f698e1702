// One check from its first intent to its verdict: a service of its own, the client, the body, and what the service itself did.
import { setMaxListeners } from 'node:events';
import { messageOf } from '../../../toolkit/base/message-of.js';
import { checkJournal } from '../../../toolkit/checkers/index.js';
import type { ClientUnderTest } from '../../../toolkit/intents/index.js';
import type { JournalRecord, RecordDraft } from '../../../toolkit/journal/index.js';
import { REMARK, RUN_AGAIN } from '../../../toolkit/journal/record.js';
import { type Catalogue, loadCatalogue } from '../../../toolkit/requirements/catalogue.js';
import type { ClientRequirementId, StatementId } from '../../../toolkit/requirements/requirement-id.js';
import { requirementOf } from '../../runner/registry.js';
import type { Situation } from '../situations/situation.js';
import { ClientFailed, NotApplicable, Undecided } from '../stage/ends.js';
import type { ClientCheck } from '../stage/registry.js';
import type { BeginOptions, Stage } from '../stage/stage.js';
import { EventLoopDelay } from './event-loop-delay.js';
import { LiveStage, type Tally } from './live-stage.js';
import { noted } from './noted-client.js';
import { keyOfTwo, restsOnFates } from './one-key-for-two.js';
import { openTestbed, type Testbed, type Venue } from './testbed.js';

export interface PlayedCheck {
  readonly check: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'not-applicable' | 'error';
  readonly reason?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** The requirement that the failed assertion names. */
  readonly requirement?: StatementId;
  readonly level?: 'should';
  readonly needs?: readonly string[];
  readonly durationMs: number;
  readonly observed: Tally['observed'];
  /** In their order; the last may be the one that failed. */
  readonly asserted: Tally['asserted'];
  /** What crossed the wire, one list for each service that the check had. */
  readonly scenes: readonly Scene[];
  /** Journal indices, most telling first; of the scene's own records where there is no journal. */
  readonly evidence: readonly number[];
}

export interface Scene {
  readonly situation: string;
  readonly excused: readonly string[];
  readonly records: readonly RecordDraft[];
}

export interface Play {
  readonly check: ClientCheck;
  readonly client: ClientUnderTest;
  readonly venue: Venue;
  readonly signal: AbortSignal;
  /** Whether the service itself is judged by what it said; costs some milliseconds. */
  readonly judgesService?: boolean;
  /** Who is known to err is not played again to make sure of it. */
  readonly once?: boolean;
}

/** Longer than any patience within it. */
const LIMIT_MS = 110_000;

type Ended = Pick<PlayedCheck, 'verdict' | 'reason' | 'expected' | 'actual' | 'requirement' | 'level' | 'needs'> & {
  readonly evidence?: readonly number[];
  readonly timely?: true;
  readonly certain?: true;
};

/**
 * What may be a matter of time is played so often, and fails only where it always does, and at least once on a machine at ease. On one that
 * is not, anything may be but what one request says by itself: what a client sends again, since its own time limit went by, looks like what
 * it must not send again.
 */
const TRIES = 3;
const TRIES_UNDER_LOAD = 5;
/** What stays undecided may have wanted nothing but a processor; of a client that is silent it costs its patience again. */
const TRIES_UNDECIDED = 3;

/** Never rejects. */
export async function play(play: Play): Promise<PlayedCheck> {
  let atEase = 0;
  for (let tries = 1; ; tries += 1) {
    if (tries > 1) playedAgain(play);
    const delay = new EventLoopDelay();
    const { timely = false, certain = false, ...played } = await playOnce(play);
    delay.stop();
    const isWrong = played.verdict === 'fail' || played.verdict === 'error';
    if (played.verdict === 'inconclusive' && delay.isFelt && play.once !== true) {
      if (tries < TRIES_UNDECIDED) continue;
      return tooBusy(played, delay.longestMs);
    }
    if (!isWrong || certain || play.once === true || !(timely || delay.isFelt)) return played;
    if (!delay.isFelt) atEase += 1;
    if (tries >= TRIES && atEase > 0) return played;
    if (tries === TRIES_UNDER_LOAD) return tooBusy(played, delay.longestMs);
  }
}

/** What was recorded before counts no more: whoever judges the journal again must know. */
function playedAgain({ venue: { journal }, check }: Play): void {
  journal?.append({ ...REMARK, check: check.spec.id, kind: 'resolve', parsed: { by: RUN_AGAIN } });
}

function tooBusy({ reason, requirement: _, asserted, ...played }: PlayedCheck, pauseMs: number): PlayedCheck {
  // What did not hold is not held against the client.
  const held = asserted.filter(({ holds }) => holds);
  const cause = `this machine was too busy to tell (it stood still for ${pauseMs} ms), after which: ${reason ?? ''}`;
  return { ...played, asserted: held, verdict: 'inconclusive', reason: cause, needs: ['a machine with less to do'] };
}

async function playOnce(play: Play): Promise<PlayedCheck & Pick<Ended, 'timely' | 'certain'>> {
  const startedMs = performance.now();
  const tally: Tally = { asserted: [], observed: [] };
  const open: { readonly testbed: Testbed; readonly situation: Situation; readonly stage: LiveStage }[] = [];
  const { check, venue } = play;
  const { spec } = check;
  const client = noted(play.client, venue.journal, spec.id);

  async function scene<T>(
    situation: Situation,
    run: (stage: Stage) => Promise<T>,
    begin: BeginOptions | undefined,
  ): Promise<T> {
    await open.at(-1)?.stage.end();
    const testbed = await openTestbed(venue, situation, spec.id);
    const stage = new LiveStage({
      client,
      testbed,
      situation: situation.id,
      check: spec.id,
      venue,
      requirement: requirementOf(spec.id) as ClientRequirementId, // an id of this type begins with one
      subscribe: spec.subscribe ?? ['transactions'],
      tally,
      inSituation: (other, twin, options = {}) => scene(other, twin, options),
    });
    open.push({ testbed, situation, stage });
    const place = open.length - 1;
    if (begin !== undefined) await stage.begin(begin);
    const result = await run(stage);
    // A twin that went well is over; what fails afterwards rests on the scene around it.
    if (place > 0) await stage.end();
    return result;
  }

  const begin = spec.begins === false ? undefined : {};
  let ended = await endOf(within(LIMIT_MS, play.signal, scene(spec.situation, spec.run, begin)), tally);
  if (ended.verdict === 'pass' && !open.some(({ testbed }) => hasSigned(testbed))) {
    ended = { verdict: 'inconclusive', reason: 'the client sent nothing that was signed as the interface has it' };
  }
  if (ended.verdict === 'fail' && restsOnFates(ended.requirement ?? spec.id)) {
    const key = open.map(({ testbed }) => keyOfTwo(testbed.tap.observed)).find((one) => one !== undefined);
    if (key !== undefined) {
      const reason = `the client gave two orders one key, ${key}, and this rests on what became of either`;
      ended = { verdict: 'inconclusive', reason };
    }
  }
  await open.at(-1)?.stage.end();
  const scenes = open.map(({ testbed, situation: { id, excused = [] } }) => ({
    situation: id,
    excused,
    records: testbed.tap.records(),
  }));
  await Promise.all(open.map(({ testbed }) => testbed.service.close()));
  if (play.judgesService === true) ended = (await defectOf(scenes, venue)) ?? ended;
  const { evidence = [], ...rest } = ended;
  return {
    check: spec.id,
    ...rest,
    evidence,
    durationMs: Math.round(performance.now() - startedMs),
    observed: tally.observed,
    // Of what stays undecided nothing is held against the client.
    asserted: ended.verdict === 'inconclusive' ? tally.asserted.filter(({ holds }) => holds) : tally.asserted,
    scenes,
  };
}

async function endOf(body: Promise<unknown>, tally: Tally): Promise<Ended> {
  try {
    await body;
  } catch (error) {
    if (error instanceof ClientFailed) {
      const { message, ...failure } = error.failure;
      return { verdict: 'fail', reason: message, ...failure };
    }
    if (error instanceof NotApplicable) return { verdict: 'not-applicable', reason: error.message };
    if (error instanceof Undecided) {
      const { message, needs } = error;
      return { verdict: 'inconclusive', reason: message, ...(needs.length > 0 && { needs }) };
    }
    return { verdict: 'error', reason: error instanceof Error ? (error.stack ?? error.message) : messageOf(error) };
  }
  if (tally.asserted.length > 0) return { verdict: 'pass' };
  return { verdict: 'error', reason: 'the check ended without a single assertion' };
}

function hasSigned({ tap }: Testbed): boolean {
  const { requests, handshakes } = tap.observed;
  return [...requests, ...handshakes].some(({ signature }) => signature.failed === undefined);
}

/** Rejects with what ends it before its time. */
async function within<T>(ms: number, signal: AbortSignal, body: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Undecided(`not at its end after ${ms / 1000} s`)), ms);
    stop = () => reject(new Undecided('the run was stopped'));
    if (signal.aborted) stop();
    setMaxListeners(0, signal);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([body, over]);
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal.removeEventListener('abort', stop);
    // What goes on meanwhile ends with its service.
    body.catch(() => undefined);
  }
}

let catalogue: Promise<Catalogue> | undefined;

/** What the service itself did wrong: then nothing is said about the client. */
async function defectOf(scenes: readonly Scene[], { dialect }: Venue): Promise<Ended | undefined> {
  // How a venue that is played spells is its own affair.
  const ofSpelling: readonly string[] = typeof dialect === 'string' ? [] : ['transactions.stated-words'];
  // Once for all plays.
  catalogue ??= loadCatalogue();
  const { byId } = await catalogue;
  for (const { situation, excused, records } of scenes) {
    const results = await checkJournal(numbered(records));
    for (const { findings } of results) {
      const [finding] = findings.filter(
        ({ level, requirement }) =>
          level !== 'should' &&
          byId.get(requirement)?.level !== 'should' &&
          ![...excused, ...ofSpelling].includes(requirement),
      );
      if (finding === undefined) continue;
      const { requirement, message } = finding;
      return { verdict: 'error', reason: `the service in situation ${situation} broke ${requirement}: ${message}` };
    }
  }
  return undefined;
}

function numbered(records: readonly RecordDraft[]): readonly JournalRecord[] {
  return records.map((draft, index) => ({ ...draft, i: index + 1, run: 'play', t_ns: index, wall: '' }));
}
