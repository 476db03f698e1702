// What a target showed: bodies by request, messages in order. Only kept, not understood.
import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import type { BodyName, EntityName, StreamName } from '../binding/material.js';

export interface SeenBody {
  readonly body: BodyName;
  readonly value: JsonValue;
  /** The request that it answered. */
  readonly from: string;
}

export interface SeenMessage {
  readonly stream: StreamName;
  readonly value: JsonValue;
  readonly from: string;
  /** The last command before it was one that must be refused. */
  readonly isAfterRefusal: boolean;
}

/** Without a common factor, so that none comes again before all have come. */
const SPAN = 10_000;
const STRIDE = 3_571;

export class Samples {
  readonly bodies: SeenBody[] = [];
  readonly messages: SeenMessage[] = [];
  readonly remarks: string[] = [];
  /** Instruments of which the target has conditions. */
  readonly instruments: Set<string> = new Set();
  /** Whether a frame held several JSON documents. */
  hasFramesOfSeveral = false;
  /** Values that members of entities must have, by entity and member. */
  readonly known: Partial<Record<EntityName, Record<string, JsonPrimitive>>> = {};

  /** Identifiers of commands that were sent. */
  readonly commandIds: Set<string> = new Set();

  /** Another one each time, in no order that a running number of the target could have. */
  commandId(): string {
    const id = String(SPAN + (((this.commandIds.size + 1) * STRIDE) % SPAN));
    this.commandIds.add(id);
    return id;
  }

  know(entity: EntityName, values: Readonly<Record<string, JsonPrimitive>>): void {
    this.known[entity] = { ...this.known[entity], ...values };
  }
}
