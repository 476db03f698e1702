// A situation: something that must have happened at least once before a soak may claim to have met it.
import { isSuccessful } from '../../../toolkit/base/is-successful.js';
import type { Answer, Call, Entry, Message } from '../../../toolkit/checkers/index.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { ControlActionName } from '../../../toolkit/profile/control/actions.js';
import { isMutating } from '../../../toolkit/profile/dialect/dialect.js';
import type { Claim } from '../../../toolkit/profile/profile.js';
import type { Scene, SceneOperation } from './scene.js';

export interface Situation {
  readonly id: string;
  /** What happened, in one sentence. */
  readonly sentence: string;
  /** Control actions and claims without which it cannot be brought about. */
  readonly needs?: readonly (ControlActionName | Claim)[];
  /** Whether the record is its moment; the scene is that before the record. */
  readonly sees: (entry: Entry, scene: Scene) => boolean;
}

/** A request leaves, of this kind where one is named. */
export function leaves(entry: Entry, request?: string): entry is Call {
  return entry.type === 'call' && (request === undefined || entry.request === request);
}

export function leavesToChange(entry: Entry): entry is Call {
  return entry.type === 'call' && isMutating(entry.request);
}

/** An answer of success came, to a request of this kind where one is named. */
export function comes(entry: Entry, request?: string): entry is Answer {
  return entry.type === 'answer' && isSuccessful(entry.status) && (request === undefined || entry.request === request);
}

/** A result was delivered. */
export function tells(entry: Entry, status?: string): entry is Message {
  return (
    entry.type === 'message' &&
    entry.kind === 'transaction_event' &&
    (status === undefined || memberOf(entry.view, 'status') === status)
  );
}

/** The operation that an event or a reading of status is about. */
export function operationOf(entry: Answer | Message, scene: Scene): SceneOperation | undefined {
  if (entry.type === 'message') {
    return entry.operationId === undefined ? undefined : scene.operations.get(entry.operationId);
  }
  const asked = memberOf(scene.calls.get(entry.call)?.params, 'operationId');
  return typeof asked === 'string' ? scene.operations.get(asked) : undefined;
}

/** An operation without a result, of this kind where one is named. */
export function isWaiting(scene: Scene, request?: string): boolean {
  for (const one of scene.unfinished.values()) if (request === undefined || one.request === request) return true;
  return false;
}

/** A request that changes something is on its way, of this kind where one is named. */
export function isOnItsWay(scene: Scene, request?: string): boolean {
  for (const call of scene.calls.values()) {
    if (request === undefined ? isMutating(call.request) : call.request === request) return true;
  }
  return false;
}

/** On its way or without a result. */
export function isUnderWay(scene: Scene, request?: string): boolean {
  return isOnItsWay(scene, request) || isWaiting(scene, request);
}

export function performs(entry: Entry, action: ControlActionName): boolean {
  return entry.type === 'control' && entry.action === action;
}

export function wasPerformed(scene: Scene, action: ControlActionName): boolean {
  return scene.performed.has(action);
}

/** The code of a refusal or of a final error, or its name. */
export function saysOf(entry: Answer | Message, name: string): boolean {
  const view = entry.view;
  return ['code', 'message', 'errorCode', 'errorMessage'].some((member) => memberOf(view, member) === name);
}
