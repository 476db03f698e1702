// What a watch finds of a client that says nothing of itself: lapses that show on the wire, each by a check of a statement that it breaks,
// in the scenes that bring it to light. Honest clients are spared, in all scenes. All are watched side by side, since most of a watch is
// waiting, and each until what decides it has been seen, however slow the machine is. What shows in haste alone is
// `watched-haste.whole.test.ts`; all temperaments are `npm run soak:clients -- --watch`.
import { beforeAll, expect, it, vi } from 'vitest';
import { type Venue, venueOf } from '../../../suites/clients/playing/testbed.js';
import type { Seen } from '../../../suites/clients/stage/seen.js';
import { AFTERWARDS, FINALE, PROGRAMME } from '../../../suites/clients/watching/programme.js';
import { actsOnGone } from '../../../suites/clients/watching/told-entities.js';
import { type Conduct, HONEST, TEMPERAMENTS } from '../../client/index.js';
import { atEachEvent, cancelsByThrees, onTheFirst } from './watched-decisions.test.aid.js';
import { conductOf, type Found, failedOf } from './watched-lapses.test.aid.js';
import { watchTrader } from './watched-trader.js';

const MINUTE = 60_000;
/** Side by side, more than there are. */
const ALL = 64;

vi.setConfig({ maxConcurrency: ALL });

/** How a service spells is nobody's lapse and nobody's excuse: those that are watched have it by turns. */
const DIALECTS = ['default', 'contrary'] as const;
const venues: Venue[] = [];
beforeAll(async () => {
  for (const dialect of DIALECTS) venues.push(await venueOf(dialect, 7));
});

function venueOfTurn(turn: number): Venue {
  const venue = venues[turn % venues.length];
  if (venue === undefined) throw new Error('expected venues, got none');
  return venue;
}

/** The scenes one after the other, in so many parts that are watched side by side. */
const PARTS = 5;
const SCENES = [...PROGRAMME, ...FINALE, ...AFTERWARDS];
const LENGTH = Math.ceil(SCENES.length / PARTS);

/** Without a stream, with two, with reads beside every event, and with repeats: those whose traffic differs most. */
const UNLIKE = ['poller', 'twin-socket', 'sceptic', 'eager'];
/** What no rule makes a client want: a stream again, where it can read, and the results of its orders. */
const OF_FEW_WISHES: readonly { readonly id: string; readonly conduct: Partial<Conduct> }[] = [
  { id: 'who reads instead of coming back', conduct: { returnsAfterMs: () => undefined } },
  {
    id: 'who wants no results',
    conduct: { connections: 0, pollsAfterMs: () => undefined, repeatsAfterMs: () => undefined },
  },
];
const SPARED = [...TEMPERAMENTS.filter(({ id }) => UNLIKE.includes(id)), ...OF_FEW_WISHES].flatMap(
  ({ id, conduct }, turn) => Array.from({ length: PARTS }, (_, part) => [id, part + 1, conduct, turn + part] as const),
);

it.concurrent.each(SPARED)('spares %s, part %i', { timeout: 5 * MINUTE }, async (_, part, conduct, turn) => {
  const scenes = SCENES.slice((part - 1) * LENGTH, part * LENGTH);
  const { failed } = await watchTrader(venueOfTurn(turn), conduct, {
    plays: (scene) => scenes.some(({ id }) => id === scene.id),
  });
  expect(failed).toEqual([]);
});

const readTwice = (seen: Seen): boolean => seen.requests('dealHistory').length > 1;
const hasCancelled = (seen: Seen): boolean => seen.requests('cancelOrder').length > 0;
/** Orders after the first drop over so many seconds. */
const tradedFor =
  (seconds: bigint) =>
  (seen: Seen): boolean => {
    const [drop] = seen.opened().flatMap(({ closed }) => closed ?? []);
    const orders = drop === undefined ? [] : seen.since(drop.seq).mutations();
    return (orders.at(-1)?.atNs ?? 0n) - (orders[0]?.atNs ?? 0n) > seconds * SECOND_NS;
  };

const SECOND_NS = 1_000_000_000n;
/** A connection that has been open long enough to tell what is not subscribed on it again. */
const isOld = (opened: ReturnType<Seen['opened']>[number] | undefined): boolean =>
  opened !== undefined && process.hrtime.bigint() - opened.atNs > 31n * SECOND_NS;

