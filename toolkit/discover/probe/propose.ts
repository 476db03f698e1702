// From what a target showed to proposals: what the profile reads already is left as it is, the rest is looked for.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { byEvidence, classify } from '../binding/classify.js';
import type { BodyName, Material, MessageMaterial } from '../binding/material.js';
import { proposeReading } from '../binding/propose-reading.js';
import type { Findings, Proposal } from '../proposals/proposal.js';
import { shapeOfValue, shapeOfValues } from '../shape/of-value.js';
import type { Shape } from '../shape/shape.js';
import { type UnbatchedMessage, unbatched } from './batches.js';
import { at, stepsOf } from './bound-places.js';
import { isNeeded, readsMostBodies, rootedBy } from './is-needed.js';
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

/** Date-times of the profile stay: those that were seen come beside them. */
function completed(proposal: Proposal, filled: JsonObject): Proposal {
  if (proposal.place[1] !== 'dateTimes' || !isJsonArray(proposal.value)) return proposal;
  const now = at(filled, ['dateTimes']);
  const known = isJsonArray(now) ? now : [];
  return { ...proposal, value: [...known, ...proposal.value.filter((one) => !known.includes(one))] };
}
