// The authoring API: what a suite of your own imports from `tsi-conformance`. Declare checks at the top level of `*.suite.ts` files and run
// them with `tsi run --suites DIR`; they get the fixtures, the journal and the report of the package's own checks.

export type { Damage, HttpAnswer, HttpExchange, RequestSpec } from '../toolkit/wire/exchange.js';
export type { CheckKind, CheckSpec, Needs } from './runner/check.js';
export type {
  Account,
  AuthCode,
  CheckContext,
  CommandOutcome,
  Events,
  Expect,
  ExpectOptions,
  FastCheck,
  FinalResult,
  OrderWish,
  PropertyOptions,
  Received,
  SendOptions,
  SetUpOptions,
  Submission,
  Trial,
  TwinTrial,
} from './runner/context.js';
export { countFrom, type Executions } from './runner/executions.js';
export { check, concurrent, history, property, scenario } from './runner/registry.js';
