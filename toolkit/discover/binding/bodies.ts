// Proposals for `bodies`: the root that answers share, and where the members of each lie (interface 2.1, 4.3, 4.4, 7.1).
import type { JsonValue } from '../../payload/json.js';
import { type Match, matchMembers } from '../meaning/match-members.js';
import { plain } from '../meaning/names.js';
import { SENSES, type Sense } from '../meaning/synonyms.js';
import type { Confidence, Proposal } from '../proposals/proposal.js';
import { type Place, placeAt, placesIn, placesThroughLists, pointerOf, type Shape } from '../shape/shape.js';
import {
  asCollection,
  type CollectionFound,
  collectionForm,
  findCollection,
  findHolder,
  findItems,
  findPage,
} from './collections.js';
import { instrumentGroups } from './instrument-groups.js';
import type { BodyName, Material } from './material.js';
import type { Placed } from './placed.js';

export function bindBodies({ bodies, instruments, root: settled }: Material): {
  readonly proposals: readonly Proposal[];
  readonly remarks: readonly string[];
} {
  const placed = new Map<BodyName, readonly Placed[]>();
  const remarks: string[] = [];
  for (const [name, shape] of bodies) placed.set(name, READERS[name](shape, instruments, remarks));
  const root = settled ?? sharedRoot(placed);
  const proposals: Proposal[] =
    settled === undefined
      ? [{ place: ['dialect', 'bodies', 'at'], value: pointerOf(root), reason: rootReason(root), confidence: 'likely' }]
      : [];
  for (const [name, members] of placed) {
    if (members.length === 0) continue;
    const own = ownRoot(name, members, root);
    const put = (member: string, value: JsonValue, confidence: Confidence, reason: string): void => {
      proposals.push({ place: ['dialect', 'bodies', name, member], value, reason, confidence });
    };
    if (pointerOf(own) !== pointerOf(name === 'error' ? [] : root)) {
      put('at', pointerOf(own), 'sure', members[0]?.from ?? '');
    }
    for (const { member, form, confidence, from } of members)
      if (member !== '') put(member, form(own.length), confidence, from);
  }
  return { proposals, remarks };
}

function rootReason(root: readonly string[]): string {
  return root.length === 0 ? 'answers have no envelope' : `answers lie in ${pointerOf(root)}`;
}

