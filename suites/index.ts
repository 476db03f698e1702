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
export type { Damage, HttpAnswer, HttpExchange, RequestSpec } from '../toolkit/wire/exchange.js';
export type { RawStream, RawStreamEnd } from '../toolkit/wire/streams/raw-stream.js';
export type { FrameSpec, ServerFrame } from '../toolkit/wire/streams/websocket-frames.js';
export type { CheckKind, CheckSpec, Effort, Level, Needs } from './runner/check.js';
export type { CheckId, JudgedId } from './runner/check-id.js';
export type { Circumstance } from './runner/circumstances.js';
export type {
  Account,
  Answered,
  CheckContext,
  CommandOutcome,
  Completed,
  Events,
  Evidence,
  Expect,
  ExpectOptions,
  FastCheck,
  FinalResult,
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
export type { OpenapiDocument, OpenapiOperation } from './runner/openapi.js';
export { check, concurrent, history, property, scenario } from './runner/registry.js';
export { countFrom, type Executions } from './words/trading/executions.js';
