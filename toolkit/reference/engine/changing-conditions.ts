// Conditions that change by themselves (interface 6.3, rule 1): the largest volume of the first instrument goes down and up again, each
// time with an event.
import { rescale } from '../../decimal/index.js';
import { withVolumeMax } from '../state/instruments.js';
import { announceInstrument } from './announcements.js';
import type { Core } from './core.js';
import type { Publisher } from './publisher.js';
import type { AccountRecord } from './records/account-record.js';

/** By how many steps of the volume: a maximum that is right before the change is wrong after it. */
const STEPS = 2n;

/** Every `conditionsChangeEveryMs`; never where that is 0. */
export function scheduleConditionChanges(
  core: Core,
  publisher: Publisher,
  account: AccountRecord,
  isDown: boolean = true,
): void {
  const { clock, settings } = core;
  if (settings.conditionsChangeEveryMs === 0) return;
  clock.schedule(settings.conditionsChangeEveryMs, () => {
    const [before] = account.market.listings();
    if (before !== undefined) {
      const { volumeMax, volumeStep } = before.conditions;
      const coefficient = volumeMax.coefficient + (isDown ? -STEPS : STEPS) * rescale(volumeStep, volumeMax.scale);
      const after = withVolumeMax(before, { ...volumeMax, coefficient });
      account.market.setInstrument(after.name, after);
      announceInstrument(core, publisher, account, { change: 'upd', instrument: after, before });
    }
    scheduleConditionChanges(core, publisher, account, !isDown);
  });
}
