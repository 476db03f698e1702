// All faults, and finding one by its id.

import { didYouMean } from '../../base/nearest.js';
import type { Fault } from './algebra/fault.js';
import { acceptanceFaults } from './auth/accepted.js';
import { accessFaults } from './auth/access.js';
import { endpointAccessFaults } from './auth/access-by-endpoint.js';
import { partComparisonFaults } from './auth/compared-in-part.js';
import { emptyHeaderFaults } from './auth/empty-headers.js';
import { authErrorFaults } from './auth/errors.js';
import { headerSpellingFaults } from './auth/header-spellings.js';
import { headerFaults } from './auth/headers.js';
import { endpointHeaderFaults } from './auth/headers-by-endpoint.js';
import { endpointPartFaults } from './auth/parts-by-endpoint.js';
import { endpointQueryFaults } from './auth/query-by-endpoint.js';
import { verifiedRepeatFaults } from './auth/repeats.js';
import { rewrittenRequestFaults } from './auth/rewritten-requests.js';
import { signatureFaults } from './auth/signatures.js';
import { signedPathFaults } from './auth/signed-path.js';
import { signedPayloadFaults } from './auth/signed-payload.js';
import { endpointSigningFaults } from './auth/signing-by-endpoint.js';
import { timestampFaults } from './auth/timestamps.js';
import { unsignedFaults } from './auth/unsigned.js';
import { unstatedCallFaults } from './auth/unstated-calls.js';
import { changeFaults } from './configuration/changes.js';
import { documentFaults } from './configuration/documents.js';
import { hmrFaults } from './configuration/hmr.js';
import { instrumentEventFaults } from './configuration/instrument-events.js';
import { pathFaults } from './configuration/paths.js';
import { configurationReadFaults } from './configuration/reads.js';
import { toldOfInstrumentFaults } from './configuration/told-of-instruments.js';
import { branchFaults } from './contexts/branches.js';
import { kindAndEndFaults } from './contexts/kinds-and-ends.js';
import { partAndLevelFaults } from './contexts/parts-and-levels.js';
import { specialValueFaults } from './contexts/special-values.js';
import { accountStateFaults } from './delivery/account-state.js';
import { afterReconnectFaults } from './delivery/after-a-reconnect.js';
import { besideCommandFaults } from './delivery/beside-commands.js';
import { byConnectionFaults } from './delivery/by-connection.js';
import { connectionFaults } from './delivery/connections.js';
import { frameFaults } from './delivery/frames.js';
import { inFlightFaults } from './delivery/in-flight.js';
import { neighbourFaults } from './delivery/neighbours.js';
import { replayedFaults } from './delivery/replayed.js';
import { tickFaults } from './delivery/ticks.js';
import { whateverGoesOnFaults } from './delivery/whatever-goes-on.js';
import { whileUnfinishedFaults } from './delivery/while-unfinished.js';
import { beforeAckFaults } from './errors/before-ack.js';
import { formByCauseFaults } from './errors/forms-by-cause.js';
import { quotaFaults } from './errors/quotas.js';
import { refusalFaults } from './errors/refusals.js';
import { historyCursorFaults } from './history/cursors.js';
import { deepHistoryFaults } from './history/deep.js';
import { historyRowFaults } from './history/rows.js';
import { rowOfPageFaults } from './history/rows-of-a-page.js';
import { historyWalkFaults } from './history/walks.js';
import { keyAtOnceFaults } from './idempotency/at-once.js';
import { keyPartFaults } from './idempotency/compared-in-part.js';
import { inFlightKeyFaults } from './idempotency/in-flight.js';
import { idempotencyKeyDefects } from './idempotency/keys.js';
import { lateExecutionFaults } from './idempotency/late.js';
import { oneKeyFaults } from './idempotency/of-one-key.js';
import { idempotencyPayloadFaults } from './idempotency/payloads.js';
import { payloadLikenessFaults } from './idempotency/payloads-alike.js';
import { idempotencyFaults } from './idempotency/repeats.js';
import { restrictedRepeatFaults } from './idempotency/restricted.js';
import { specialKeyFaults } from './idempotency/special-keys.js';
import { secondTimeFaults } from './kept/again.js';
import { borderFaults } from './kept/borders.js';
import { cacheFaults } from './kept/caches.js';
import { dayFaults } from './kept/days.js';
import { listFaults } from './kept/lists.js';
import { sharedStateFaults } from './kept/shared.js';
import { boundAwayFaults } from './names/bound-away.js';
import { belowZeroFaults } from './numbers/below-zero.js';
import { figureFaults } from './numbers/figures.js';
import { lastDigitFaults } from './numbers/last-digits.js';
import { manyDigitFaults } from './numbers/many-digits.js';
import { oneMemberFaults } from './numbers/one-member.js';
import { timeFaults } from './numbers/times.js';
import { ackFaults } from './orders/acks.js';
import { farVolumeFaults } from './orders/far-beyond.js';
import { guardedStreamFaults } from './orders/guarded-streams.js';
import { guardFaults } from './orders/guards.js';
import { operationStatusFaults } from './orders/operation-status.js';
import { placementFaults } from './orders/placements.js';
import { forgetfulStatusFaults } from './orders/status-forgets.js';
import { statusNeverEndsFaults } from './orders/status-never-ends.js';
import { tradingRuleFaults } from './orders/trading-rules.js';
import { beyondAFewFaults } from './rare/beyond-a-few.js';
import { causeFaults, executedCauseFaults } from './rare/by-cause.js';
import { ownKeyFaults } from './rare/by-key.js';
import { onePlaceFaults } from './rare/by-place.js';
import { inARowFaults } from './rare/in-a-row.js';
import { burstFaults } from './rare/in-bursts.js';
import { namesAlikeFaults } from './rare/names-alike.js';
import { takenForTheSameFaults } from './rare/taken-for-the-same.js';
import { executedOrderFaults } from './stood/executed.js';
import { figurePastFaults } from './stood/figures.js';
import { deletedInstrumentFaults } from './stood/instruments.js';
import { lostLevelFaults } from './stood/levels.js';
import { earlierListFaults } from './stood/lists.js';
import { stoodOperationFaults } from './stood/operations.js';
import { pendingOrderFaults } from './stood/pending.js';
import { periodPastFaults } from './stood/periods.js';
import { lastingReasonFaults } from './stood/reasons.js';
import { thirdTimeFaults } from './stood/repeated.js';
import { walkedRowFaults } from './stood/rows.js';
import { stoodInSnapshotFaults } from './stood/snapshots.js';
import { toldAndShownFaults } from './stood/told.js';
import { acrossKindsFaults } from './subscriptions/across-kinds.js';
import { activeSubscriptionFaults } from './subscriptions/active.js';
import { subscribedAgainFaults } from './subscriptions/again.js';
import { subscriptionsApartFaults } from './subscriptions/apart.js';
import { behindRefusalFaults } from './subscriptions/behind-refusals.js';
import { commandFaults } from './subscriptions/commands.js';
import { commandRowFaults } from './subscriptions/in-a-row.js';
import { inheritedFaults } from './subscriptions/inherited.js';
import { namedTwiceFaults } from './subscriptions/named-twice.js';
import { platformEventFaults } from './subscriptions/platform-events.js';
import { snapshotFaults } from './subscriptions/snapshots.js';
import { subscribedTwiceFaults } from './subscriptions/twice.js';
import { wildcardFaults } from './subscriptions/wildcard-and-names.js';
import { balanceFaults } from './transactions/balance.js';
import { closeFaults } from './transactions/closes.js';
import { entityFaults } from './transactions/entities.js';
import { lateResultFaults } from './transactions/late-results.js';
import { missingEventFaults } from './transactions/missing-events.js';
import { wholeAccountFaults } from './transactions/of-whole-accounts.js';
import { resultErrorFaults } from './transactions/result-errors.js';
import { resultFaults } from './transactions/results.js';
import { silentBookingFaults } from './transactions/silent-bookings.js';
import { untoldDealFaults } from './transactions/untold-deals.js';
import { withProbability } from './triggered/trigger.js';
import { triggered } from './triggered/triggered.js';
import { triggeredFaults } from './triggered/triggered-faults.js';

