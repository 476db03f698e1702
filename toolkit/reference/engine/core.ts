// What the parts of the engine share: rules, settings, time, accounts, and how a refusal is made.
import type { Behaviour } from '../behaviour.js';
import type { Key, Refusal, ResultStatus } from '../domain.js';
import type { OperationContext } from '../rules/context.js';
import type { Rules } from '../rules/rules.js';
import type { DecisionContext } from '../state/decision.js';
import type { ResultNote } from './engine.js';
import type { AccountRecord } from './records/account-record.js';
import type { Settings } from './settings.js';
import type { Clock } from './time/clock.js';

export interface Core {
  readonly rules: Rules;
  readonly behaviour: Behaviour;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly seed: number;
  readonly accounts: Map<string, AccountRecord>;
  readonly keys: Map<string, Key>;
  /** Identifiers of connections whose reader control has stalled. */
  readonly stalled: Set<string>;
  readonly onResult: ((note: ResultNote) => void) | undefined;
}

/** A refusal by its public name (interface 4.1, 5.4, 7.1); `status` overrides that of the name. */
export function refusal(core: Core, name: string, detail: string, status?: number): Refusal {
  const { rules, behaviour } = core;
  return {
    refused: true,
    status: status ?? rules.httpStatus(name, undefined),
    name: rules.errorMessage(name),
    code: rules.errorCode(name, behaviour.otherCodes),
    detail,
  };
}

/** What a decision about the account rests on, at this moment. */
export function deskOf(core: Core, account: AccountRecord): DecisionContext {
  return {
    account: account.info,
    book: account.book,
    market: account.market,
    rules: core.rules,
    nowMs: core.clock.nowMs(),
    pendingMax: account.pendingMax ?? core.settings.pendingOrdersPerAccount,
  };
}

export function noteResult(
  core: Core,
  account: AccountRecord,
  { operationId, kind }: OperationContext,
  result: { readonly status: ResultStatus; readonly code?: string | undefined; readonly detail?: string | undefined },
): void {
  const { status, code, detail } = result;
  core.onResult?.({ accountId: account.info.id, kind, operationId, atMs: core.clock.nowMs(), status, code, detail });
}
