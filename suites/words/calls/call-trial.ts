// A mutating call on trial: sent soundly and damaged, and counted by what it really executed (interface 4.1, 4.2).
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { CheckContext } from '../../runner/context.js';
import { type Send, sendOf } from '../send.js';
import { countFrom } from '../trading/executions.js';
import { type Call, ORDER } from './calls.js';

export interface CallTrial {
  readonly send: Send;
  /** Judges how often it was executed since the trial began. Causes one order, or one position, as the barrier. */
  readonly expectExecuted: (times: number) => Promise<void>;
}

export async function callTrial(t: CheckContext, call: Call = ORDER, given?: RequestParams): Promise<CallTrial> {
  const params = given ?? (await call.params(t.account));
  const executions = await countFrom(t);
  return {
    send: sendOf(t.account, call.request, params),
    expectExecuted: (times) => executions.expect(call.effect(params, times)),
  };
}
