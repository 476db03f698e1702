// The entities of a state or a change in a dialect's spelling (interface 2.2, 6): of the snapshot, in both its places, and of results.
import type { Binding, DialectSpec } from '../../../profile/dialect/spec.js';
import type { AccountState, Deal, Order, Position } from '../../domain.js';
import type { Place } from '../../rules/telling/rendering.js';
import { type CollectionPlace, compileCollection, compileOne, type Item } from './collections.js';
import type { EntityWriters } from './entity-writers.js';
import type { JsonDraft, Steps } from './json-draft.js';
import { firstPlace, KEY } from './places.js';

/** Entities to be told; a list that is undefined is not told at all. */
export interface Told {
  readonly orders?: readonly Order[] | undefined;
  readonly positions?: readonly Position[] | undefined;
  readonly deals?: readonly Deal[] | undefined;
  readonly accountState: AccountState | undefined;
}

type Form = Pick<DialectSpec['bodies']['snapshot'], 'orders' | 'positions' | 'accountState'> & {
  readonly deals?: DialectSpec['bodies']['snapshot']['orders'];
};

export type WriteTold = (sheet: JsonDraft, under: Steps, told: Told, where: Place['in']) => void;

export function toldWriter(form: Form, spec: DialectSpec['entities'], entities: EntityWriters): WriteTold {
  const orders = compileCollection(form.orders, isKeyed(spec.order));
  const positions = compileCollection(form.positions, isKeyed(spec.position));
  const deals = compileCollection(form.deals ?? null, isKeyed(spec.deal));
  const accountState = compileOne(form.accountState);
  return (sheet, under, told, where) => {
    const list = <Entity>(
      place: CollectionPlace | undefined,
      all: readonly Entity[] | undefined,
      write: (one: Entity, where: Place['in']) => Item,
    ): void => {
      if (all !== undefined) {
        place?.write(
          sheet,
          under,
          all.map((one) => write(one, where)),
        );
      }
    };
    list(orders, told.orders, entities.order);
    list(positions, told.positions, entities.position);
    list(deals, told.deals, entities.deal);
    if (told.accountState !== undefined) accountState?.(sheet, under, entities.accountState(told.accountState, where));
  };
}

/** Whether an entity is named nowhere but by the name under which it lies. */
export function isKeyed({ id }: { readonly id: Binding }): boolean {
  return firstPlace(id) === KEY;
}
