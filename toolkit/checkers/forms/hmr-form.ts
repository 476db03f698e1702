// Interface 6.2: HMR messages carry their members at the top level, without payload wrapper and without event_time. Judged on the
// message as it came, since a reader that unwraps hides exactly this.

import { decodeDocuments } from '../../payload/decode-body.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { sameJson } from '../../payload/same-json.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { type Checker, stateless } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import { show } from '../ledger/views.js';

/** No frame that is meant for anybody nests deeper. */
const DEEPEST = 8;

interface Form {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly holds: (message: JsonObject) => boolean;
}

/** The form of a collection is left open: a list, or a map by identifier. */
const isCollection = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || isJsonArray(value) || isJsonObject(value);

/** Converters write a list of one as the one. */
const isCollectionOrOne = (value: JsonValue | undefined): boolean =>
  isCollection(value) || typeof value === 'string' || typeof value === 'number';

/** Whether a list may be empty is left open; one that is left out because it is empty is tolerated. */
const carriesEither = (message: JsonObject): boolean =>
  Object.hasOwn(message, 'upserted_periods') || Object.hasOwn(message, 'removed_period_ids');

/** What both messages owe at their top level. */
const atTopLevel = (noWrapper: RequirementId, noEventTime: RequirementId): readonly Form[] => [
  { requirement: noWrapper, expected: 'no payload wrapper', holds: (message) => !Object.hasOwn(message, 'payload') },
  { requirement: noEventTime, expected: 'no event_time', holds: (message) => !Object.hasOwn(message, 'event_time') },
];

const FORMS: Readonly<Record<'hmr_snapshot' | 'hmr_update', readonly Form[]>> = {
  hmr_snapshot: [
    ...atTopLevel('hmr.snapshot-no-payload-wrapper', 'hmr.snapshot-no-event-time'),
    {
      requirement: 'hmr.snapshot-periods',
      expected: 'periods at the top level',
      holds: (message) => Object.hasOwn(message, 'periods'),
    },
  ],
  hmr_update: [
    ...atTopLevel('hmr.update-no-payload-wrapper', 'hmr.update-no-event-time'),
    {
      requirement: 'hmr.update-upserted',
      expected: 'upserted_periods at the top level, as a collection',
      holds: (message) => carriesEither(message) && isCollection(message['upserted_periods']),
    },
    {
      requirement: 'hmr.update-removed',
      expected: 'removed_period_ids at the top level, as a collection or the identifier of one',
      holds: (message) => carriesEither(message) && isCollectionOrOne(message['removed_period_ids']),
    },
  ],
};

export const hmrForm: Checker = stateless({
  name: 'hmr-form',
  sees: ['hmr_snapshot', 'hmr_update'],
  summary: 'HMR messages carry their members at the top level, without wrapper and event_time',
  requirements: Object.values(FORMS)
    .flat()
    .map(({ requirement }) => requirement),
  see(entry, { findings }) {
    if (entry.type !== 'message' || (entry.kind !== 'hmr_snapshot' && entry.kind !== 'hmr_update')) return;
    const message = asItCame(entry);
    if (message === undefined) return;
    for (const { requirement, expected, holds } of FORMS[entry.kind]) {
      findings.judge(requirement, holds(message), () => ({
        message: `an ${entry.kind} is not of the required form`,
        expected,
        actual: show(message),
        evidence: [entry.i],
      }));
    }
  },
});

/** The frame where it is one message, else the one of its parts that the dialect took the message from. */
function asItCame({ raw, message }: Message): JsonObject | undefined {
  const frame = raw === undefined ? undefined : parse(raw);
  const carrier = frame === undefined ? undefined : carrierOf(message, frame, frame);
  if (isJsonObject(carrier)) return carrier;
  return isJsonObject(frame) && !isBatch(frame) ? frame : isJsonObject(message) ? message : undefined;
}

/** What was delivered with the message in it: a frame may be a list of messages, or hold one, beside members of its own (open). */
function carrierOf(message: JsonValue, value: JsonValue, carrier: JsonValue, depth = 0): JsonValue | undefined {
  if (sameJson(value, message)) return carrier;
  if (depth === DEEPEST || typeof value !== 'object' || value === null) return undefined;
  for (const child of Object.values(value)) {
    const found = carrierOf(message, child, isJsonArray(value) ? child : carrier, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A dialect of code may have changed the message, so that nothing in the frame is the same. */
function isBatch(frame: JsonObject): boolean {
  return Object.values(frame).some((value) => isJsonArray(value) && value.some(isJsonObject));
}

/** A frame may hold several documents, like a list. */
function parse(raw: string): JsonValue | undefined {
  const { documents } = decodeDocuments(Buffer.from(raw), true);
  return documents?.length === 1 ? documents[0] : documents && [...documents];
}
