// Edits of what a speech says, by what stands there and not by where: both dialects are edited alike, before any rule of a fault.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { DomainEvent, Operation } from '../../domain.js';
import type { Speech } from '../../speech/speech.js';

export type SpeechEdit = (speech: Speech) => Speech;
export type Entity = 'order' | 'position' | 'deal' | 'account_state' | 'conditions' | 'hmr_period';

/** Edits the messages of some kinds; `event` is what they tell of. */
export function telling(
  kinds: readonly DomainEvent['kind'][] | 'all',
  edit: (message: JsonObject, event: DomainEvent) => JsonObject,
): SpeechEdit {
  return (speech) => ({
    ...speech,
    event: (event) => {
      const message = speech.event(event);
      const isMeant = message !== undefined && (kinds === 'all' || kinds.includes(event.kind));
      return isMeant ? edit(message, event) : message;
    },
  });
}

type Answering = 'ack' | 'refusal' | Exclude<Operation & keyof Speech, 'placeOrder'>;

/** Edits one sort of answer, whole. */
export function answering(name: Answering, edit: (body: JsonValue) => JsonValue): SpeechEdit {
  return (speech) => {
    const write = speech[name] as (...args: readonly unknown[]) => JsonValue; // Each takes what it takes and writes JSON.
    return { ...speech, [name]: (...args: readonly unknown[]) => edit(write(...args)) };
  };
}

const ANSWERS = ['operationStatus', 'account', 'instruments', 'conditions', 'limits', 'snapshot'] as const;

/** Edits every message and every answer of success, whole. */
export function allSpoken(edit: (value: JsonValue) => JsonValue): SpeechEdit {
  const edits = [...ANSWERS, 'orderHistory' as const, 'dealHistory' as const].map((name) => answering(name, edit));
  const events = telling('all', (message) => objectOr(edit(message), message));
  return (speech) => [...edits, events].reduce((said, step) => step(said), speech);
}

/** Edits the entities of one sort wherever they are spoken of. */
export function speakingOf(sort: Entity, edit: (entity: JsonObject) => JsonObject): SpeechEdit {
  return allSpoken((value) => everyObject(value, (object) => (entityOf(object) === sort ? edit(object) : object)));
}

/** The same value with each object in it edited, from the innermost to the outermost. */
export function everyObject(value: JsonValue, edit: (object: JsonObject) => JsonObject): JsonValue {
  if (isJsonArray(value)) return value.map((item) => everyObject(item, edit));
  if (!isJsonObject(value)) return value;
  return edit(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, everyObject(member, edit)])));
}

/** An object without some of its members. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** An object with those members alone. */
export function only(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** An object whose members have other names; those that are not named keep theirs. */
export function renamed(object: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [names[name] ?? name, member]));
}

export function objectOr(value: JsonValue | undefined, otherwise: JsonObject): JsonObject {
  return isJsonObject(value) ? value : otherwise;
}

/** What an object of either dialect stands for, by members that no other has. */
function entityOf(object: JsonObject): Entity | undefined {
  const has = (name: string): boolean => Object.hasOwn(object, name);
  if (has('deal_id') || has('sort')) return 'deal';
  if (has('volume_step')) return 'conditions';
  if (has('equity')) return 'account_state';
  if (has('period_id') || has('pid')) return 'hmr_period';
  if ((has('order_id') && has('side')) || (has('kind') && has('no'))) return 'order';
  return (has('position_id') && has('side')) || (has('no') && has('phase')) ? 'position' : undefined;
}
