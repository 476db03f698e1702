// Whether a profile needs a proposal: it does not where its own bindings already find what was seen.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { parsePointer } from '../../profile/dialect/reading/pointer.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { type Vocabulary, WORDS } from '../../profile/dialect/vocabularies.js';
import { classify } from '../binding/classify.js';
import { findHolder } from '../binding/collections.js';
import type { BodyName, Material } from '../binding/material.js';
import type { Proposal } from '../proposals/proposal.js';
import { eitherOf, isLeaf, placeAt, placesIn, type Shape } from '../shape/shape.js';
import { at, bound, reads, under } from './bound-places.js';

/** What a proposal is held against. */
interface Known {
  /** The dialect of the profile, complete. */
  readonly filled: JsonObject;
  readonly material: Material;
  readonly misread: ReadonlySet<BoundMessage>;
  readonly proposals: readonly Proposal[];
}

export function isNeeded(proposal: Proposal, known: Known): boolean {
  const { filled, material, misread } = known;
  const [, part = '', name = '', member = ''] = proposal.place;
  switch (part) {
    case 'frames':
      if (name === 'documents' || name === 'split') {
        return JSON.stringify(at(filled, ['frames', name])) !== JSON.stringify(proposal.value);
      }
      // Proposed only where the profile's own tell nothing.
      return true;
    case 'messages':
      return isNamed(name, misread) || !readsMessageMember(name, member, filled, material);
    case 'bodies':
      if (name === 'at') return true;
      return needsBody(name, filled, material) || lacksMember(name, member, known);
    case 'entities':
      return !readsEntityMember(proposal, filled, material);
    case 'words':
      return !isSpoken(name, filled, proposal.value);
    default:
      return true;
  }
}

/** A member that the profile does not find, under a root that is the same as the one proposed. */
function lacksMember(name: string, member: string, { filled, material, proposals }: Known): boolean {
  const shape = shapeOfBody(name, material);
  if (shape === undefined || member === 'at' || member === 'name' || name === 'limits') return false;
  const proposed = (place: readonly string[]): JsonValue | undefined =>
    proposals.find((one) => one.place.join('/') === place.join('/'))?.value;
  const whole = name === 'error' ? '' : at(filled, ['bodies', 'at']);
  const root = at(filled, ['bodies', name, 'at']) ?? whole;
  const wanted = proposed(['dialect', 'bodies', name, 'at']) ?? whole;
  const inner = under(shape, root);
  if (root !== wanted || inner === undefined) return false;
  const found = bound(inner, at(filled, ['bodies', name, member]));
  const better = bound(inner, proposed(['dialect', 'bodies', name, member]));
  // An object of the name of a list may only hold the list.
  return found === undefined || (better?.kinds.has('array') === true && !found.kinds.has('array'));
}

function isNamed(name: string, kinds: ReadonlySet<BoundMessage>): boolean {
  return [...kinds].some((kind) => kind === name);
}

function readsMessageMember(
  name: string,
  member: string,
  filled: JsonObject,
  { messages, commandIds }: Material,
): boolean {
  const form = at(filled, ['messages', name]);
  if (['kind', 'when', 'at'].includes(member)) return true;
  const shape = eitherOf(messages.filter((message) => classify(message) === name).map((message) => message.shape));
  const root = shape === undefined ? undefined : under(shape, at(form, ['at']) ?? at(filled, ['frames', 'at']));
  if (root === undefined) return false;
  if (member !== 'commandId' || commandIds === undefined) return reads(root, at(form, [member]));
  return bound(root, at(form, [member]))?.words.some((word) => commandIds.has(String(word))) ?? false;
}

function shapeOfBody(name: string, { bodies }: Material): Shape | undefined {
  return [...bodies].find(([body]) => body === name)?.[1];
}

/** A body of which the profile finds nothing is bound anew, root and all. */
function needsBody(name: string, filled: JsonObject, material: Material): boolean {
  const shape = shapeOfBody(name, material);
  return shape !== undefined && !readsBody(name, shape, filled);
}

/** The root of answers is looked for anew where the profile's own finds nothing in most of them. */
export function readsMostBodies(filled: JsonObject, { bodies }: Material): boolean {
  const looked = [...bodies].filter(([name]) => name !== 'error' && name !== 'ack');
  const read = looked.filter(([name, shape]) => readsBody(name, shape, filled));
  return looked.length === 0 || read.length * 2 >= looked.length;
}

/** The dialect with the root that is proposed: under another one the bindings of the profile find something else. */
export function rootedBy(proposals: readonly Proposal[], filled: JsonObject): JsonObject {
  const root = proposals.find(({ place }) => place.join('/') === 'dialect/bodies/at')?.value;
  const bodies = filled['bodies'];
  return root === undefined || !isJsonObject(bodies) ? filled : { ...filled, bodies: { ...bodies, at: root } };
}

function readsBody(name: BodyName | string, shape: Shape, filled: JsonObject): boolean {
  const form = at(filled, ['bodies', name]);
  const whole = name === 'error' ? '' : at(filled, ['bodies', 'at']);
  const root = under(shape, at(form, ['at']) ?? whole);
  if (root === undefined || !isJsonObject(form)) return false;
  if (name === 'conditions') return findHolder(root, ['volume_min'])?.length === 0;
  const members = Object.entries(form).filter(([member]) => member !== 'at' && member !== 'name');
  // The whole body is a list that anything has, unless it is one.
  return members.some(([, binding]) => reads(root, binding, 'not-itself'));
}

function readsEntityMember({ place, value }: Proposal, filled: JsonObject, material: Material): boolean {
  const [, , entity = '', member = ''] = place;
  const binding = at(filled, ['entities', entity, member]);
  if (member === 'balanceWhen' || entity === 'balanceWhen') return false;
  const wanted = material.known[entity as keyof Material['known']]?.[member];
  const isValue = (shape: Shape, holder: Shape): boolean =>
    isLeaf(shape) || !isLeaf(placeAt(holder, parsePointer(String(value))) ?? shape);
  const everything = [...material.bodies.values(), ...material.messages.map(({ shape }) => shape)];
  // What the profile finds must be what is known to be there; otherwise any value will do.
  const holders = everything.flatMap((shape) => holdersOf(shape, String(value)));
  return holders.some((shape) => {
    const found = bound(shape, binding);
    return (
      found !== undefined &&
      isValue(found, shape) &&
      (wanted === undefined || found.words.some((word) => String(word) === String(wanted)))
    );
  });
}

/** Every object, in lists and maps too, in which the proposed pointer finds something. */
function holdersOf(shape: Shape, pointer: string, depth: number = 0): readonly Shape[] {
  if (depth > 6 || !pointer.startsWith('/')) return [];
  return placesIn(shape).flatMap(({ shape: one }) => [
    ...(placeAt(one, parsePointer(pointer)) === undefined ? [] : [one]),
    ...[one.items, one.values].flatMap((inner) => (inner === undefined ? [] : holdersOf(inner, pointer, depth + 1))),
  ]);
}

function isSpoken(vocabulary: string, filled: JsonObject, spoken: JsonValue): boolean {
  const list = at(filled, ['words', vocabulary]);
  const known = Object.keys(WORDS).some((one) => one === vocabulary) ? (vocabulary as Vocabulary) : undefined;
  return (
    known !== undefined &&
    isJsonObject(list) &&
    Object.values(list).some((one) => (isJsonArray(one) ? one.includes(spoken) : one === spoken))
  );
}
