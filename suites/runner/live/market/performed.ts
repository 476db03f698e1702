// Control actions among the records of a check.
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { ControlActionName } from '../../../../toolkit/profile/control/actions.js';

/** Whether the record is of that action, whatever came of it. */
export function performs({ kind, parsed }: JournalRecord, action: ControlActionName): boolean {
  return kind === 'control' && memberOf(parsed, 'action') === action;
}
