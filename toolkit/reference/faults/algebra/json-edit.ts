// Edits of a rendered message or body at a place in it. A place is a path of member names; `*` stands for every item of a list.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { DomainEvent, Operation } from '../../domain.js';
import type { Rules } from '../../rules/rules.js';
import { type Change, editing } from './change.js';
import { amended } from './edits.js';

/** Undefined takes the value away. */
export type JsonEdit = (value: JsonValue) => JsonValue | undefined;

export const remove: JsonEdit = () => undefined;

/** The same value with what lies at `path` edited; where nothing lies there, nothing changes. */
export function editAt(value: JsonValue, path: readonly string[], edit: JsonEdit): JsonValue {
  return edited(value, path, edit) ?? null;
}

function edited(value: JsonValue, path: readonly string[], edit: JsonEdit): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return edit(value);
  if (isJsonArray(value)) {
    return step === '*' ? value.map((item) => edited(item, rest, edit)).filter((item) => item !== undefined) : value;
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
  const { [step]: member, ...others } = value;
  const changed = member === undefined ? undefined : edited(member, rest, edit);
  return changed === undefined ? others : { ...value, [step]: changed };
}

/** Edits every message of a kind at a place such as `payload/orders/*`. */
export function editingMessage(kind: DomainEvent['kind'], place: string, edit: JsonEdit): Change {
  return amendingMessage(kind, (message) => editAt(message, steps(place), edit));
}

/** Replaces every message of a kind. */
export function amendingMessage(
  kind: DomainEvent['kind'],
  amend: (message: JsonObject, ...rest: RestOfAmend) => JsonValue,
): Change {
  return editing({
    amendMessage: amended((before, _message, event, connection) =>
      event.kind === kind && isJsonObject(before) ? amend(before, event, connection) : before,
    ),
  });
}

type RestOfAmend = Parameters<Rules['amendMessage']> extends [JsonObject, ...infer Rest] ? Rest : never;

/** Edits the answers of an operation with a status in the hundred of `status` at a place such as `error/code`. */
export function editingBody(
  operation: Operation | 'any',
  status: 200 | 400 | 'any',
  place: string,
  edit: JsonEdit,
): Change {
  const isMeant = (of: number): boolean => status === 'any' || (status === 200 ? of < 300 : of >= 400);
  return editing({
    amendBody: amended((before, _body, answer) =>
      (operation === 'any' || answer.operation === operation) && isMeant(answer.status)
        ? editAt(before, steps(place), edit)
        : before,
    ),
  });
}

function steps(place: string): readonly string[] {
  return place === '' ? [] : place.split('/');
}
