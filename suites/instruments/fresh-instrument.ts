// Instruments made for one check, so that other activity on a shared target is never taken for the check's own.
import type { CheckContext } from '../runner/context.js';

/** A fresh instrument of the account, taken away again at the end. */
export async function freshInstrument(t: CheckContext): Promise<string> {
  const { instrument } = await t.control('instrument.add', { account_id: t.account.id });
  if (instrument === undefined)
    t.inconclusive('the control action instrument.add did not name the instrument; bind its result');
  t.cleanup(async () => {
    await t.control('instrument.remove', { account_id: t.account.id, instrument });
  });
  return instrument;
}
