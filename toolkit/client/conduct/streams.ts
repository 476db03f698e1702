// How a client subscribes, and how it recovers (interface 4.5; 6; 6.4).
import type { ErrorCode } from '../../intents/index.js';
import type { EventKind } from '../../profile/index.js';

/** What a client wants of the events stream, by kind; undefined for a kind without a list. */
export type Subscriptions = ReadonlyMap<EventKind, readonly string[] | undefined>;

/** A connection as far as its being current goes. */
export interface FeedFacts {
  readonly kind: EventKind;
  readonly isOpen: boolean;
  /** Accepted, and where a snapshot begins it (transactions, hmr), that snapshot applied. */
  readonly isSynced: boolean;
  /** The status by which the last handshake was refused, or the code of a refused command. */
  readonly refused: ErrorCode | undefined;
  readonly wasEverSynced: boolean;
}

export interface Streams {
  /** How many connections it holds at once; 0 for a client without streams. */
  readonly connections: number;
  /** Whether all connections write into one state, each event once more. */
  readonly sharesState: boolean;
  /** Whether all accounts of the client have one state. */
  readonly mixesAccounts: boolean;
  /** The kinds that a subscription to one names. */
  readonly kindsOf: (kind: EventKind) => readonly string[];
  /** The list that is sent for a kind; `available` are the instruments of the account, read where `every` is wanted. */
  readonly listOf: (
    kind: EventKind,
    wanted: readonly string[] | 'every' | undefined,
    available: readonly string[],
  ) => readonly string[] | undefined;
  /** After how long a new connection is made; undefined for never. `nth` counts the ends of connections. */
  readonly returnsAfterMs: (closeCode: number, nth: number) => number | undefined;
  readonly resubscribes: (wanted: Subscriptions, confirmed: Subscriptions) => Subscriptions;
  readonly isCurrent: (facts: FeedFacts) => boolean;
  /** How long the snapshot of a subscription is waited for before another connection is made. */
  readonly snapshotPatienceMs: number;
  readonly maxFrameBytes: number;
  /** Whether frames that come right behind the 101 are heard on a connection that is not the first. */
  readonly hearsFirstFrames: boolean;
  /** How far behind it reads. */
  readonly frameDelayMs: number;
  readonly readsFrame: (text: string) => boolean;
  /** Whether what is there of a message that was cut off is applied. */
  readonly readsFragments: boolean;
  /** What an event of an operation that is none of its own leads to. */
  readonly onUnknownOperation: 'reconcile' | 'ignore';
  readonly reconcilesAfterEveryEvent: boolean;
  readonly onRefusedCommand: 'keep' | 'drop all' | 'drop periods' | 'ask again';
  /** Whether commands go out as requests besides. */
  readonly postsCommands: boolean;
  /** Whether history is read after a gap. */
  readonly readsHistoryAfterGap: boolean;
}

/** An explicit list for `hmr` (interface 4.5, rule 4); the wildcard only where every instrument is wanted. */
export function listOf(
  kind: EventKind,
  wanted: readonly string[] | 'every' | undefined,
  available: readonly string[],
): readonly string[] | undefined {
  if (kind !== 'instruments' && kind !== 'hmr') return undefined;
  if (wanted !== 'every') return wanted ?? available;
  return kind === 'instruments' ? ['all'] : available;
}

export const HONEST_STREAMS: Streams = {
  connections: 1,
  sharesState: false,
  mixesAccounts: false,
  kindsOf: (kind) => [kind],
  listOf,
  returnsAfterMs: () => 20,
  resubscribes: (wanted) => wanted,
  isCurrent: ({ isOpen, isSynced }) => isOpen && isSynced,
  snapshotPatienceMs: 1500,
  maxFrameBytes: 64 * 1024 * 1024,
  hearsFirstFrames: true,
  frameDelayMs: 0,
  readsFrame: () => true,
  readsFragments: false,
  onUnknownOperation: 'reconcile',
  reconcilesAfterEveryEvent: false,
  onRefusedCommand: 'keep',
  postsCommands: false,
  readsHistoryAfterGap: true,
};
