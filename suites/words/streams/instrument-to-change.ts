// Instruments that a check may change without another taking it for its own: made for the check where the target can, so that other
// activity on a shared target does not disturb it either; otherwise one of the profile's, which is changed back.
import type { Account, CheckContext } from '../../runner/context.js';

/** The n-th instrument of this check to change; taken away or changed back at its end. */
export async function instrumentToChange(t: CheckContext, n: number = 0): Promise<string> {
  if (!t.hasControl('instrument.add') || !t.hasControl('instrument.remove')) return listedInstrument(t, n);
  return (await addedInstrument(t)).name;
}

/** Two of them. */
export async function twoToChange(t: CheckContext): Promise<readonly [string, string]> {
  return [await instrumentToChange(t, 0), await instrumentToChange(t, 1)];
}

/** A fresh instrument, taken away again at the end unless the check did so itself. `wanted`: by that name. */
export async function addedInstrument(
  t: CheckContext,
  wanted?: string,
): Promise<{ readonly name: string; readonly remove: () => Promise<void> }> {
  const account_id = t.account.id;
  const { instrument: name } = await t.control('instrument.add', {
    account_id,
    ...(wanted !== undefined && { instrument: wanted }),
  });
  if (name === undefined) {
    return t.inconclusive('the control action instrument.add did not name the instrument; bind its result');
  }
  return { name, remove: t.cleanup(() => t.control('instrument.remove', { account_id, instrument: name })) };
}

/**
 * One of the profile's: checks that change instruments run alone (`control/actions.ts`: scope target), so nobody trades on it meanwhile.
 */
export function listedInstrument(t: CheckContext, n: number): Promise<string> {
  return restored(t, t.account.instrument(n).name);
}

/** An instrument that was there before, which is changed back at the end. `account`: the one that sees the change. */
export async function restored(t: CheckContext, name: string, account: Account = t.account): Promise<string> {
  const { volumeMax, record } = await account.conditions(name);
  if (typeof volumeMax !== 'string') {
    return t.inconclusive('the conditions show no volume_max as text, so it could not be changed back', [record]);
  }
  t.cleanup(() => t.control('instrument.update', { account_id: account.id, instrument: name, volume_max: volumeMax }));
  return name;
}
