// Edits of a rendered message or body at a place in it. A place is a path of member names; `*` stands for every item of a list.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import type { DomainEvent, Operation } from '../domain.js';
import type { Rules } from '../rules/rules.js';
import { changing } from './change.js';
import type { Fault } from './fault.js';

/** Undefined takes the value away. */
export type Edit = (value: JsonValue) => JsonValue | undefined;

export const remove: Edit = () => undefined;

/** The same value with what lies at `path` edited; where nothing lies there, nothing changes. */
export function editAt(value: JsonValue, path: readonly string[], edit: Edit): JsonValue {
  return edited(value, path, edit) ?? null;
}

function edited(value: JsonValue, path: readonly string[], edit: Edit): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) {
    return edit(value);
  }
  if (isJsonArray(value)) {
    return step === '*' ? value.map((item) => edited(item, rest, edit)).filter((item) => item !== undefined) : value;
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) {
    return value;
  }
  const { [step]: member, ...others } = value;
  const changed = member === undefined ? undefined : edited(member, rest, edit);
  return changed === undefined ? others : { ...value, [step]: changed };
}

/** Edits every message of a kind at a place such as `payload/orders/*`. */
export function editingMessage(kind: DomainEvent['kind'], place: string, edit: Edit): Fault['change'] {
  return amendingMessage(kind, (message) => editAt(message, steps(place), edit));
}

/** Replaces every message of a kind. */
export function amendingMessage(
  kind: DomainEvent['kind'],
  amend: (message: JsonObject, ...rest: RestOfAmend) => JsonValue,
): Fault['change'] {
  return changing('amendMessage', (honest) => (message, event, connection) => {
    const before = honest(message, event, connection);
    return event.kind === kind && isJsonObject(before) ? amend(before, event, connection) : before;
  });
}

type RestOfAmend = Parameters<Rules['amendMessage']> extends [JsonObject, ...infer Rest] ? Rest : never;

/** Edits the answers of an operation with a status in the hundred of `status` at a place such as `error/code`. */
export function editingBody(
  operation: Operation | 'any',
  status: 200 | 400 | 'any',
  place: string,
  edit: Edit,
): Fault['change'] {
  return changing('amendBody', (honest) => (body, answer) => {
    const before = honest(body, answer);
    const fits =
      (operation === 'any' || answer.operation === operation) &&
      (status === 'any' || (status === 200 ? answer.status < 300 : answer.status >= 400));
    return fits ? editAt(before, steps(place), edit) : before;
  });
}

function steps(place: string): readonly string[] {
  return place === '' ? [] : place.split('/');
}