export const FAULTS: readonly Fault[] = [
  ...unsignedFaults,
  ...headerFaults,
  ...emptyHeaderFaults,
  ...signatureFaults,
  ...endpointSigningFaults,
  ...signedPayloadFaults,
  ...signedPathFaults,
  ...partComparisonFaults,
  ...endpointQueryFaults,
  ...rewrittenRequestFaults,
  ...unstatedCallFaults,
  ...timestampFaults,
  ...accessFaults,
  ...endpointAccessFaults,
  ...authErrorFaults,
  ...acceptanceFaults,
  ...verifiedRepeatFaults,
  ...idempotencyKeyDefects,
  ...lateExecutionFaults,
  ...idempotencyFaults,
  ...idempotencyPayloadFaults,
  ...payloadLikenessFaults,
  ...oneKeyFaults,
  ...keyPartFaults,
  ...placementFaults,
  ...tradingRuleFaults,
  ...farVolumeFaults,
  ...guardFaults,
  ...ackFaults,
  ...operationStatusFaults,
  ...statusNeverEndsFaults,
  ...resultFaults,
  ...missingEventFaults,
  ...resultErrorFaults,
  ...lateResultFaults,
  ...entityFaults,
  ...untoldDealFaults,
  ...wholeAccountFaults,
  ...silentBookingFaults,
  ...closeFaults,
  ...balanceFaults,
  ...branchFaults,
  ...specialValueFaults,
  ...partAndLevelFaults,
  ...kindAndEndFaults,
  ...commandFaults,
  ...activeSubscriptionFaults,
  ...subscribedAgainFaults,
  ...subscribedTwiceFaults,
  ...namedTwiceFaults,
  ...platformEventFaults,
  ...wildcardFaults,
  ...subscriptionsApartFaults,
  ...acrossKindsFaults,
  ...snapshotFaults,
  ...connectionFaults,
  ...neighbourFaults,
  ...accountStateFaults,
  ...afterReconnectFaults,
  ...whileUnfinishedFaults,
  ...tickFaults,
  ...inFlightFaults,
  ...replayedFaults,
  ...frameFaults,
  ...configurationReadFaults,
  ...pathFaults,
  ...instrumentEventFaults,
  ...hmrFaults,
  ...timeFaults,
  ...figureFaults,
  ...manyDigitFaults,
  ...historyRowFaults,
  ...historyCursorFaults,
  ...rowOfPageFaults,
  ...byConnectionFaults,
  ...historyWalkFaults,
  ...deepHistoryFaults,
  ...refusalFaults,
  ...quotaFaults,
  ...beforeAckFaults,
  ...documentFaults,
  ...boundAwayFaults,
  ...cacheFaults,
  ...sharedStateFaults,
  ...secondTimeFaults,
  ...listFaults,
  ...borderFaults,
  ...beyondAFewFaults,
  ...onePlaceFaults,
  ...burstFaults,
  ...inARowFaults,
  ...causeFaults,
  ...executedCauseFaults,
  ...takenForTheSameFaults,
  ...stoodInSnapshotFaults,
  ...stoodOperationFaults,
  ...pendingOrderFaults,
  ...periodPastFaults,
  ...figurePastFaults,
  ...walkedRowFaults,
  ...deletedInstrumentFaults,
  ...thirdTimeFaults,
  ...earlierListFaults,
  ...endpointHeaderFaults,
  ...endpointPartFaults,
  ...keyAtOnceFaults,
  ...oneMemberFaults,
  ...forgetfulStatusFaults,
  ...lostLevelFaults,
  ...inheritedFaults,
  ...lastDigitFaults,
  ...ownKeyFaults,
  ...commandRowFaults,
  ...lastingReasonFaults,
  ...executedOrderFaults,
  ...restrictedRepeatFaults,
  ...namesAlikeFaults,
  ...changeFaults,
  ...belowZeroFaults,
  ...besideCommandFaults,
  ...headerSpellingFaults,
  ...specialKeyFaults,
  ...inFlightKeyFaults,
  ...formByCauseFaults,
  ...whateverGoesOnFaults,
  ...behindRefusalFaults,
  ...guardedStreamFaults,
  ...dayFaults,
  ...toldAndShownFaults,
  ...toldOfInstrumentFaults,
];

