// Watches a client that says nothing of itself: an honest service for its first orders, then the programme, then every checker of clients
// over all that was heard. What the client never did leaves the check undecided, with that for its cause.
import { setImmediate } from 'node:timers/promises';
import { judgeRecords } from '../../../toolkit/checkers/check-journal.js';
import { clientAfterRateLimit } from '../../../toolkit/checkers/client/client-after-429.js';
import { CLIENT_CHECKERS } from '../../../toolkit/checkers/client/client-checkers.js';
import { clientRecovers } from '../../../toolkit/checkers/client/client-recovers.js';
import type { JournalRecord, RecordSink } from '../../../toolkit/journal/index.js';
import { EventLoopDelay } from '../playing/event-loop-delay.js';
import type { PlayedCheck } from '../playing/play.js';
import { openTestbed, type Testbed, type Venue } from '../playing/testbed.js';
import { watchedVenue } from '../situations/watched.js';
import type { Seen } from '../stage/seen.js';
import { excusingEqual } from './equal-orders.js';
import { AFTER_ITS_END, AFTER_RESTART, afterItsEnd, afterRestart } from './keys-again.js';
import { AFTERWARDS, FINALE, IN_THE_END, PROGRAMME } from './programme.js';
import type { Judged, Scene, WatchedCheck, WatchedId } from './scene.js';
import { requirementIn, undecided, verdictOf, withAssertion } from './verdicts.js';
import { Watched } from './watched.js';

export interface Watch {
  readonly venue: Venue;
  readonly durationMs: number;
  /** Watches for all of that time, and not only until the programme is played. */
  readonly toTheEnd?: boolean;
  /** Only these scenes are played; all of them when left out. */
  readonly plays?: (scene: WatchedCheck) => boolean;
  /** After its scenes it goes on until this has been seen, or its time is over, and not until what shows late is known. */
  readonly untilSeen?: (seen: Seen) => boolean;
  /** Aborts when the client has ended, or somebody wants an end. */
  readonly signal: AbortSignal;
  /** The service is there: the client may begin. */
  readonly ready: (testbed: Testbed) => void;
  readonly ended: (played: PlayedCheck) => void;
  /** Ends the client and starts it again; where it cannot be, what shows after a restart stays open. */
  readonly restart?: () => Promise<void>;
}

/** Orders of the honest beginning, after which trouble may come. */
const HONEST_ORDERS = 3;
/** A connection is told to have forgotten its subscriptions when it has lived for thirty seconds without them. */
const FORGOTTEN_MS = 31_000;

/** Everything that a watch judges. */
export function watchedChecks(): readonly WatchedCheck[] {
  const checkers = CLIENT_CHECKERS.flatMap(({ name, summary, requirements }) =>
    requirements.map((requirement) => ({ id: `${requirement}/watched-${name}` as const, title: summary })),
  );
  const inTheEnd = IN_THE_END.map(([check]) => check);
  return [...PROGRAMME, ...FINALE, AFTER_RESTART, AFTER_ITS_END, ...inTheEnd, ...AFTERWARDS, ...checkers].map(
    ({ id, title }) => ({
      id,
      title,
    }),
  );
}

export async function watch(options: Watch): Promise<readonly PlayedCheck[]> {
  const { venue, durationMs, signal, ready, ended } = options;
  const records: JournalRecord[] = [];
  const journal: RecordSink = {
    append: (draft) => {
      const i = venue.journal?.append(draft) ?? records.length + 1;
      records.push({ ...draft, i, run: 'watch', t_ns: Math.round(performance.now() * 1e6), wall: '' });
      return i;
    },
  };
  const testbed = await openTestbed({ ...venue, journal }, watchedVenue, null);
  const watched = new Watched(testbed, venue.reading, signal, performance.now() + durationMs);
  const played: PlayedCheck[] = [];
  const titles = new Map<string, string>(watchedChecks().map(({ id, title }) => [id, title]));
  const delay = new EventLoopDelay();
  /** Repeats of what was refused for its rate: whether they are, all that was seen tells. */
  const repeats: Judged[] = [];
  const tell = (found: Judged): void => {
    if (found.verdict === 'fail' && requirementIn(found.check as WatchedId) === clientAfterRateLimit.requirements[0]) {
      repeats.push(found);
    } else {
      tellAtOnce(found);
    }
  };
  const tellAtOnce = (found: Judged): void => {
    const one = withAssertion(inDoubt(found, delay) ?? found, titles);
    played.push(one);
    ended(one);
  };
  try {
    ready(testbed);
    await beginning(watched);
    const open: (() => Judged)[] = [];
    const play = async (scenes: readonly Scene[]): Promise<void> => {
      const chosen = scenes.filter((scene) => options.plays?.(scene) ?? true);
      for (const [index, scene] of chosen.entries()) {
        const ending = await scene.play(watched, chosen.length - index);
        if (typeof ending === 'function') open.push(ending);
        else tell(ending);
      }
    };
    await play(PROGRAMME);
    await onward(watched, options);
    for (const judge of open.splice(0)) tell(judge());
    await play(FINALE);
    tell(await afterRestart(watched, options.restart));
    tell(afterItsEnd(watched));
    for (const [, judge] of IN_THE_END) {
      tell(judge(watched));
      // The client goes on meanwhile, and is to be answered.
      await setImmediate();
    }
    await play(AFTERWARDS);
    for (const judge of open) tell(judge());
  } finally {
    await testbed.service.close();
  }
  for (const one of await fromRecords(records)) tell(one);
  for (const one of repeats) tellAtOnce(excusingEqual(one, watched));
  delay.stop();
  return played;
}