/** The first step that the members of most answers share. */
function sharedRoot(placed: ReadonlyMap<BodyName, readonly Placed[]>): readonly string[] {
  const counts = new Map<string, number>();
  let all = 0;
  for (const [name, members] of placed) {
    if (name === 'error' || members.length === 0) continue;
    all += 1;
    const [first] = members[0]?.steps ?? [];
    if (
      first === undefined ||
      !members.every(({ steps }) => steps[0] === first && (steps.length > 1 || name === 'conditions'))
    )
      continue;
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best !== undefined && best[1] >= 2 && best[1] * 2 > all ? [best[0]] : [];
}

function ownRoot(name: BodyName, members: readonly Placed[], root: readonly string[]): readonly string[] {
  if (name === 'error') return [];
  const [whole] = members.filter(({ member }) => member === '');
  if (whole !== undefined) return whole.steps;
  return members.every(({ steps }) => root.every((step, index) => steps[index] === step)) ? root : [];
}

type Reader = (shape: Shape, instruments: readonly string[], remarks: string[]) => readonly Placed[];

const READERS: Readonly<Record<BodyName, Reader>> = {
  ack: (shape) => named(shape, { operationId: 'operation_id', clientRequestId: 'client_request_id' }),
  error: readError,
  operation: (shape) => matched(shape, senses('operation')),
  account: (shape) => matched(shape, senses('account')),
  instruments: readInstruments,
  conditions: (shape) => {
    const steps = findHolder(shape, ['volume_min', 'volume_max', 'volume_step', 'point_digits']);
    return steps === undefined
      ? []
      : [{ member: '', steps, form: () => '', confidence: 'sure', from: placeAt(shape, steps)?.from ?? '' }];
  },
  limits: readLimits,
  snapshot: (shape) => [...collections(shape, ['orders', 'positions']), ...accountState(shape)],
  orderHistory: (shape) => readPage(shape, 'orders'),
  dealHistory: (shape) => readPage(shape, 'deals'),
};

function at(member: string, { steps, shape }: Pick<Place, 'steps' | 'shape'>, confidence: Confidence): Placed {
  return { member, steps, form: (from) => pointerOf(steps.slice(from)), confidence, from: shape.from };
}

function named(shape: Shape, names: Readonly<Record<string, string>>): readonly Placed[] {
  const places = placesIn(shape);
  return Object.entries(names).flatMap(([member, name]) => {
    const place = places.find(({ steps }) => steps.at(-1) === name);
    return place === undefined ? [] : [at(member, place, 'sure')];
  });
}

function matched(shape: Shape, wanted: Readonly<Record<string, Sense>>): readonly Placed[] {
  return [...matchMembers(shape, wanted)].map(([member, match]) => at(member, match, match.confidence));
}

/** Interface 7.1 states `error.code` and `error_message`; other names are not bound. */
function readError(shape: Shape, _instruments: readonly string[], remarks: string[]): readonly Placed[] {
  // A list of errors shows its first.
  const places = placesThroughLists(shape);
  const code = places.find(({ steps }) => steps.slice(-2).join('/') === 'error/code');
  // Of the two places that the interface allows, the one that is always filled.
  const messages = places.filter(({ steps }) => steps.at(-1) === 'error_message');
  const message = messages.find(({ isAlways }) => isAlways) ?? messages[0];
  if (code === undefined || message === undefined) {
    remarks.push(
      `an error shows no ${code === undefined ? 'error.code' : 'error_message'} (interface 7.1), at ${shape.from}; not bound`,
    );
  }
  return [
    ...(code === undefined ? [] : [at('code', code, 'sure')]),
    ...(message === undefined ? [] : [at('message', message, 'sure')]),
  ];
}

function readInstruments(shape: Shape, instruments: readonly string[]): readonly Placed[] {
  const grouped = instrumentGroups(shape, instruments);
  if (grouped !== undefined) return grouped;
  const found = findItems(shape);
  if (found === undefined) return [];
  const list = collection('items', found, shape);
  if (found.form === 'map') return [list, { ...list, member: 'name', form: () => '@key' }];
  const { instrument } = senses('tick');
  const { item } = found;
  if (item === undefined || instrument === undefined || !item.kinds.has('object')) return [list];
  const known = placesIn(item).flatMap(
    (place) => place.shape.words.find((word) => instruments.some((name) => name === word)) ?? [],
  );
  const match = matchMembers(
    item,
    { instrument: { ...instrument, names: [...instrument.names, 'name', 'code', 'id'] } },
    { instrument: known[0] },
  ).get('instrument');
  if (match === undefined) return [list];
  return [
    list,
    {
      ...list,
      member: 'name',
      form: () => pointerOf(match.steps),
      confidence: match.confidence,
      from: match.shape.from,
    },
  ];
}

const PLACE_ORDER =
  /^(v1)?(post|place|create|new|submit|add)?(trading)?(accounts?)?(accountid)?orders?(place|create|new|placement|submit|post)?$/;

/** The entry of the call that places orders: under its name, or one of a list that names the call. */
function readLimits(shape: Shape, _instruments: readonly string[], remarks: string[]): readonly Placed[] {
  const wanted = senses('limits');
  const entries = placesIn(shape).filter(({ shape: one }) => matchMembers(one, wanted).size >= 2);
  const direct = entries.find(({ steps }) => PLACE_ORDER.test(plain(steps.at(-1) ?? ''))) ?? nameless(entries);
  const quota = direct === undefined ? undefined : matchMembers(direct.shape, wanted);
  if (direct !== undefined && quota !== undefined) {
    const found: CollectionFound = { ...asCollection(direct), form: 'single' };
    return [
      {
        ...collection('placeOrder', found, shape),
        form: (from) => ({ at: pointerOf(direct.steps.slice(from)), form: 'single' }),
      },
      ...[...quota].map(([member, match]) => inEntry(member, match, direct)),
    ];
  }
  return readQuotaList(shape, remarks);
}

function nameless(entries: readonly Place[]): Place | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

function readQuotaList(shape: Shape, remarks: string[]): readonly Placed[] {
  const wanted = senses('limits');
  const list = placesIn(shape).find(({ shape: { items, values } }) => {
    const item = items ?? values;
    return item !== undefined && matchMembers(item, wanted).size >= 2;
  });
  const item = list?.shape.items ?? list?.shape.values;
  if (list === undefined || item === undefined) return [];
  const naming = placesIn(item).find((place) =>
    place.shape.words.some((word) => PLACE_ORDER.test(plain(String(word)))),
  );
  const word = naming?.shape.words.find((one) => PLACE_ORDER.test(plain(String(one))));
  const members = [...matchMembers(item, wanted)].map(([member, match]) => inEntry(member, match, list));
  if (naming === undefined || word === undefined) {
    remarks.push(
      `which quota is that of placing orders was not found, at ${list.shape.from}: state bodies.limits.placeOrder by hand`,
    );
    return members;
  }
  const form = (from: number): JsonValue => ({
    at: pointerOf(list.steps.slice(from)),
    where: { [pointerOf(naming.steps)]: word },
  });
  return [{ member: 'placeOrder', steps: list.steps, form, confidence: 'sure', from: naming.shape.from }, ...members];
}

function inEntry(member: string, { steps, confidence, shape: { from } }: Match, entry: Place): Placed {
  return { member, steps: [...entry.steps, ...steps], form: () => pointerOf(steps), confidence, from };
}

function readPage(shape: Shape, name: 'orders' | 'deals'): readonly Placed[] {
  const found = findPage(shape, name);
  const items = found === undefined ? [] : [collection('items', found, shape)];
  return [...items, ...matched(shape, senses('page'))];
}

function collections(shape: Shape, names: readonly ('orders' | 'positions')[]): readonly Placed[] {
  return names.flatMap((name) => {
    const found = findCollection(shape, name);
    return found === undefined ? [] : [collection(name, found, shape)];
  });
}

function accountState(shape: Shape): readonly Placed[] {
  const steps = findHolder(shape, ['balance', 'equity', 'used_margin']);
  const found = steps === undefined ? undefined : placeAt(shape, steps);
  return steps === undefined || found === undefined ? [] : [at('accountState', { steps, shape: found }, 'sure')];
}

function collection(member: string, found: CollectionFound, shape: Shape): Placed {
  return {
    member,
    steps: found.steps,
    form: (from) => collectionForm(found, from),
    confidence: found.item === undefined ? 'likely' : 'sure',
    from: placeAt(shape, found.steps)?.from ?? shape.from,
  };
}

function senses(part: string): Readonly<Record<string, Sense>> {
  return SENSES[part] ?? {};
}
