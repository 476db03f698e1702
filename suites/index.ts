// The authoring API: what a suite of your own imports from `tsi-conformance`. Declare checks at the top level of `*.suite.ts` files and run
// them with `tsi run --suites DIR`; they get the fixtures, the journal and the report of the package's own checks.

export type { BarePredicate, PredicateName } from '../toolkit/checkers/predicates/predicates.js';
export type { JournalRecord } from '../toolkit/journal/record.js';
export type { AuthCode } from '../toolkit/payload/error-codes.js';
export type { JsonValue } from '../toolkit/payload/json.js';
export type { TransactionStatus } from '../toolkit/payload/vocabulary.js';
export type { ControlActionName } from '../toolkit/profile/control/actions.js';
export type { Dialect, RequestName, RequestParams, StreamRequest } from '../toolkit/profile/dialect/dialect.js';
export type {
  AckView,
  ConditionsView,
  ErrorView,
  MessageKind,
  OperationView,
  StreamMessage,
  TradingStateView,
  TransactionView,
} from '../toolkit/profile/dialect/views.js';
export type { Claim, KeyRole, Profile, ProfileInstrument, ProfileTiming } from '../toolkit/profile/profile.js';
export type { HistoryCollection, StatedCollection } from '../toolkit/profile/stated-history.js';
export type { Damage, HttpAnswer, HttpExchange, RequestSpec } from '../toolkit/wire/exchange.js';
export type { RawStream, RawStreamEnd } from '../toolkit/wire/streams/raw-stream.js';
export type { FrameSpec, ServerFrame } from '../toolkit/wire/streams/websocket-frames.js';
export type { CheckDeclaration, CheckKind, CheckSpec, Effort, Level, Needs } from './runner/check.js';
export type { CheckId, JudgedId } from './runner/check-id.js';
export type { Circumstance, Guard } from './runner/circumstances.js';
export type {
  Account,
  Answered,
  CheckContext,
  CommandOutcome,
  Completed,
  ContextTrial,
  Events,
  Evidence,
  Expect,
  ExpectOptions,
  Fact,
  FastCheck,
  FinalResult,
  History,
  Listed,
  Mark,
  OpenedOrder,
  OpenedPosition,
  OrderWish,
  Placed,
  PropertyOptions,
  Protection,
  Received,
  ReceivedOf,
  Recorded,
  Search,
  SendOptions,
  SetUpOptions,
  Subject,
  Submission,
  SubmitOptions,
  Trial,
  TwinTrial,
  Which,
  WithSnapshot,
} from './runner/context.js';
export type { Context, ContextSpec, DimensionName } from './runner/contexts/context.js';
export type { OpenapiDocument, OpenapiOperation } from './runner/openapi.js';
export { check, concurrent, history, property, scenario } from './runner/registry.js';
// What several areas say beyond the verbs of `t`: the words of the package's own suites, as `words/README.md` lists them.
export { onAccountOf, onUnusualAccount } from './words/account-of-currency.js';
export { isAnswered } from './words/calls/answered.js';
export { type CallTrial, callTrial } from './words/calls/call-trial.js';
export { CALLS, type Call } from './words/calls/calls.js';
export { type EndingTrial, endingTrial } from './words/calls/ending-trial.js';
export { ENDINGS, type Ending } from './words/calls/endings.js';
export { expectKept } from './words/calls/kept-parameters.js';
export { membersReversed, placementBody } from './words/calls/placement-body.js';
export { expectOtherOperation, expectSameOperation } from './words/calls/same-operation.js';
export { type Deed, deedOf, done, doneBefore } from './words/contexts/deed.js';
export { doubledVolume } from './words/contexts/doubled-volume.js';
export { keyOf } from './words/contexts/key-of.js';
export { BESIDE_EVENTS, meanwhile } from './words/contexts/meanwhile.js';
export { goneThrough, instrumentOf, listening } from './words/contexts/place.js';
export { stateBy } from './words/contexts/state-by.js';
export { eventually } from './words/eventually.js';
export { differ, figureOf, same } from './words/figures.js';
export { type FinerInstrument, finestOf, onFinerInstrument } from './words/finer-instrument.js';
export { assertScene, judgementOf } from './words/judgement.js';
export { listedInstruments, someOf } from './words/listed-instruments.js';
export { expectNow } from './words/moment.js';
export { itemsOf, type Page, pagesWith, rowOf, walk, walkUntil } from './words/pages.js';
export { requireAccepted } from './words/require-accepted.js';
export { type Send, sendOf } from './words/send.js';
export { readSettled } from './words/settled.js';
export { balanceEventOf, requireSoleChange } from './words/streams/balance-event.js';
export { barrier } from './words/streams/barrier.js';
export { awaitBeat, type Beat, gapsMs, nextBeat } from './words/streams/beats.js';
export { expectNotAccepted, expectNotRefused, unsubscribed } from './words/streams/commands.js';
export {
  type CostlyPosition,
  costlyPosition,
  equitySide,
  expectNew,
  type Figure,
  figureIn,
  openedToFloat,
} from './words/streams/current-figures.js';
export { expectDelivered, witnessedOrder } from './words/streams/delivery.js';
export { nextEndOfOrder } from './words/streams/end-of-order.js';
export { closeEventOf, eventOf, type Opening, openingOn, type TransactionEvent } from './words/streams/event-of.js';
export {
  changeEventOf,
  changeInstrument,
  expectChangeEvent,
  followedInstrument,
} from './words/streams/instrument-events.js';
export { addedInstrument, instrumentToChange } from './words/streams/instrument-to-change.js';
export { lastRecord } from './words/streams/last-record.js';
export { orderIdsIn } from './words/streams/order-ids.js';
export { announcedPeriod, createdPeriod, expectPeriodUpdate, hmr, type Period } from './words/streams/periods.js';
export { ofInstrument, ofOperation, ofPeriod, ofUnasked } from './words/streams/searches.js';
export { shownToCome } from './words/streams/shown-to-come.js';
export { unaskedOn } from './words/streams/unasked.js';
export { toldOfUnseen } from './words/streams/unseen.js';
export { beyondMargin, withoutMargin } from './words/trading/beyond-margin.js';
export { type BeyondQuota, executedOf, orderBeyondQuota } from './words/trading/beyond-quota.js';
export { cancelled } from './words/trading/cancelled.js';
export { expectMaximum, otherMaximum } from './words/trading/changed-maximum.js';
export { deposit } from './words/trading/deposit.js';
export { doneByOthers } from './words/trading/done-by-others.js';
export { executedVolume } from './words/trading/executed-volume.js';
export { executed } from './words/trading/executed-words.js';
export { countFrom, type Executions } from './words/trading/executions.js';
export { type FilledPosition, filledPosition } from './words/trading/filled-position.js';
export { expectSpelled } from './words/trading/final-error-names.js';
export { laterStatus } from './words/trading/later-status.js';
export { shownLevels, withLevelsOf } from './words/trading/levels.js';
export { mainOrderIndex } from './words/trading/main-order.js';
export { midway } from './words/trading/midway.js';
export { newOrders } from './words/trading/new-orders.js';
export { ORDER_KINDS } from './words/trading/order-kinds.js';
export { mayPlaceLargeOrders } from './words/trading/order-load.js';
export { partedVolume } from './words/trading/parted-volume.js';
export { atPendingMaximum } from './words/trading/pending-maximum.js';
export { expectVolume } from './words/trading/position-volume.js';
export { pointDigits, withDigits } from './words/trading/price-digits.js';
export { oneStepMore, protectedOrder, shifted, sltpOf } from './words/trading/prices.js';
export { QUEUED_MS } from './words/trading/queued.js';
export { beyond, oddQuotes, quote } from './words/trading/quotes.js';
export {
  expectAcknowledged,
  expectNamed,
  expectNotExecuted,
  expectRefused,
  expectSuccess,
  type Refusal,
  submitToEnd,
} from './words/trading/refusal.js';
export { belowMinimum, failedOrder, placeToBeRejected, placeToFail } from './words/trading/rejected-order.js';
export { expectSameResult } from './words/trading/same-result.js';
export { endedByItself, stillOpen } from './words/trading/still-open.js';
export { differencesOf, type Told, toldBy } from './words/trading/told-entities.js';
export { type Volumes, volumesOf } from './words/trading/volumes.js';
export { unknownIdLike } from './words/unknown-id.js';
