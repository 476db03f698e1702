// From what a target showed to proposals: what the profile reads already is left as it is, the rest is looked for.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import { type Vocabulary, WORDS } from '../../profile/dialect/members.js';
import { parsePointer } from '../../profile/dialect/reading/pointer.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { byEvidence, classify } from '../binding/classify.js';
import { findHolder } from '../binding/collections.js';
import type { BodyName, Material, MessageMaterial } from '../binding/material.js';
import { proposeReading } from '../binding/propose-reading.js';
import type { Findings, Proposal } from '../proposals/proposal.js';
import { shapeOfValue, shapeOfValues } from '../shape/of-value.js';
import { eitherOf, isLeaf, placeAt, placesIn, type Shape } from '../shape/shape.js';
import { type UnbatchedMessage, unbatched } from './batches.js';
import { keepStated } from './keep-stated.js';
import { messagesIn } from './messages-in.js';
import type { Samples } from './samples.js';

type Seen = Pick<Samples, 'bodies' | 'known' | 'remarks' | 'instruments' | 'commandIds'> & {
  readonly messages: readonly UnbatchedMessage[];
};

/** `stated` is the part `dialect` of the profile with which the samples were taken. */
export function proposeFromSamples(stated: JsonObject, seen: Samples): Findings {
  const batches = unbatched(seen.messages, seen.hasFramesOfSeveral);
  const samples = { ...seen, messages: batches.messages };
  const filled: JsonObject = fillDialect(stated);
  const messages = messagesOf(stated, samples);
  const misread = new Set(messages.flatMap(({ told, isRead }) => (told === undefined || isRead ? [] : [told])));
  const material = materialOf(samples, messages, keptFrames(filled, messages, misread));
  const isRooted = readsMostBodies(filled, material);
  const reading = proposeReading(
    isRooted ? { ...material, root: stepsOf(at(filled, ['bodies', 'at'])) ?? [] } : material,
  );
  const proposals = [...batches.proposals, ...reading.proposals];
  const { remarks } = reading;
  const ground = { filled: isRooted ? filled : rootedBy(proposals, filled), material, misread, proposals };
  const needed = proposals.filter((proposal) => isNeeded(proposal, ground));
  const kept = keepStated(stated, needed, {
    bodies: seen.bodies,
    frames: seen.messages.map(({ value }, frame) => ({
      value,
      told: messages.flatMap((message) => (message.frame === frame ? (message.told ?? []) : [])),
    })),
    known: seen.known,
    instruments: seen.instruments,
    commandIds: seen.commandIds,
  });
  return {
    proposals: kept.map((one) => completed(one, filled)),
    confirmed: proposals.filter((one) => !kept.includes(one)).map(({ place }) => place),
    remarks: [...new Set([...samples.remarks, ...remarks])],
  };
}

function materialOf(
  { bodies, known, instruments, commandIds }: Seen,
  messages: readonly Told[],
  frames: Material['frames'],
): Material {
  const names = [...new Set(bodies.map(({ body }) => body))];
  const shapes = names.map((name): readonly [BodyName, Shape] => {
    const own = bodies.filter(({ body }) => body === name);
    return [
      name,
      shapeOfValues(
        own.map(({ value }) => value),
        own[0]?.from ?? '',
      ),
    ];
  });
  return {
    bodies: new Map(shapes),
    messages,
    known,
    instruments: [...instruments],
    ...(commandIds.size > 0 && { commandIds }),
    ...(frames !== undefined && { frames }),
  };
}

interface Told extends MessageMaterial {
  /** Which of the frames it came in. */
  readonly frame: number;
  /** What it is, as far as that can be told. */
  readonly told: BoundMessage | undefined;
  /** Whether the profile takes it for that. */
  readonly isRead: boolean;
}

/** What the profile takes a message for stands, unless the interface says that it is another. */
function messagesOf(stated: JsonObject, { messages }: Seen): readonly Told[] {
  // Where it is matters to paths only.
  const dialect = compileDialect(fillDialect(stated), 'http://target.invalid');
  const others = new Set(messages.flatMap(({ isAfterRefusal, value }) => (isAfterRefusal ? [] : [formOf(value)])));
  return messages.map(({ stream, value, from, isAfterRefusal, frame }) => {
    const message: MessageMaterial = {
      stream,
      shape: shapeOfValue(value, from),
      names: [],
      // What came before as well, such as a heartbeat, is no answer to the refused command.
      ...(isAfterRefusal && !others.has(formOf(value)) && { after: 'refusal' }),
    };
    const read = messagesIn(dialect, value)[0]?.kind;
    const kind = read === undefined || read === 'unknown' ? undefined : read;
    const told = byEvidence(message) ?? kind ?? classify(message);
    return { ...message, ...(kind !== undefined && { kind }), frame, told, isRead: told === read };
  });
}

