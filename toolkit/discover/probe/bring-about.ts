// What no client can cause, brought about by the control actions that a profile binds: an operation that fails, one that waits, a balance
// deal, a change of an instrument to what it is already, a period of higher margin that comes and goes (interface 2.2, 6.2, 6.3).

import { messageOf } from '../../base/message-of.js';
import type { ControlActionName } from '../../profile/control/actions.js';
import { bindControl } from '../../profile/control/bind.js';
import type { Profile } from '../../profile/profile.js';
import type { StreamConnection } from '../../wire/streams/stream-connection.js';
import type { Samples } from './samples.js';

const PATIENCE_MS = 1_500;
const AMOUNT = '1.00';

/** Who sees what comes of it. */
interface Onlooker {
  readonly accountId: string;
  readonly events: StreamConnection;
  readonly samples: Samples;
  readonly signal: AbortSignal;
}

interface Causes {
  readonly instrument: string;
  /** The largest volume that the conditions show now; nothing of them is changed where it is not known. */
  readonly volumeMax: string | undefined;
  /** Places an order and awaits its result. */
  readonly order: () => Promise<unknown>;
}

export async function bringAbout(
  profile: Profile,
  { accountId, events, samples, signal }: Onlooker,
  { instrument, volumeMax, order }: Causes,
): Promise<void> {
  const control = bindControl(profile);
  /** Undefined where the action is not bound or fails; otherwise what it returned, once something came of it. */
  const act = async (
    name: ControlActionName,
    params: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>> | undefined> => {
    if (!control.has(name)) return undefined;
    const before = events.received.length;
    try {
      const result = await control.perform(name, { account_id: accountId, ...params }, signal);
      // What concerns operations to come shows nothing by itself.
      if (!name.startsWith('operation.')) {
        await events.next((message) => events.received.indexOf(message) >= before, { withinMs: PATIENCE_MS, signal });
      }
      return result;
    } catch (error) {
      samples.remarks.push(messageOf(error));
      return undefined;
    }
  };
  if ((await act('operation.fail', { status: 'failed', error_code: 'EXECUTION_REJECTED' })) !== undefined) {
    await order();
  }
  if ((await act('operation.hold', {})) !== undefined) {
    await order();
    await act('operation.release', {});
  }
  await act('account.deposit', { kind: 'dividend', amount: AMOUNT });
  if (volumeMax !== undefined) await act('instrument.update', { instrument, volume_max: volumeMax });
  const period = await act('hmr.upsert', { instruments: instrument });
  const id = period?.['period_id'];
  if (id === undefined) return;
  samples.know('hmrPeriod', { id });
  await act('hmr.remove', { period_id: id });
}
