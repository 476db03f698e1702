// A call on trial that ends something: sent soundly and damaged, and judged by what is still open (interface 4; 5.3). Calls that open
// something are in `call-trial.ts`.
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { CheckContext, SendOptions } from '../../runner/context.js';
import type { Ending } from './endings.js';

export interface EndingTrial {
  /**
   * Opens something of its own each time and asks for its end, for `t.twin`. The first is seen to its end, since positions may be netted.
   */
  readonly send: (options: SendOptions, accountId?: string) => Promise<HttpExchange>;
  /** Opens now what the next request asks to end, for where nothing may be opened by then. */
  readonly openAhead: () => Promise<void>;
  /** Judges that what the last request asked for did not happen. Causes one order, or one position, as the barrier. */
  readonly expectOpen: () => Promise<void>;
}

export function endingTrial(t: CheckContext, ending: Ending): EndingTrial {
  const { words, request, list, member, begin } = ending;
  let last: { readonly id: string; readonly seen: number } | undefined;
  let ahead: { readonly id: string } | undefined;
  return {
    async openAhead() {
      ahead ??= await begin(t);
    },
    async send(options, accountId = t.account.id) {
      const { id } = ahead ?? (await begin(t));
      ahead = undefined;
      if (last !== undefined) last = { id, seen: await seenOpen(t, ending, id) };
      const submission = await t.account.submit({ accountId, [member]: id }, { ...options, request });
      if (last === undefined && submission.accepted) {
        const { status, record } = await t.account.settle(submission);
        if (status !== 'success') t.inconclusive(`${words} that is sound ended ${status}`, [record]);
        last = { id, seen: record };
      }
      return submission.exchange;
    },
    async expectOpen() {
      if (last === undefined) return t.inconclusive('nothing was asked for');
      const { id, seen } = last;
      await t.account.settleAll();
      const { bought } = await t.account.mark(list === 'orders');
      const state = await t.account.state();
      const isOpen = state[list]?.some((one) => one.id === id) === true;
      // Where positions are netted, a position as barrier may have become one with the other.
      if (!isOpen && bought !== '0') t.inconclusive(`the barrier may have changed ${list}`, [state, seen]);
      t.expect.lists(state, list, id);
    },
  };
}

/** The record of a snapshot that lists it, without which its absence later would say nothing. */
async function seenOpen(t: CheckContext, { list }: Ending, id: string): Promise<number> {
  const state = await t.account.state();
  const isListed = state[list]?.some((one) => one.id === id) === true;
  return isListed ? state.record : t.inconclusive(`the snapshot does not list what is open among ${list}`, [state]);
}
