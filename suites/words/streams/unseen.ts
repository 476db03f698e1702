// What ends while an account has no stream (interface 6.4, rule 1): a stream that is opened afterwards is told of it by its snapshot alone.
import { pause } from '../../../toolkit/wire/pause.js';
import type { CheckContext } from '../../runner/context.js';

/**
 * What a stream was told that was opened after something had ended. Where it is told of that at once, the same once more with a pause
 * before it is opened: a target may show by its status that an operation has ended before its event leaves, which is no replay.
 */
export async function toldOfUnseen<Told extends { readonly replayed: readonly unknown[] }>(
  t: CheckContext,
  attempt: (beforeOpening: () => Promise<unknown>) => Promise<Told>,
): Promise<Told> {
  const first = await attempt(() => Promise.resolve());
  return first.replayed.length === 0 ? first : attempt(() => pause(t.timing.quietMs, t.signal));
}
