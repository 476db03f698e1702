// Two accounts may see different conditions of one instrument (interface 2.4): what is valid on one need not be on the other.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { Account, CheckContext } from '../runner/context.js';
import { plainOf } from '../words/figures.js';

/** Ends the check as not applicable unless both accounts see the same conditions of the first instrument. */
export async function requireSameConditions(t: CheckContext, one: Account, other: Account): Promise<void> {
  const [mine, theirs] = await Promise.all([one.conditions(), other.conditions()]);
  const differs = (['volumeMin', 'volumeMax', 'volumeStep', 'pointDigits'] as const).some(
    (member) => shown(mine[member]) !== shown(theirs[member]),
  );
  if (differs) t.notApplicable('the two accounts see different conditions, which they may');
}

function shown(value: JsonValue | undefined): string {
  return plainOf(value) ?? String(value);
}
