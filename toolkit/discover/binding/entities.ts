// Proposals for `entities`, `words` and `dateTimes`: members of orders, positions, deals, states, conditions and periods, wherever such
// were described or seen (interface 2.2 to 2.5).
import type { JsonPrimitive } from '../../payload/json.js';
import { ENTITIES } from '../../profile/dialect/members.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import type { Vocabulary } from '../../profile/dialect/vocabularies.js';
import { type Match, matchMembers } from '../meaning/match-members.js';
import { SENSES, type Sense } from '../meaning/synonyms.js';
import { meaningsOf } from '../meaning/words.js';
import type { Proposal } from '../proposals/proposal.js';
import { eitherOf, isLeaf, placeAt, placesIn, pointerOf, type Shape } from '../shape/shape.js';
import { findCollection, findHolder, findPage } from './collections.js';
import type { EntityName, Material } from './material.js';

export function bindEntities(material: Material, roots: ReadonlyMap<BoundMessage, Shape>): readonly Proposal[] {
  const shapes = entityShapes(material, roots);
  const keyed = keyedEntities(material, roots);
  const proposals: Proposal[] = [];
  const words = new SpokenWords();
  for (const [name, shape] of shapes) {
    const matches = matchMembers(shape, sensesOf(name), material.known[name]);
    for (const [member, match] of matches) {
      proposals.push(bound(['entities', name, member], match));
      words.add(SENSES[name]?.[member]?.words, match);
    }
    if (keyed.has(name) && !matches.has('id')) {
      proposals.push({
        place: ['dialect', 'entities', name, 'id'],
        value: '@key',
        reason: shape.from,
        confidence: 'likely',
      });
    }
    if (name === 'deal') proposals.push(...balanceWhen(shape, matches));
    if (name === 'hmrPeriod') proposals.push(...periodInstruments(shape));
  }
  for (const part of ['account', 'operation'] as const) {
    const body = material.bodies.get(part);
    if (body === undefined) continue;
    for (const [member, match] of matchMembers(body, SENSES[part] ?? {}))
      words.add(SENSES[part]?.[member]?.words, match);
  }
  return [...proposals, ...words.proposals(), ...dateTimes(material)];
}

/** Entities that lie in maps: the name there is their identifier, where they have none inside. */
function keyedEntities({ bodies }: Material, roots: ReadonlyMap<BoundMessage, Shape>): ReadonlySet<EntityName> {
  const everything = [...roots.values(), ...bodies.values()];
  const names = { order: 'orders', deal: 'deals', position: 'positions' } as const;
  const isKeyed = ([, list]: readonly [EntityName, 'orders' | 'deals' | 'positions']): boolean =>
    everything.some((shape) => findCollection(shape, list)?.form === 'map');
  return new Set(
    (Object.entries(names) as [keyof typeof names, (typeof names)[keyof typeof names]][])
      .filter(isKeyed)
      .map(([name]) => name),
  );
}

/** Members that the table of the dialect has; one that it does not have yet is not looked for. */
function sensesOf(name: EntityName): Readonly<Record<string, Sense>> {
  const senses = SENSES[name] ?? {};
  const members = Object.entries(ENTITIES[name].members).filter(([, member]) => 'binding' in member);
  return Object.fromEntries(members.map(([member]) => [member, senses[member] ?? { sort: 'text', names: [] }]));
}

function bound(place: readonly string[], { steps, shape, confidence }: Match): Proposal {
  return { place: ['dialect', ...place], value: pointerOf(steps), reason: shape.from, confidence };
}

function entityShapes(
  { bodies, messages }: Material,
  roots: ReadonlyMap<BoundMessage, Shape>,
): ReadonlyMap<EntityName, Shape> {
  const states = [...roots.values(), ...['snapshot' as const].flatMap((name) => bodies.get(name) ?? [])];
  const lists = (name: 'orders' | 'deals' | 'positions'): readonly Shape[] =>
    states.flatMap((shape) => findCollection(shape, name)?.item ?? []);
  const page = (name: 'orderHistory' | 'dealHistory'): readonly Shape[] => {
    const body = bodies.get(name);
    const item = body && findPage(body, name === 'orderHistory' ? 'orders' : 'deals')?.item;
    // A page that shows no row says nothing of one; its own members are no row's.
    return item === undefined ? [] : [item];
  };
  const everything = [...states, ...bodies.values(), ...messages.map(({ shape }) => shape)];
  const holders = (members: readonly string[]): readonly Shape[] =>
    everything.flatMap((shape) => {
      const steps = findHolder(shape, members);
      return steps === undefined ? [] : (placeAt(shape, steps) ?? []);
    });
  const periods = (['hmr_snapshot', 'hmr_update'] as const).flatMap((kind) => {
    const root = roots.get(kind);
    return [root?.members.get('periods')?.items, root?.members.get('upserted_periods')?.items].flatMap(
      (shape) => shape ?? [],
    );
  });
  const found: Readonly<Partial<Record<EntityName, readonly Shape[]>>> = {
    order: [...lists('orders'), ...page('orderHistory')],
    position: lists('positions'),
    deal: [...lists('deals'), ...page('dealHistory')],
    accountState: holders(['balance', 'equity', 'used_margin']),
    conditions: holders(['volume_min', 'volume_max', 'volume_step', 'point_digits']),
    hmrPeriod: periods,
  };
  return new Map(
    // The names are those of the table above.
    (Object.entries(found) as [EntityName, readonly Shape[]][]).flatMap(([name, shapes]) => {
      const shape = eitherOf(shapes);
      return shape === undefined || shape.members.size === 0 ? [] : [[name, shape] as const];
    }),
  );
}

