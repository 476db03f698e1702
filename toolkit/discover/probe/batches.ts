// Frames that hold a list of messages (open: interface 4.5): where the list lies, and the messages as the dialect takes them out, each
// the frame with the list replaced by one of its items.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { isBatch } from '../../profile/dialect/reading/frames.js';
import type { Proposal } from '../proposals/proposal.js';
import type { SeenMessage } from './samples.js';

/** Fewer frames may have a list in common by chance, such as two of one kind. */
const ENOUGH = 4;

export interface UnbatchedMessage extends SeenMessage {
  /** Which of the frames it came in. */
  readonly frame: number;
}

export interface Unbatched {
  readonly messages: readonly UnbatchedMessage[];
  readonly proposals: readonly Proposal[];
}

export function unbatched(seen: readonly SeenMessage[], hasFramesOfSeveral: boolean): Unbatched {
  const frames = seen.map((one, frame) => ({ ...one, frame, value: byPlace(one.value) }));
  const list = listOf(frames);
  const reason = 'frames hold several JSON documents';
  const documents = hasFramesOfSeveral ? [proposal('documents', 'several', reason)] : [];
  if (list === undefined) return { messages: frames, proposals: documents };
  const messages = frames.flatMap((frame) =>
    itemsOf(frame, list).map((item) => ({ ...frame, value: { ...(frame.value as JsonObject), [list]: item } })),
  );
  const listed = `every frame has a list of messages there, such as one of ${frames[0]?.from ?? ''}`;
  return { messages, proposals: [...documents, proposal('split', `/${list}`, listed)] };
}

/** A message written as a list, ["tick", {...}], with its places for names: pointers lead through it alike. */
function byPlace(value: JsonValue): JsonValue {
  if (!isJsonArray(value)) return value;
  return isBatch(value) ? value : Object.fromEntries(value.map((item, place) => [place, item]));
}

/** A member that every frame has, and in every frame is a list of objects. */
function listOf(frames: readonly SeenMessage[]): string | undefined {
  const [first] = frames;
  if (frames.length < ENOUGH || !isJsonObject(first?.value)) return undefined;
  return Object.keys(first.value).find((name) => frames.every((frame) => itemsOf(frame, name).length > 0));
}

function itemsOf({ value }: SeenMessage, name: string): readonly JsonObject[] {
  const list = isJsonObject(value) ? value[name] : undefined;
  return isJsonArray(list) && list.every(isJsonObject) ? list : [];
}

function proposal(member: string, value: string, reason: string): Proposal {
  return { place: ['dialect', 'frames', member], value, reason, confidence: 'likely' };
}
