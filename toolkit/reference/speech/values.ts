// Values on their way out: every time, amount, volume and price passes through a rule together with the place where it appears
// (interface 1, rules 3 and 6). Both speeches write through this; names and nesting are theirs.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Behaviour } from '../behaviour.js';
import type { Decimal } from '../domain.js';
import type { Rules } from '../rules/rules.js';
import type { Place } from '../rules/telling/rendering.js';

/** Where a value appears: the message or answer, and the entity in it. */
export interface Spot {
  readonly in: Place['in'];
  readonly of: string;
}

/** What a member that nobody expects holds, where the behaviour adds one to every object. */
const EXTRA: JsonValue = { origin: 'reference', since: [1] };

/** Members that have no value are left out, or null where the behaviour says so. */
export type Draft = Record<string, JsonValue | undefined>;

export class Values {
  readonly rules: Rules;
  readonly behaviour: Behaviour;

  constructor(rules: Rules, behaviour: Behaviour) {
    this.rules = rules;
    this.behaviour = behaviour;
  }

  time(ms: number | undefined, spot: Spot, member: string): JsonValue | undefined {
    return ms === undefined ? undefined : this.rules.renderTime(ms, this.#place(spot, member));
  }

  money(amount: Decimal, digits: number, spot: Spot, member: string): JsonValue {
    return this.rules.renderMoney(amount, digits, this.#place(spot, member));
  }

  volume(volume: Decimal | undefined, digits: number, spot: Spot, member: string): JsonValue | undefined {
    return volume === undefined ? undefined : this.rules.renderVolume(volume, digits, this.#place(spot, member));
  }

  price(price: Decimal | undefined, digits: number, spot: Spot, member: string): JsonValue | undefined {
    return price === undefined ? undefined : this.rules.renderPrice(price, digits, this.#place(spot, member));
  }

  tickPrice(price: Decimal, digits: number, spot: Spot, member: string): JsonValue {
    return this.rules.renderTickPrice(price, digits, this.#place(spot, member));
  }

  /** An object without its absent members; with null for those of them that `nullable` names, where the behaviour says so. */
  object(draft: Draft, nullable: readonly string[] = []): JsonObject {
    const object: Record<string, JsonValue> = {};
    for (const member of Object.keys(draft)) {
      const value = draft[member];
      if (value !== undefined) {
        object[member] = value;
      } else if (this.behaviour.nullMembers && nullable.includes(member)) {
        object[member] = null;
      }
    }
    if (this.behaviour.extraMembers) object['x_note'] = EXTRA;
    return object;
  }

  #place(spot: Spot, member: string): Place {
    return { in: spot.in, of: spot.of, member, trailingZeros: this.behaviour.trailingZeros };
  }
}
