// What one look at a target brought, from a description or from its answers: shapes by what they are. Everything in this folder reads
// it, and knows of no document and no connection.
import type { BODIES, ENTITIES } from '../../profile/dialect/members.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import type { KnownValues } from '../meaning/match-members.js';
import type { Shape } from '../shape/shape.js';

export type BodyName = keyof typeof BODIES;
export type EntityName = keyof typeof ENTITIES;
export type StreamName = 'events' | 'ticks';

export interface MessageMaterial {
  readonly stream: StreamName | undefined;
  readonly shape: Shape;
  /** What a description calls it. */
  readonly names: readonly string[];
  /** What was done just before it came, where that tells what it is. */
  readonly after?: 'subscribe' | 'refusal';
  /** What the profile at hand takes it for, where nothing that the interface states speaks against it. */
  readonly kind?: BoundMessage;
}

export interface Material {
  readonly bodies: ReadonlyMap<BodyName, Shape>;
  readonly messages: readonly MessageMaterial[];
  /** Values that members must have, by entity: those of orders that the probe placed itself. */
  readonly known: Readonly<Partial<Record<EntityName, KnownValues>>>;
  /** Instruments of the target, which tell their places. */
  readonly instruments: readonly string[];
  /** Identifiers of the commands that were sent, where any were: an answer names the one of its own. */
  readonly commandIds?: ReadonlySet<string>;
  /** Where the members of answers begin, as the profile at hand has it, where that is right for most. */
  readonly root?: readonly string[];
  /** Where kinds and messages begin, as the profile at hand has it, where that tells some of them already. */
  readonly frames?: { readonly kind: readonly string[] | null; readonly at: readonly string[] };
}
