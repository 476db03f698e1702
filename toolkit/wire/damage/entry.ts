// What a ready-made damage says about itself. The tables stand beside this file, one per part of a request; `library.ts` joins them.
import type { RequirementId } from '../../requirements/requirement-id.js';
import type { Damage } from '../exchange.js';

export type DamageArea = 'header' | 'payload' | 'encoding' | 'signature' | 'body' | 'target' | 'method' | 'timestamp';

/** What kind of request shows the damage: one that changes state, a read, the handshake of a stream (a signed GET as well). */
export type DamageSubject = 'mutating' | 'read' | 'handshake';

export const EVERYWHERE: readonly DamageSubject[] = ['mutating', 'read', 'handshake'];

export interface DamageEntry {
  /** Words, never a number: stays the same when the table grows. */
  readonly id: string;
  readonly area: DamageArea;
  /** The requirement whose violation it would be to accept the request. */
  readonly requirement: RequirementId;
  /** `should` where the interface binds the sender but does not plainly forbid a lenient receiver. */
  readonly level: 'must' | 'should';
  readonly on: readonly DamageSubject[];
  /** The query that the request must carry, damaged or not, for the damage to have something to change. */
  readonly query?: string;
  /** What makes a fresh idempotency key fit: its letters must show the damage in the encoded payload. */
  readonly keyEnding?: string;
  readonly damage: Damage;
}

type EntryFacts = Pick<DamageEntry, 'requirement'> & Partial<Pick<DamageEntry, 'level' | 'on' | 'query' | 'keyEnding'>>;

/** An entry of an area, by the usual facts unless stated: level must, on every kind of request. */
export function entryOf(
  area: DamageArea,
  id: string,
  facts: EntryFacts,
  name: string,
  damage: Omit<Damage, 'name'>,
): DamageEntry {
  return { level: 'must', on: EVERYWHERE, ...facts, id, area, damage: { name, ...damage } };
}