/** So long nobody stands still but on a machine that has no time for the client either. */
const STOOD_STILL_MS = 10_000;

/** Any other mere warning rests on times, of which such a machine tells nothing. */
function inDoubt(
  { check, verdict, level, timeless }: Judged,
  { longestMs: stoodMs }: EventLoopDelay,
): PlayedCheck | undefined {
  if (verdict !== 'fail' || level !== 'should' || timeless === true || stoodMs < STOOD_STILL_MS) return undefined;
  const reason = `this machine stood still for ${Math.round(stoodMs / 1_000)} s: watch again when it is less busy`;
  return undecided(check as WatchedId, reason); // every check of a watch has such an id
}

/** A whole honest cycle, and a few orders more where they come. */
async function beginning(watched: Watched): Promise<void> {
  const { seen } = watched;
  const orders = (): number => seen.mutations().filter(({ answer }) => answer?.delivered === 'whole').length;
  await watched.until(() => (orders() >= HONEST_ORDERS ? true : undefined), watched.leftMs / 3);
}

/** What shows late: what a client does now and then, and that it never asks on a new connection for what it had on the last. */
async function onward(watched: Watched, { toTheEnd, untilSeen }: Watch): Promise<void> {
  const { seen } = watched;
  if (untilSeen !== undefined) {
    await watched.until(() => untilSeen(seen) || undefined, watched.leftMs);
    return;
  }
  const isKnown = (): true | undefined => {
    const last = seen.opened().at(-1);
    if (seen.opened().length < 2 || last?.closed !== undefined) return true;
    return Number(process.hrtime.bigint() - (last?.atNs ?? 0n)) / 1e6 > FORGOTTEN_MS || undefined;
  };
  await watched.until(() => (toTheEnd ? undefined : isKnown()), toTheEnd ? watched.leftMs : FORGOTTEN_MS);
}

/** Checkers that go by how long something was so, or how soon something came; any other goes by what was sent. */
const OF_TIME: readonly string[] = [clientRecovers, clientAfterRateLimit].map(({ name }) => name);

/** What the checkers found in everything that was heard, by requirement. */
async function fromRecords(records: readonly JournalRecord[]): Promise<readonly Judged[]> {
  const all = { seen: { from: records[0]?.i ?? 0, to: records.at(-1)?.i ?? 0 } };
  const results = await judgeRecords(records, CLIENT_CHECKERS, {});
  return results.flatMap(({ checker, requirements, findings, judgedBy, leftBy }) =>
    requirements.map((requirement): Judged => {
      const id = `${requirement}/watched-${checker}` as WatchedId;
      const found = findings.filter((finding) => finding.requirement === requirement);
      const [finding] = found.filter(({ level }) => level !== 'should').concat(found);
      if (finding !== undefined) {
        const { level, expected, actual, evidence } = finding;
        const rest = { reason: reasonOf(finding, found), expected, actual, evidence, requirement: requirementIn(id) };
        const isTimeless = !OF_TIME.includes(checker) && { timeless: true as const };
        return { ...verdictOf(id, 'fail'), ...rest, ...(level !== undefined && { level }), ...all, ...isTimeless };
      }
      if ((judgedBy[requirement] ?? 0) === 0) {
        return undecided(id, leftBy?.[requirement] ?? 'the client sent nothing that this could be seen in');
      }
      return { ...verdictOf(id, 'pass'), ...all };
    }),
  );
}

/** So many further kinds are told. */
const FURTHER = 3;

/** The finding, and others of the same requirement that are no more of the same. */
function reasonOf(finding: { readonly message: string }, found: readonly { readonly message: string }[]): string {
  const kind = ({ message }: { readonly message: string }): string => message.replace(/[-\d.]+/g, '#');
  const kinds = new Map([...found].reverse().map((one) => [kind(one), one.message]));
  kinds.delete(kind(finding));
  const further = [...kinds.values()].slice(-FURTHER).reverse();
  return further.length === 0 ? finding.message : `${finding.message}; also: ${further.join('; ')}`;
}