/** A member whose word `balance` tells balance deals, or else a kind that only they have. */
function balanceWhen(deal: Shape, matches: ReadonlyMap<string, Match>): readonly Proposal[] {
  const kind = matches.get('balanceKind');
  const told = placesIn(deal).find(
    (place) =>
      place.shape !== kind?.shape &&
      // The words of an object are the names of its members.
      isLeaf(place.shape) &&
      place.shape.words.length > 1 &&
      place.shape.words.some((word) => /^balance/i.test(String(word))),
  );
  const place = ['dialect', 'entities', 'balanceWhen'];
  if (told !== undefined) {
    const word = told.shape.words.find((one) => /^balance/i.test(String(one))) ?? 'balance';
    return [{ place, value: { [pointerOf(told.steps)]: word }, reason: told.shape.from, confidence: 'sure' }];
  }
  if (kind === undefined) return [];
  return [
    { place, value: { [pointerOf(kind.steps)]: { present: true } }, reason: kind.shape.from, confidence: 'guess' },
  ];
}

/** The list of names that a period has: texts, or objects with a name. */
function periodInstruments(period: Shape): readonly Proposal[] {
  const lists = placesIn(period).filter(
    ({ shape, steps }) => steps.length > 0 && (shape.kinds.has('array') || shape.values !== undefined),
  );
  const list = lists.find(({ steps }) => /instr|symbol|concern|affect|ticker/i.test(steps.at(-1) ?? '')) ?? lists[0];
  if (list === undefined) return [];
  const form = list.shape.values === undefined ? pointerOf(list.steps) : { at: pointerOf(list.steps), form: 'map' };
  const proposals: Proposal[] = [
    {
      place: ['dialect', 'entities', 'hmrPeriod', 'instruments'],
      value: form,
      reason: list.shape.from,
      confidence: lists.length === 1 ? 'sure' : 'likely',
    },
  ];
  const { instrument } = SENSES['tick'] ?? {};
  const item = list.shape.items;
  if (item === undefined || !item.kinds.has('object') || instrument === undefined) return proposals;
  const name = matchMembers(item, {
    instrument: { ...instrument, names: [...instrument.names, 'name', 'code', 'id'] },
  }).get('instrument');
  return name === undefined ? proposals : [...proposals, bound(['entities', 'hmrPeriod', 'instrumentName'], name)];
}

/** Words by vocabulary, from wherever members of the vocabulary were found. */
class SpokenWords {
  readonly #spoken = new Map<Vocabulary, { words: Set<JsonPrimitive>; isClosed: boolean; from: string }>();

  add(vocabulary: Vocabulary | undefined, { shape }: Match): void {
    if (vocabulary === undefined || shape.words.length === 0) return;
    const known = this.#spoken.get(vocabulary) ?? { words: new Set(), isClosed: false, from: shape.from };
    for (const word of shape.words) known.words.add(word);
    this.#spoken.set(vocabulary, { ...known, isClosed: known.isClosed || shape.isClosed });
  }

  proposals(): readonly Proposal[] {
    return [...this.#spoken].flatMap(([vocabulary, { words, isClosed, from }]) => {
      const found = meaningsOf(vocabulary, [...words]);
      if (found === undefined) return [];
      return Object.entries(found.words).flatMap(([word, spelled]): readonly Proposal[] => {
        const isLeftOver = found.leftOver.includes(word);
        const { isOrdinary = false } = found;
        if (isLeftOver && !isClosed && !isOrdinary) return [];
        const why = isOrdinary
          ? 'the only word there, of an account that is taken to be without restriction'
          : 'the word that is left over';
        const reason = isLeftOver ? `${from}: ${why}` : from;
        return [
          {
            place: ['dialect', 'words', vocabulary, word],
            value: spelled,
            reason,
            confidence: isLeftOver ? 'guess' : 'likely',
          },
        ];
      });
    });
  }
}

function dateTimes({ bodies, messages }: Material): readonly Proposal[] {
  const names = new Map<string, string>();
  const look = (shape: Shape, depth: number): void => {
    for (const { steps, shape: one } of placesIn(shape)) {
      const name = steps.at(-1);
      if (name !== undefined && one.isDateTime && !/^\d+$/.test(name)) names.set(name, one.from);
      for (const inner of [one.items, one.values]) if (inner !== undefined && depth < 6) look(inner, depth + 1);
    }
  };
  for (const shape of [...bodies.values(), ...messages.map((message) => message.shape)]) look(shape, 0);
  if (names.size === 0) return [];
  const patterns = [...names.keys()].map((name) => `/**${pointerOf([name])}`);
  return [
    { place: ['dialect', 'dateTimes'], value: patterns, reason: [...names.values()][0] ?? '', confidence: 'sure' },
  ];
}
