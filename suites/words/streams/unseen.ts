// What ends while an account has no stream (interface 6.4, rule 1): a stream that is opened afterwards is told of it by its snapshot alone.
import { pause } from '../../../toolkit/wire/pause.js';
import type { CheckContext } from '../../runner/context.js';

/**
 * What a stream was told that was opened after something had ended. Where it is told of that at once, the same once more with a pause
 * before it is opened: a target may show by its status that an operation has ended before its event leaves, which is no replay. The
 * streams of the first time are closed before, for what another stream was told is not what nobody was told; `giveTime` is called where
 * the target may not have noticed yet that a stream has ended, and before the next one is opened.
 */
export async function toldOfUnseen<Told extends { readonly replayed: readonly unknown[] }>(
  t: CheckContext,
  attempt: (giveTime: () => Promise<unknown>) => Promise<Told>,
): Promise<Told> {
  const first = await attempt(() => Promise.resolve());
  if (first.replayed.length === 0) return first;
  await t.account.closeStreams();
  return attempt(() => pause(t.timing.quietMs, t.signal));
}