const BY_ID: ReadonlyMap<string, Fault> = new Map(FAULTS.map((fault) => [fault.id, fault]));

/** Those that show only when something triggers them; the matrix of all faults leaves them to one of their own. */
export const TRIGGERED_FAULTS: readonly Fault[] = triggeredFaults((id) => found(BY_ID, id));

const EVERY_ID: ReadonlyMap<string, Fault> = new Map(
  [...FAULTS, ...TRIGGERED_FAULTS].map((fault) => [fault.id, fault]),
);

/** Of all of them, or one of them by chance, as `ack-status-200-once-in-200`. @throws RangeError for an unknown id, naming the nearest. */
export function faultById(id: string): Fault {
  const { always, oneIn } = byChanceOf(id);
  const fault = found(EVERY_ID, always);
  return oneIn === undefined ? fault : triggered(withProbability(oneIn), fault);
}

/** What an id of no fault says of another one: that it shows once in so many times. */
export function byChanceOf(id: string): { readonly always: string; readonly oneIn?: number } {
  const [, always, oneIn] = EVERY_ID.has(id) ? [] : (/^(.+)-once-in-([1-9]\d{0,5})$/.exec(id) ?? []);
  return always === undefined ? { always: id } : { always, oneIn: Number(oneIn) };
}

function found(faults: ReadonlyMap<string, Fault>, id: string): Fault {
  const fault = faults.get(id);
  if (fault === undefined) {
    throw new RangeError(`expected the id of a fault, got ${JSON.stringify(id)}${didYouMean(id, faults.keys())}`);
  }
  return fault;
}

export type { Fault };
