// The trading state as the context has it told (interface 1, rule 2; 6): by a fresh stream, or by the resource, which may lag behind.
import type { TradingStateView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext, ContextTrial, Recorded } from '../../runner/context.js';
import { isAnswered } from '../calls/answered.js';
import { eventually } from '../eventually.js';

export async function stateBy(
  t: CheckContext,
  { account, context }: ContextTrial,
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
