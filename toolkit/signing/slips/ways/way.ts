// One way to make a slip: the change of signing that it is, and the names under which the vectors (a wrong signer) and the wire (a
// damage) know it. A change has both names where people make the mistake and a service is asked to refuse it.
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { SigningStages } from '../../signing-stages.js';
import type { Deviation } from '../deviation.js';
import { type Named, splitNamed } from '../named.js';
import { SLIP_IDS, type SlipId } from '../slips.js';

/** What kind of request shows a damage: one that changes state, a read, the handshake of a stream (a signed GET as well). */
export type DamageSubject = 'mutating' | 'read' | 'handshake';

export const EVERYWHERE: readonly DamageSubject[] = ['mutating', 'read', 'handshake'];

export interface DamageFacts {
  /** Words, never a number: stays the same when the table grows. */
  readonly id: string;
  readonly name: string;
  /** The requirement whose violation it would be to accept the request. */
  readonly requirement: RequirementId;
  /** `should` where the interface binds the sender but does not plainly forbid a lenient receiver. */
  readonly level: 'must' | 'should';
  readonly on: readonly DamageSubject[];
  /** Requests of these kinds a service may take: level should there. */
  readonly lenientOn?: readonly DamageSubject[];
  /** The query that the request must carry, damaged or not, for the damage to have something to change. */
  readonly query?: string;
  /** What makes a fresh idempotency key fit: its letters must show the damage in the encoded payload. */
  readonly keyEnding?: string;
}

export interface SignerFacts {
  /** A verb and its object: `sorts-query`. */
  readonly id: string;
  /** The mistake as its author made it: "a client that ...". */
  readonly sentence: string;
}

export interface Way {
  readonly slip: SlipId;
  readonly change: Deviation;
  readonly signer?: SignerFacts;
  readonly damages: readonly DamageFacts[];
}

/** Level must and every kind of request unless stated. */
export type DamageRow = readonly [
  named: Named,
  requirement: RequirementId,
  facts?: Partial<Pick<DamageFacts, 'level' | 'on' | 'lenientOn' | 'query' | 'keyEnding'>>,
];

/** A mistake of clients, a damage, or both. */
export function way(slip: SlipId, change: Deviation, signer: Named | undefined, ...damages: readonly DamageRow[]): Way {
  const client = signer && splitNamed(signer);
  return {
    slip,
    change,
    ...(client && { signer: { id: client[0], sentence: client[1] } }),
    damages: damages.map(([named, requirement, facts]) => {
      const [id, name] = splitNamed(named);
      return { level: 'must', on: EVERYWHERE, ...facts, id, name, requirement };
    }),
  };
}

/** What no client does by mistake, or what no vector shows. */
export function damage(slip: SlipId, change: Deviation, ...damages: readonly DamageRow[]): Way {
  return way(slip, change, undefined, ...damages);
}

type ByClient<Value> = { readonly [Id in SlipId]?: { readonly [signer: Named]: Value } };

/** Mistakes of clients that are no damages: under each slip those that make it, with what they do. */
export function clients(table: ByClient<Deviation>): readonly Way[] {
  return SLIP_IDS.flatMap((slip) =>
    // Object.entries loses the keys' type.
    Object.entries(table[slip] ?? {}).map(([signer, change]) => way(slip, change, signer as Named)),
  );
}

/** The same, where all is done at one stage of signing. */
export function at<Stage extends keyof SigningStages>(
  stage: Stage,
  table: ByClient<SigningStages[Stage]>,
): readonly Way[] {
  return SLIP_IDS.flatMap((slip) =>
    Object.entries<SigningStages[Stage]>(table[slip] ?? {}).map(([signer, replaced]) =>
      way(slip, { [stage]: replaced }, signer as Named),
    ),
  );
}
