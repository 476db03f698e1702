// Every ready-made damage, by id. A damage changes one thing about a request that is otherwise right, so that a refusal can
// have one reason only (design, rule 3: the twin without it must be accepted).
import { ENCODING_DAMAGES } from './encoded-parts.js';
import type { DamageArea, DamageEntry, DamageSubject } from './entry.js';
import { HEADER_DAMAGES } from './headers.js';
import { PAYLOAD_DAMAGES } from './payload-fields.js';
import { REQUEST_DAMAGES } from './requests.js';
import { SIGNATURE_DAMAGES } from './signatures.js';
import { TIMESTAMP_DAMAGES } from './timestamps.js';

export const DAMAGES: readonly DamageEntry[] = [
  ...HEADER_DAMAGES,
  ...PAYLOAD_DAMAGES,
  ...ENCODING_DAMAGES,
  ...SIGNATURE_DAMAGES,
  ...REQUEST_DAMAGES,
  ...TIMESTAMP_DAMAGES,
];

const BY_ID: ReadonlyMap<string, DamageEntry> = new Map(DAMAGES.map((entry) => [entry.id, entry]));

/** @throws RangeError for an id that is not in the library. */
export function damageOf(id: string): DamageEntry {
  const entry = BY_ID.get(id);
  if (entry === undefined) {
    throw new RangeError(`id: expected the id of a damage in toolkit/wire/damage, got ${id}`);
  }
  return entry;
}

/** The damages of one area that a kind of request can show. */
export function damagesOn(subject: DamageSubject, area?: DamageArea): readonly DamageEntry[] {
  return DAMAGES.filter((entry) => entry.on.includes(subject) && (area === undefined || entry.area === area));
}
