// What tells a message from all others that came where no word does: a member that only it has, a word that the interface states
// (interface 2.2, 6.3), or a member that it has beside one that it lacks. Whatever is found holds for every message it was learnt from,
// and for none of the others.

import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import { INSTRUMENT_ACTIONS, TRANSACTION_STATUSES } from '../../payload/vocabulary.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { plain } from '../meaning/names.js';
import { isLeaf, placeAt, placesIn, pointerOf, type Shape } from '../shape/shape.js';

type Rule = Readonly<Record<string, JsonValue>>;
type Steps = readonly string[];

/** Undefined where nothing tells it. */
export function tellingMembers(
  kind: BoundMessage,
  shapes: readonly Shape[],
  others: readonly Shape[],
): Rule | undefined {
  const [first] = shapes;
  if (first === undefined) return undefined;
  const has = (shape: Shape, steps: Steps): boolean => placeAt(shape, steps) !== undefined;
  const always = placesIn(first)
    .map(({ steps }) => steps)
    .filter((steps) => steps.length > 0 && steps.length <= DEEPEST && shapes.every((shape) => has(shape, steps)))
    .sort((one, other) => rank(kind, first, one) - rank(kind, first, other));
  const [own] = always.filter((steps) => !others.some((shape) => has(shape, steps)));
  if (own !== undefined && rank(kind, first, own) === 0) return present(own, shapes, kind);
  // A payload may be missing one day (interface 2.2); what the interface demands of the message may not.
  const stated = statedWord(kind, always, shapes, others);
  if (stated !== undefined) return stated;
  // Beside no other message anything would tell it, and would tell any other as well.
  if (others.length === 0) return undefined;
  if (own !== undefined) return present(own, shapes, kind);
  return besideAbsent(always, shapes, others) ?? eachByItsOwn(kind, shapes, others);
}

/** So many forms a message may have, such as the answers to two commands. */
const MOST_FORMS = 3;

/** A member for each form that the message has, where no member is in all of them. */
function eachByItsOwn(kind: BoundMessage, shapes: readonly Shape[], others: readonly Shape[]): Rule | undefined {
  const found = new Set<string>();
  for (const shape of shapes) {
    const own = [...shape.members.keys()]
      .filter((name) => !OF_ANY.test(plain(name)) && !others.some(({ members }) => members.has(name)))
      .sort((one, other) => rank(kind, shape, [one]) - rank(kind, shape, [other]))[0];
    if (own === undefined) return undefined;
    found.add(pointerOf([own]));
  }
  if (found.size > MOST_FORMS) return undefined;
  return { when: [...found].map((at) => ({ [at]: { present: true } })) };
}

/** Deeper members belong to entities, of which another message may have one tomorrow. */
const DEEPEST = 2;

/** Members that any message may have. */
const OF_ANY = /^(id|ref|seq|n|no|nr|ts|at|time|timestamp|tag|cid|meta|v|version|header|command|requestid|commandid)$/;

/** Parts of names that speak for a message. */
const SPEAKING: Readonly<Partial<Record<BoundMessage, RegExp>>> = {
  command_refused: /error|refus|reject|fault|nack|denied|problem|notdone|fail/,
  command_accepted: /accept|subscribed|confirm|ack|done|listening/,
  hmr_snapshot: /^periods$/,
  hmr_update: /^(upsertedperiods|removedperiodids)$/,
  tick: /quote|price|bid|ask|tick/,
  transaction_event: /^payload$|transaction/,
  account_state_event: /equity|accountstate/,
  trading_state_snapshot: /orders|positions/,
  instrument_event: /condition|volumemin/,
};

/** The less, the more it says: the name of the message, what speaks for it, an object of any name, a value, what anything has. */
function rank(kind: BoundMessage, shape: Shape, steps: Steps): number {
  const name = plain(steps.at(-1) ?? '');
  const inner = placeAt(shape, steps);
  const byName =
    name === plain(kind)
      ? 0
      : (SPEAKING[kind]?.test(name) ?? false)
        ? 2
        : OF_ANY.test(name)
          ? 40
          : inner !== undefined && isLeaf(inner)
            ? 20
            : 10;
  return byName + steps.length - 1;
}

function present(steps: Steps, shapes: readonly Shape[], kind: BoundMessage): Rule {
  const at = pointerOf(steps);
  const isWrapper = steps.length === 1 && shapes.every((shape) => isWrapped(shape, steps[0] ?? '', kind));
  return { when: { [at]: { present: true } }, ...(isWrapper && { at }) };
}

/** Whether the message lies in its member: an object that is called like the message, or that stands alone. */
function isWrapped({ members }: Shape, member: string, kind: BoundMessage): boolean {
  const isObject = members.get(member)?.kinds.has('object') ?? false;
  return isObject && (members.size === 1 || plain(member) === plain(kind));
}

const STATED: Readonly<Partial<Record<BoundMessage, readonly [name: string, words: readonly string[]]>>> = {
  transaction_event: ['status', TRANSACTION_STATUSES],
  instrument_event: ['action', INSTRUMENT_ACTIONS],
};

/** All words of a member that the interface states, those too that did not come yet. */
function statedWord(
  kind: BoundMessage,
  always: readonly Steps[],
  shapes: readonly Shape[],
  others: readonly Shape[],
): Rule | undefined {
  const [name, words] = STATED[kind] ?? [];
  if (name === undefined || words === undefined) return undefined;
  const isKnown = (word: JsonPrimitive): boolean => words.some((one) => one === word);
  const spoken = (shape: Shape, steps: Steps): readonly JsonPrimitive[] => placeAt(shape, steps)?.words ?? [];
  const found = always.find(
    (steps) =>
      steps.at(-1) === name &&
      shapes.every((shape) => spoken(shape, steps).some(isKnown)) &&
      !others.some((shape) => spoken(shape, steps).some(isKnown)),
  );
  return found && { when: { [pointerOf(found)]: [...words] } };
}

/** A member that others have as well, each of them beside one that this message never has. */
function besideAbsent(always: readonly Steps[], shapes: readonly Shape[], others: readonly Shape[]): Rule | undefined {
  for (const steps of always) {
    if (OF_ANY.test(plain(steps.at(-1) ?? ''))) continue;
    const alike = others.filter((shape) => placeAt(shape, steps) !== undefined);
    const [one] = alike;
    if (one === undefined) continue;
    const lacked = [...one.members.keys()].find(
      (name) =>
        !OF_ANY.test(plain(name)) &&
        alike.every(({ members }) => members.has(name)) &&
        !shapes.some(({ members }) => members.has(name)),
    );
    if (lacked !== undefined) {
      return { when: { [pointerOf(steps)]: { present: true }, [pointerOf([lacked])]: { absent: true } } };
    }
  }
  return undefined;
}
