// The trading state as the context has it told (interface 1, rule 2; 6): by a fresh stream, or by the resource, which may lag behind.
import type { TradingStateView } from '../../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext, Recorded } from '../../runner/context.js';
import type { Context } from '../../runner/contexts/context.js';
import { isAnswered } from '../calls/answered.js';
import { eventually } from '../eventually.js';

/** Where the target shows it: a service may show on one what it has taken from the other. */
export function surfacesOf({ dialect }: CheckContext): readonly ('snapshot' | 'resource')[] {
  return dialect.has('snapshot') ? ['snapshot', 'resource'] : ['snapshot'];
}

export async function stateBy(
  t: CheckContext,
  { account, context }: { readonly account: Account; readonly context: Pick<Context, 'told'> },
  holds: (state: TradingStateView) => boolean,
): Promise<Recorded<TradingStateView>> {
  if (context.told !== 'resource') return account.state();
  const read = await eventually(
    t,
    () => account.request('snapshot'),
    ({ answer }) => answer?.body !== undefined && holds(t.dialect.readSnapshot(answer.body)),
  );
  const { answer, record } = read;
  if (!isAnswered(read) || answer?.body === undefined) {
    t.inconclusive('the snapshot resource could not be read', [record]);
  }
  return { ...t.dialect.readSnapshot(answer.body), record };
}
