// The read operations (interface 4.3, 4.4): operation status, configuration, limits, snapshot.
import { REQUEST_NAMES } from '../../../profile/dialect/dialect.js';
import type { AccountInfo, Conditions, OperationStatus, Quota, Refusal, TradingState } from '../../domain.js';
import { INSTRUMENTS, type Instrument } from '../../state/instruments.js';
import { tradingStateOf } from '../../state/valuation.js';
import { type Core, deskOf, refusal } from '../core.js';
import type { AccountRecord } from '../records/account-record.js';
import type { OperationRecord } from '../records/operation-record.js';

export class Reads {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  operationStatus(account: AccountRecord, operationId: string): OperationStatus | Refusal {
    const { rules, settings, clock } = this.#core;
    const record = this.#find(account, operationId);
    const nowMs = clock.nowMs();
    if (
      record === undefined ||
      !rules.keepsStatus(nowMs - record.acceptedAtMs, settings.operationRetentionMs, record.state)
    ) {
      const invented = rules.statusOfUnknown(operationId);
      return (
        invented ??
        refusal(this.#core, 'OPERATION_NOT_FOUND', `no operation ${JSON.stringify(operationId)} of this account`)
      );
    }
    const { context, state, errorCode, acceptedAtMs, finishedAtMs } = record;
    const status: OperationStatus = {
      operationId: context.operationId,
      clientRequestId: rules.echo(context.clientRequestId, 'status', { kind: context.kind, duplicate: false }),
      state,
      errorCode,
      errorMessage: errorCode === undefined ? undefined : rules.finalMessage(errorCode),
      acceptedAtMs,
      finishedAtMs,
    };
    return rules.shownStatus(status, finishedAtMs === undefined ? undefined : nowMs - finishedAtMs, context);
  }

  account(account: AccountRecord): AccountInfo {
    return this.#core.rules.shownAccount(account.info);
  }

  instruments(account: AccountRecord): readonly Conditions[] {
    const available = account.market.listings().map((instrument) => this.#resolved(instrument));
    return this.#core.rules.listed(available, () => [...INSTRUMENTS.values()].map(({ conditions }) => conditions));
  }

  conditions(account: AccountRecord, name: string): Conditions | Refusal {
    const listed = account.market.listing(name);
    const platform = INSTRUMENTS.get(name);
    const instrument = listed ?? platform;
    if (
      instrument === undefined ||
      !this.#core.rules.showsConditions(name, listed !== undefined, platform !== undefined)
    ) {
      return refusal(this.#core, 'INSTRUMENT_NOT_FOUND', `no instrument ${JSON.stringify(name)} for this account`);
    }
    return this.#resolved(instrument);
  }

  limits(account: AccountRecord): readonly Quota[] {
    const nowMs = this.#core.clock.nowMs();
    return REQUEST_NAMES.map((operation) => account.quotas.shown(operation, nowMs, this.#core.rules));
  }

  snapshot(account: AccountRecord): TradingState {
    const { rules, behaviour } = this.#core;
    const state = tradingStateOf(deskOf(this.#core, account));
    const context = {
      accountId: account.info.id,
      surface: 'resource',
      sltp: behaviour.snapshotSltp,
      connection: 0,
      previous: account.lastSnapshot,
    } as const;
    account.lastSnapshot = state;
    return rules.snapshotOf(state, context);
  }

  /** Operations of other accounts are looked at only where a rule would show them. */
  #find(account: AccountRecord, operationId: string): OperationRecord | undefined {
    const { rules, accounts } = this.#core;
    const own = account.operations.find(operationId);
    if (own !== undefined) return rules.showsOperation(true) ? own : undefined;
    if (!rules.showsOperation(false)) return undefined;
    for (const other of accounts.values()) {
      const found = other.operations.find(operationId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #resolved(instrument: Instrument): Conditions {
    const platform = INSTRUMENTS.get(instrument.name)?.conditions;
    return this.#core.rules.resolved(instrument.conditions, platform, 'read');
  }
}
