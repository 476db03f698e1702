// Every ready-made damage, by id, taken from the slips of signing. A damage changes one thing about a request that is otherwise right, so
// that a refusal can have one reason only: the twin without it must be accepted.
import type { Signer } from '../../signing/ed25519/ed25519.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { signedAs } from '../../signing/slips/ways/changes.js';
import type { DamageFacts, DamageSubject } from '../../signing/slips/ways/way.js';
import { WAYS } from '../../signing/slips/ways/ways.js';
import type { Damage } from '../exchange.js';

export type { DamageSubject };

export interface DamageEntry extends Omit<DamageFacts, 'name'> {
  /** What a diagnosis of the damaged request names. */
  readonly slip: SlipId;
  readonly damage: Damage;
}

export const DAMAGES: readonly DamageEntry[] = WAYS.flatMap(({ slip, change, damages }) =>
  damages.map(({ name, ...facts }) => ({ ...facts, slip, damage: { name, ...change } })),
);

const BY_ID: ReadonlyMap<string, DamageEntry> = new Map(DAMAGES.map((entry) => [entry.id, entry]));

/** @throws RangeError for an id that is not in the table. */
export function damageOf(id: string): DamageEntry {
  const entry = BY_ID.get(id);
  if (entry === undefined) throw new RangeError(`id: expected the id of a damage in toolkit/signing/slips, got ${id}`);
  return entry;
}

/** The damages that a kind of request can show. */
export function damagesOn(subject: DamageSubject): readonly DamageEntry[] {
  return DAMAGES.filter((entry) => entry.on.includes(subject)).map((entry) =>
    entry.lenientOn?.includes(subject) === true ? { ...entry, level: 'should' } : entry,
  );
}

/** A correct signature by a key of the caller's, such as another registered one. */
export function signedBy(signer: Signer, name: string): Damage {
  return { name, ...signedAs((_signature, payload) => signer.sign(payload)) };
}
