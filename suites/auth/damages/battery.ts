// The damages that matter most, for every endpoint that `damages.suite.ts` does not already cover whole (interface 5: all are signed
// alike).
import { type DamageEntry, damageOf } from '../../../toolkit/wire/damage/library.js';
import type { Damage } from '../../../toolkit/wire/exchange.js';

export interface Entry {
  readonly id: string;
  readonly damage: Damage;
  readonly effort?: 'standard';
}

/** The endpoints that `damages.suite.ts` covers whole. */
export const COVERED: readonly string[] = ['limits', 'handshake'];

/** No header of the interface at all, as a client that knows nothing of signing would send. */
export const UNSIGNED: Entry = {
  id: 'unsigned',
  damage: {
    name: 'no signature headers at all',
    headers: (headers) => headers.filter(([name]) => !name.toUpperCase().startsWith('SVC-')),
  },
};

/** What quick effort judges on every endpoint; each of the others it judges on orders, reads or handshakes. */
const QUICK: readonly string[] = ['header-sign-missing', 'sign-by-another-key'];

/** A damage of the library as the battery holds it. */
export function entryOf(id: string): Entry {
  return { id, damage: damageOf(id).damage, ...(!QUICK.includes(id) && { effort: 'standard' }) };
}

export const BATTERY: readonly Entry[] = [
  'header-sign-missing',
  'sign-by-another-key',
  'sign-bit-in-s',
  'sign-over-text',
  'payload-path-wrong',
  'payload-method-wrong',
  'payload-body-hash-wrong',
  'timestamp-hours-before',
  'timestamp-hours-after',
].map(entryOf);

/**
 * Reads publish no query of their own, so damages to a query are judged in `query.suite.ts`, by the authentication code alone. A member
 * that stands twice in the payload is left open: which of the two counts is the reader's, and `payload.suite.ts` reports it. A body
 * left out is refused for its shape by any target, which would prove nothing about signatures.
 */
export function isJudgedByRefusal({ id, query }: DamageEntry): boolean {
  return query === undefined && !id.endsWith('-repeated') && id !== 'body-dropped';
}