/** Nor does it learn of its orders by a repeat, as whoever is answered late on a busy machine does. */
const NEITHER = {
  repeatsAfterMs: () => undefined,
  pollsAfterMs: () => undefined,
  returnsAfterMs: () => undefined,
  onUnknownOperation: 'ignore',
} as const;

/** Scenes in which the stream ends, so that it is opened again and again. */
const DROPS = [
  'reconnect.client-subscribes-again/watched-drop',
  'delivery.client-any-close/watched-refused-handshakes',
  'reconnect.client-polls/watched-event-missed',
  'reconnect.client-baseline/watched-changed-while-away',
];

/** By lapse, or what only a loop of orders shows. */
const FOUND: Readonly<Record<string, Found & { readonly decisions?: Partial<Conduct> }>> = {
  'follows-redirects': { check: 'auth.client-own-service/watched-redirect' },
  'trims-cursor': { check: 'history.client-opaque-cursor/watched-client-cursors', untilSeen: readTwice },
  'filters-beside-cursor': { check: 'history.client-cursor-alone/watched-client-cursors', untilSeen: readTwice },
  'not-found-is-failed': {
    check: 'operations.client-unreadable/watched-status-gone',
    after: ['reconnect.client-polls/watched-event-missed'],
  },
  'who asks on each connection for what there is not': {
    decisions: {
      listOf: (...asked) => {
        const list = HONEST.listOf(...asked);
        return list === undefined ? undefined : [...list, 'DOGEUSD'];
      },
    },
    check: 'subscriptions.client-available-instruments/watched-refused-commands (should)',
    after: DROPS,
  },
  'clock-off': { check: 'auth.client-timestamp-near/watched-client-signing' },
  'who has a clock that is minutes behind': {
    decisions: { timestampMs: (nowMs) => nowMs - 5 * MINUTE },
    check: 'auth.client-timestamp-near/watched-client-signing',
  },
  'ignores-foreign-operations': { check: 'reconnect.client-resubscribes/watched-foreign-operation (should)' },
  'forgets-lists': {
    check: 'reconnect.client-subscribes-again/watched-client-recovers (should)',
    after: ['reconnect.client-subscribes-again/watched-drop'],
    untilSeen: (seen) => isOld(seen.opened().at(-1)),
  },
  'writes-longer-prices': { check: 'configuration.client-conditions-per-account/watched-client-conditions (should)' },
  'who sends prices again that were refused': {
    decisions: conductOf('writes-longer-prices'),
    check: 'configuration.client-conditions-per-account/watched-fitting-prices (should)',
    untilSeen: (seen) => seen.requests('placeOrder').length > 5,
  },
  'who neither comes back nor looks': {
    decisions: NEITHER,
    check: 'reconnect.client-polls/watched-event-missed (should)',
    untilSeen: tradedFor(31n),
  },
  'who cancels what nobody told it of': {
    decisions: { actsOn: (meant) => `${meant}-x` },
    check: 'domain.client-final-result/watched-known-entities (should)',
    untilSeen: hasCancelled,
  },
  'who takes the next step at each event that tells a result': {
    decisions: atEachEvent(),
    check: 'transactions.client-entities-replace/watched-told-twice (should)',
    untilSeen: (seen) => seen.mutations().length > 40,
  },
  'who places again what was under way when its stream ended': {
    decisions: { callsAgain: (name, when) => name === 'placeOrder' && when === 'after a gap' },
    check: 'reconnect.client-polls/watched-made-again (should)',
  },
  'who counts its cancellations anew, by threes': {
    decisions: cancelsByThrees(),
    check: 'idempotency.client-key-per-intent/watched-shared-keys (should)',
    untilSeen: (seen) => seen.requests('cancelOrder').length > 7,
  },
  'who cancels the same order for ever': {
    decisions: onTheFirst(),
    check: 'transactions.client-entities-replace/watched-gone-entities (should)',
    untilSeen: (seen) => actsOnGone(seen, () => true).length > 0,
  },
};

const TURNS = Object.entries(FOUND).map(([lapse, found], turn) => [lapse, found, turn] as const);

it.concurrent.each(TURNS)('finds %s', { timeout: 5 * MINUTE }, async (lapse, found, turn) => {
  const failed = await failedOf(venueOfTurn(turn), found.decisions ?? conductOf(lapse), found);
  expect(failed, failed.join('; ')).toContain(found.check);
});
