// How the messages of a target are told apart: by a word in one place, or by a member that only they have.
import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import { EVENT_KINDS } from '../../profile/dialect/dialect.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { plain } from '../meaning/names.js';
import { placeAt, placesIn, pointerOf, type Shape } from '../shape/shape.js';
import { tellingMembers } from './telling-members.js';

export type Classes = ReadonlyMap<BoundMessage, readonly Shape[]>;

export interface Recognised {
  /** Where the kind stands; null where members tell every message; undefined where neither tells them all. */
  readonly kind: string | null | undefined;
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

/**
 * `strangers` came, too, and nobody knows what they are: what tells a message must not be in them. `known` is the place of the kind where
 * it is settled, null where there is none.
 */
export function recognise(
  classes: Classes,
  strangers: readonly Shape[] = [],
  instruments: readonly string[] = [],
  known?: readonly string[] | null,
): Recognised {
  const kind = known === undefined ? kindPlace(classes, strangers, instruments) : (known ?? undefined);
  const rules = new Map<BoundMessage, Readonly<Record<string, JsonValue>>>();
  for (const [name, shapes] of classes) {
    const words = kind === undefined ? undefined : ownWords(name, kind, classes);
    if (words !== undefined) rules.set(name, { kind: words.length === 1 ? (words[0] ?? null) : [...words] });
    else {
      const told = tellingMembers(name, shapes, othersOf(name, classes, strangers));
      if (told !== undefined) rules.set(name, told);
    }
  }
  if (kind !== undefined) return { kind: pointerOf(kind), rules };
  // A message that nobody understands may be the one whose kind stands where nobody looked.
  const isTold = strangers.length === 0 && [...classes.keys()].every((name) => name === 'ignored' || rules.has(name));
  return { kind: isTold ? null : undefined, rules };
}

function othersOf(kind: BoundMessage, classes: Classes, strangers: readonly Shape[]): readonly Shape[] {
  return [...[...classes].filter(([other]) => other !== kind).flatMap(([, shapes]) => shapes), ...strangers];
}

/** Messages of which every one looks the same: of two words, one stands for something else. */
const OF_ONE_FORM: readonly BoundMessage[] = ['trading_state_snapshot', 'account_state_event', 'hmr_snapshot', 'tick'];

/** The words at the place of the kind that this message alone has there; undefined where another has them, too, or has others. */
function ownWords(
  name: BoundMessage,
  place: readonly string[],
  classes: Classes,
): readonly JsonPrimitive[] | undefined {
  const words = wordsAt(classes.get(name) ?? [], place);
  const others = [...classes].flatMap(([other, its]) =>
    other === name ? [] : its.flatMap((one) => placeAt(one, place)?.words ?? []),
  );
  if (words.length === 0 || words.some((word) => others.includes(word))) return undefined;
  return words.length > 1 && OF_ONE_FORM.includes(name) ? undefined : words;
}

/** The place whose words tell most messages apart. */
function kindPlace(
  classes: Classes,
  strangers: readonly Shape[],
  instruments: readonly string[],
): readonly string[] | undefined {
  const all = [...classes.values()].flat();
  const candidates = new Map(
    all
      .flatMap((shape) => placesIn(shape))
      .filter(
        ({ steps, shape }) =>
          steps.length > 0 && steps.length <= DEEPEST_KIND && shape.words.length > 0 && shape.members.size === 0,
      )
      .filter(({ steps, shape }) => !isEcho(classes, steps) && !isProse(steps, shape))
      .filter(({ shape }) => !shape.words.some((word) => instruments.some((name) => name === word)))
      .map(({ steps }) => [pointerOf(steps), steps] as const),
  );
  const scored = [...candidates.values()].map((steps) => ({ steps, score: kindScore(classes, strangers, steps) }));
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

function kindScore(classes: Classes, strangers: readonly Shape[], steps: readonly string[]): number {
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
  // Some have no kind at all, as answers that are known by the id of their command: their own members tell them.
  const silent = [...classes].filter(
    ([name, shapes]) =>
      shapes.every((shape) => placeAt(shape, steps) === undefined) &&
      tellingMembers(name, shapes, othersOf(name, classes, strangers)) !== undefined,
  );
  const isNamed = rank !== -1 && telling.length >= LEAST_TOLD && telling.length > silent.length;
  // A name says less than the words, and decides only between places that tell as much.
  return (
    (telling.length + (isNamed ? silent.length : 0)) / classes.size +
    (rank === -1 ? 0 : 0.05 - rank / 1000) -
    steps.length / 1000
  );
}

/** Of fewer messages the words may differ by chance, as values of any member do. */
const LEAST_TOLD = 3;

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
