// An account for the sandbox's own page: no part of the interface, hence without a session and its rules.
import { tradingStateOf } from '../../state/valuation.js';
import type { AccountView } from '../account-view.js';
import { type Core, deskOf } from '../core.js';
import type { AccountRecord } from '../records/account-record.js';

const MOST_OPERATIONS = 20;

export function accountView(core: Core, account: AccountRecord): AccountView {
  const nowMs = core.clock.nowMs();
  const { market } = account;
  return {
    info: account.info,
    state: tradingStateOf(deskOf(core, account)),
    quotes: market.listings().map((instrument) => ({ instrument, quote: market.quote(instrument, nowMs) })),
    operations: account.operations.latest(MOST_OPERATIONS).map(({ context, state, errorCode, acceptedAtMs: atMs }) => ({
      id: context.operationId,
      kind: context.kind,
      key: context.clientRequestId,
      state,
      errorCode,
      atMs,
    })),
    connections: [...account.connections].map(({ id, stream, subscriptions, isStalled: stalled }) => ({
      id,
      stream,
      subscriptions,
      stalled,
    })),
  };
}
