// How the messages of a target are told apart: by a word in one place, or by a member that only they have.
import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import { EVENT_KINDS } from '../../profile/dialect/dialect.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { plain } from '../meaning/names.js';
import { placeAt, placesIn, pointerOf, type Shape } from '../shape/shape.js';

export type Classes = ReadonlyMap<BoundMessage, readonly Shape[]>;

export interface Recognised {
  /** Where the kind stands; null where members tell it. */
  readonly kind: string | null;
  /** By message: what a profile states of its recognition. */
  readonly rules: ReadonlyMap<BoundMessage, Readonly<Record<string, JsonValue>>>;
}

const KIND_NAMES = [
  'type',
  'kind',
  'event',
  'eventtype',
  'messagetype',
  'msgtype',
  'topic',
  'channel',
  'msg',
  'name',
  'e',
  't',
  'ev',
  'k',
];
const DEEPEST_KIND = 3;
/** So much of all messages must name their kind in one place. */
const ENOUGH = 0.7;

export function recognise(classes: Classes): Recognised {
  const kind = kindPlace(classes);
  const rules = new Map<BoundMessage, Readonly<Record<string, JsonValue>>>();
  for (const [name, shapes] of classes) {
    const words = kind === undefined ? [] : wordsAt(shapes, kind);
    const others =
      kind === undefined ? [] : [...classes].flatMap(([other, its]) => (other === name ? [] : wordsAt(its, kind)));
    const isOwn = words.length > 0 && words.every((word) => !others.includes(word));
    if (isOwn) {
      rules.set(name, { kind: words.length === 1 ? (words[0] ?? null) : [...words] });
      continue;
    }
    const member = ownMember(name, shapes, classes);
    if (member !== undefined) {
      const isWrapper = shapes.every((shape) => isWrapped(shape, member, name));
      rules.set(name, {
        when: { [pointerOf([member])]: { present: true } },
        ...(isWrapper && { at: pointerOf([member]) }),
      });
    }
  }
  return { kind: kind === undefined ? null : pointerOf(kind), rules };
}

/** Whether the message lies in its member: an object that is called like the message, or that stands alone. */
function isWrapped({ members }: Shape, member: string, kind: BoundMessage): boolean {
  const isObject = members.get(member)?.kinds.has('object') ?? false;
  return isObject && (members.size === 1 || plain(member) === plain(kind));
}

/** The place whose words tell most messages apart. */
function kindPlace(classes: Classes): readonly string[] | undefined {
  const all = [...classes.values()].flat();
  const candidates = new Map(
    all
      .flatMap((shape) => placesIn(shape))
      .filter(
        ({ steps, shape }) =>
          steps.length > 0 && steps.length <= DEEPEST_KIND && shape.words.length > 0 && shape.members.size === 0,
      )
      .filter(({ steps, shape }) => !isEcho(classes, steps) && !isProse(steps, shape))
      .map(({ steps }) => [pointerOf(steps), steps] as const),
  );
  const scored = [...candidates.values()].map((steps) => ({ steps, score: kindScore(classes, steps) }));
  const [best] = scored.filter(({ score }) => score >= ENOUGH).sort((one, other) => other.score - one.score);
  return best?.steps;
}

/** Sentences tell no messages apart, nor does what an error says, however often it is the same. */
function isProse(steps: readonly string[], { words }: Shape): boolean {
  return (
    /^(error)?(message|text|reason|description|detail|code)$/.test(plain(steps.at(-1) ?? '')) ||
    words.some((word) => typeof word === 'string' && /\s/.test(word.trim()))
  );
}

function kindScore(classes: Classes, steps: readonly string[]): number {
  const spoken = [...classes.values()].map((shapes) => {
    const words = wordsAt(shapes, steps);
    // A counter is another one in every message.
    return words.length > 1 && words.length === shapes.length ? [] : words;
  });
  const rank = KIND_NAMES.indexOf(plain(steps.at(-1) ?? ''));
  // Where one kind was seen there is nothing to tell apart, and numbers that never repeat count messages.
  const all = [...classes.values()].flat().flatMap((shape) => placeAt(shape, steps)?.words ?? []);
  const isCounter = all.every((word) => typeof word === 'number') && new Set(all).size === all.length;
  if (rank === -1 && (classes.size === 1 || isCounter)) return 0;
  const counts = new Map<JsonPrimitive, number>();
  for (const words of spoken) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const telling = spoken.filter(
    (words) => words.length > 0 && words.length <= 3 && words.every((word) => counts.get(word) === 1),
  );
  // A name says less than the words, and decides only between places that tell as much.
  return telling.length / classes.size + (rank === -1 ? 0 : 0.05 - rank / 1000) - steps.length / 1000;
}

/** The answer to a command may repeat what it asked for. */
function isEcho(classes: Classes, steps: readonly string[]): boolean {
  const answers = (['command_accepted', 'command_refused'] as const).flatMap((kind) => classes.get(kind) ?? []);
  const words = answers.flatMap((shape) => placeAt(shape, steps)?.words ?? []);
  return words.some((word) => EVENT_KINDS.some((kind) => kind === word));
}

function wordsAt(shapes: readonly Shape[], steps: readonly string[]): readonly JsonPrimitive[] {
  const words = shapes.map((shape) => placeAt(shape, steps)?.words ?? []);
  return words.some((list) => list.length === 0) ? [] : [...new Set(words.flat())];
}

/** A member at the top that all messages of the class have and no other message has; the one that is called like it first. */
function ownMember(kind: BoundMessage, shapes: readonly Shape[], classes: Classes): string | undefined {
  const others = [...classes].filter(([other]) => other !== kind).flatMap(([, its]) => its);
  const [first] = shapes;
  const own = [...(first?.members.keys() ?? [])].filter(
    (name) => shapes.every(({ members }) => members.has(name)) && !others.some(({ members }) => members.has(name)),
  );
  return own.find((name) => plain(name) === plain(kind)) ?? own[0];
}