function formOf(value: JsonValue): string {
  return isJsonObject(value) ? Object.keys(value).sort().join() : typeof value;
}

/** The place of the kind is looked for anew only where it tells nothing at all. */
function keptFrames(
  filled: JsonObject,
  messages: readonly Told[],
  misread: ReadonlySet<BoundMessage>,
): Material['frames'] {
  const kinds = messages.flatMap(({ told }) => (told === undefined || told === 'ignored' ? [] : [told]));
  if (kinds.length > 0 && kinds.every((kind) => misread.has(kind))) return undefined;
  const [kind, root] = [at(filled, ['frames', 'kind']), at(filled, ['frames', 'at'])];
  return { kind: stepsOf(kind) ?? null, at: stepsOf(root) ?? [] };
}

function stepsOf(pointers: JsonValue | undefined): readonly string[] | undefined {
  const first = isJsonArray(pointers) ? pointers[0] : pointers;
  return typeof first === 'string' ? parsePointer(first) : undefined;
}

interface Ground {
  /** The dialect of the profile, complete. */
  readonly filled: JsonObject;
  readonly material: Material;
  readonly misread: ReadonlySet<BoundMessage>;
  readonly proposals: readonly Proposal[];
}

function isNeeded(proposal: Proposal, { filled, material, misread, proposals }: Ground): boolean {
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
      return needsBody(name, filled, material) || lacksMember(name, member, filled, material, proposals);
    case 'entities':
      return !readsEntityMember(proposal, filled, material);
    case 'words':
      return !isSpoken(name, filled, proposal.value);
    default:
      return true;
  }
}

/** A member that the profile does not find, under a root that is the same as the one proposed. */
function lacksMember(
  name: string,
  member: string,
  filled: JsonObject,
  { bodies }: Material,
  proposals: readonly Proposal[],
): boolean {
  const shape = [...bodies].find(([body]) => body === name)?.[1];
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

/** A body of which the profile finds nothing is bound anew, root and all. */
function needsBody(name: string, filled: JsonObject, { bodies }: Material): boolean {
  const shape = [...bodies].find(([body]) => body === name)?.[1];
  return shape !== undefined && !readsBody(name, shape, filled);
}

/** The root of answers is looked for anew where the profile's own finds nothing in most of them. */
function readsMostBodies(filled: JsonObject, { bodies }: Material): boolean {
  const looked = [...bodies].filter(([name]) => name !== 'error' && name !== 'ack');
  const read = looked.filter(([name, shape]) => readsBody(name, shape, filled));
  return looked.length === 0 || read.length * 2 >= looked.length;
}

/** The dialect with the root that is proposed: under another one the bindings of the profile find something else. */
function rootedBy(proposals: readonly Proposal[], filled: JsonObject): JsonObject {
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

/** Date-times of the profile stay: those that were seen come beside them. */
function completed(proposal: Proposal, filled: JsonObject): Proposal {
  if (proposal.place[1] !== 'dateTimes' || !isJsonArray(proposal.value)) return proposal;
  const now = at(filled, ['dateTimes']);
  const known = isJsonArray(now) ? now : [];
  return { ...proposal, value: [...known, ...proposal.value.filter((one) => !known.includes(one))] };
}

function at(value: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const step of steps) found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return found;
}

function under(shape: Shape, binding: JsonValue | undefined): Shape | undefined {
  return binding === '' ? shape : bound(shape, binding);
}

function reads(root: Shape, binding: JsonValue | undefined, itself: 'itself' | 'not-itself' = 'itself'): boolean {
  const found = bound(root, binding);
  return found !== undefined && (itself === 'itself' || found !== root || root.kinds.has('array'));
}

/** The first alternative that finds something. */
function bound(shape: Shape, binding: JsonValue | undefined): Shape | undefined {
  const pointer = isJsonObject(binding) ? binding['at'] : binding;
  const alternatives = isJsonArray(pointer) ? pointer : [pointer];
  for (const one of alternatives) {
    if (typeof one !== 'string' || one.startsWith('@') || one.includes('*')) continue;
    const found = placeAt(shape, parsePointer(one));
    if (found !== undefined) return found;
  }
  return undefined;
}
