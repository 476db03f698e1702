// What happens to a client under watch, one scene after another, each armed on what the client does next. Scenes that drop its streams
// come early, so that the others are the time in which it shows what it subscribes again; what may end a client, or keep it away, comes
// last.
import { changedConditions } from './changed-conditions.js';
import { changedWhileAway } from './changed-while-away.js';
import { CLOSED_VOLUMES, closedVolumes } from './closed-volumes.js';
import { droppedStream } from './dropped-stream.js';
import {
  AFTER_LOSSES,
  AFTER_PENDING,
  AFTER_REFUSALS,
  afterLosses,
  afterPending,
  afterRefusals,
} from './equal-after-trouble.js';
import { EQUAL_ORDERS, equalOrders } from './equal-orders.js';
import { FITTING_PRICES, FITTING_VOLUMES, fittingPrices, fittingVolumes } from './fitting-figures.js';
import { foreignOperation } from './foreign-operation.js';
import { LAID_AGAIN, laidAgain } from './laid-again.js';
import { madeAgain, missedEvent, statusGone } from './missed-results.js';
import { redirected } from './redirected.js';
import { REFUSED_COMMANDS, refusedCommands } from './refused-commands.js';
import { refusedKey } from './refused-key.js';
import { refusedReads } from './refused-reads.js';
import { restricted } from './restricted.js';
import type { Judged, Scene, WatchedCheck } from './scene.js';
import { SHARED_KEYS, sharedKeys } from './shared-keys.js';
import { SILENT_RETURN, silentReturn } from './silent-return.js';
import { spentQuota, WITHIN_QUOTA, withinQuota } from './spent-quota.js';
import { onOrder } from './struck-orders.js';
import {
  GONE_ENTITIES,
  goneEntities,
  KNOWN_ENTITIES,
  knownEntities,
  STATUS_NAMED,
  statusNamed,
} from './told-entities.js';
import { toldTwice } from './told-twice.js';
import { unavailable } from './unavailable.js';
import { UNDER_WAY, underWay } from './under-way.js';
import type { Watched } from './watched.js';

export const PROGRAMME: readonly Scene[] = [
  onOrder({
    id: 'idempotency.client-same-key/watched-answer-lost',
    title: 'repeats a mutation whose answer was lost with the same key and payload, or not at all',
    incident: { on: 'mutation', fate: { deliver: 'cut-before', delayMs: 15 } },
    holds: true,
    judges: 'repeats',
  }),
  droppedStream({
    id: 'reconnect.client-subscribes-again/watched-drop',
    title: 'attempts no more than twenty connections a second after a drop',
    refusesForMs: 0,
  }),
  onOrder({
    id: 'limits.client-no-retry/watched-quota',
    title: 'does not send a mutation again that was beyond the quota',
    incident: { on: 'mutation', refused: { status: 429, name: 'REQUEST_RATE_LIMIT' } },
    judges: 'no-repeat',
  }),
  onOrder({
    id: 'idempotency.client-same-key/watched-request-lost',
    title: 'repeats a mutation that was lost on its way with the same key and payload, or not at all',
    incident: { on: 'mutation', lost: true },
    holds: true,
    judges: 'repeats',
  }),
  droppedStream({
    id: 'delivery.client-any-close/watched-refused-handshakes',
    title: 'attempts no more than twenty connections a second while they are refused',
    refusesForMs: 2_500,
  }),
  missedEvent,
  statusGone,
  changedWhileAway,
  refusedReads,
  onOrder({
    id: 'idempotency.client-same-key/watched-answer-torn',
    title: 'repeats a mutation whose answer broke off with the same key and payload, or not at all',
    incident: { on: 'mutation', fate: { deliver: 'cut-inside', delayMs: 15 } },
    holds: true,
    judges: 'repeats',
  }),
  onOrder({
    id: 'idempotency.client-same-key/watched-answer-never',
    title: 'repeats a mutation that is never answered with the same key and payload, or not at all',
    incident: { on: 'mutation', fate: { deliver: 'never' } },
    holds: true,
    judges: 'repeats',
  }),
  onOrder({
    id: 'limits.client-no-retry/watched-retry-after',
    title: 'does not send a mutation again that was beyond the quota, whatever a header says',
    incident: { on: 'mutation', refused: { status: 429, name: 'REQUEST_RATE_LIMIT', headers: ['Retry-After', '1'] } },
    judges: 'no-repeat',
  }),
  onOrder({
    id: 'idempotency.client-same-key/watched-result-late',
    title: 'sends no second order in the place of one that was acknowledged and has no result yet',
    holds: true,
    judges: 'no-second',
  }),
  onOrder({
    id: 'idempotency.client-same-key/watched-three-losses',
    title: 'repeats a mutation whose answers are lost three times with one key',
    incident: { on: 'mutation', times: 3, fate: { deliver: 'cut-before', delayMs: 15 } },
    holds: true,
    judges: 'repeats',
  }),
  onOrder({
    id: 'idempotency.client-same-key/watched-internal-error',
    title: 'repeats a mutation that was answered with 500 with the same key and payload, or not at once',
    incident: { on: 'mutation', refused: { status: 500, name: 'SYSTEM_INTERNAL_ERROR' } },
    judges: 'repeats',
    level: 'should',
  }),
  toldTwice,
  madeAgain,
  unavailable,
  spentQuota,
  changedConditions,
  restricted,
];

/** What all that was seen tells in the end. */
export const IN_THE_END: readonly (readonly [WatchedCheck, (watched: Watched) => Judged])[] = [
  [EQUAL_ORDERS, equalOrders],
  [SHARED_KEYS, ({ seen }) => sharedKeys(seen)],
  [SILENT_RETURN, silentReturn],
  [WITHIN_QUOTA, ({ seen }) => withinQuota(seen)],
  [STATUS_NAMED, ({ seen }) => statusNamed(seen)],
  [KNOWN_ENTITIES, ({ seen }) => knownEntities(seen)],
  [GONE_ENTITIES, ({ seen }) => goneEntities(seen)],
  [AFTER_LOSSES, afterLosses],
  [AFTER_REFUSALS, afterRefusals],
  [AFTER_PENDING, afterPending],
  [LAID_AGAIN, ({ seen }) => laidAgain(seen)],
  [UNDER_WAY, underWay],
  [CLOSED_VOLUMES, closedVolumes],
  [REFUSED_COMMANDS, ({ seen }) => refusedCommands(seen)],
  [FITTING_VOLUMES, fittingVolumes],
  [FITTING_PRICES, (watched) => fittingPrices(watched, watched.priceDigits)],
];

/** When everything else is known: what these make a client read would tell of earlier orders too. */
export const FINALE: readonly Scene[] = [foreignOperation, redirected];

/** Whoever ends then has heeded it. */
export const AFTERWARDS: readonly Scene[] = [refusedKey];
