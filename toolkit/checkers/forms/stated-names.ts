// Names and words that the interface states, in the messages as they came: what a binding of the profile reads elsewhere is read on,
// and found here. A value holds when some member of the stated name has it, wherever it lies. Names of HMR messages: `hmr-form.ts`.

import { mapValues } from '../../base/map-values.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import { sameJson } from '../../payload/same-json.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import { PAYLOAD, STATED_NAMES } from '../../profile/dialect/stated-names.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import { type Checker, type CheckerContext, stateless } from '../checker.js';
import { type Answer, type Entry, isSuccess, type Message } from '../ledger/entry.js';
import { listOf, show } from '../ledger/views.js';

const ACK = 'ack.member-names';
const ENVELOPE = 'transactions.member-names';
const FIGURES = 'account-state.figure-names';
const CONDITIONS = 'configuration.condition-names';
const OPERATION = 'operations.member-names';
const ACTION = 'instruments.action-name';
const ERROR = 'errors.member-names';
const WORDS = 'transactions.stated-words';
const ENTITIES = 'transactions.payload-entity-names';
const ATTRIBUTES = 'guards.attribute-names';

/** A gateway may refuse with other statuses, and in a form of its own. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);
const DEEPEST = 32;

type Part = keyof typeof STATED_NAMES;

/** By part, each member of a view with its names on the wire. */
const NAMES = mapValues(STATED_NAMES, ({ names }) => Object.entries(names));

/** What one message shows: the view as the profile reads it, beside the JSON in which the stated names must stand. */
interface Shown {
  readonly part: Part;
  readonly requirement: RequirementId;
  readonly view: JsonValue | undefined;
  readonly within: JsonValue;
}

export const statedNames: Checker = stateless({
  name: 'stated-names',
  sees: ['answer', 'message'],
  summary: 'members that the interface names have these names, and its words are spelled as it spells them',
  requirements: [ACK, ENVELOPE, FIGURES, CONDITIONS, OPERATION, ACTION, ERROR, WORDS],
  see(entry, context) {
    for (const shown of shownIn(entry)) judgeNames(shown, entry, context);
    if (entry.type !== 'message') return;
    judgeWords(entry, context);
    judgePayload(entry, context);
  },
});

export const suggestedNames: Checker = stateless({
  name: 'suggested-names',
  sees: ['answer', 'transaction_event'],
  summary: 'entities of a payload and attributes of an account go by the names that the interface uses',
  requirements: [ENTITIES, ATTRIBUTES],
  see(entry, context) {
    if (entry.type === 'answer' && entry.request === 'account' && isSuccess(entry)) {
      const { view, body } = entry;
      judgeNames({ part: 'account', requirement: ATTRIBUTES, view, within: body }, entry, context);
    }
    if (entry.type === 'message' && entry.kind === 'transaction_event') judgeEntities(entry, context);
  },
});

function shownIn(entry: Entry): readonly Shown[] {
  if (entry.type === 'answer') return shownInAnswer(entry);
  if (entry.type !== 'message') return [];
  const { view, message } = entry;
  switch (entry.kind) {
    case 'transaction_event':
      return [
        { part: 'envelope', requirement: ENVELOPE, view, within: withoutPayload(message) },
        { part: 'accountState', requirement: FIGURES, view: memberOf(view, 'accountState'), within: message },
      ];
    case 'account_state_event':
      return [{ part: 'accountState', requirement: FIGURES, view, within: message }];
    case 'instrument_event':
      return [
        { part: 'instrumentEvent', requirement: ACTION, view, within: message },
        { part: 'conditions', requirement: CONDITIONS, view: memberOf(view, 'conditions'), within: message },
      ];
    default:
      return [];
  }
}

function shownInAnswer(entry: Answer): readonly Shown[] {
  const { view, body, request } = entry;
  if (!isSuccess(entry)) {
    const isJudged = REFUSALS.has(entry.status) && !request.endsWith('Stream');
    return isJudged ? [{ part: 'error', requirement: ERROR, view, within: body }] : [];
  }
  if (isMutating(request)) return [{ part: 'ack', requirement: ACK, view, within: body }];
  if (request === 'operationStatus') return [{ part: 'operation', requirement: OPERATION, view, within: body }];
  return request === 'conditions' ? [{ part: 'conditions', requirement: CONDITIONS, view, within: body }] : [];
}

/** Entities have members of their own, whose names are open and may be the same. */
function withoutPayload(message: JsonValue): JsonValue {
  if (!isJsonObject(message) || !Object.hasOwn(message, PAYLOAD)) return message;
  const { [PAYLOAD]: _, ...envelope } = message;
  return envelope;
}

function judgeNames({ part, requirement, view, within }: Shown, entry: Entry, context: CheckerContext): void {
  const { section } = STATED_NAMES[part];
  for (const [member, allowed] of NAMES[part]) {
    const value = memberOf(view, member);
    if (value === undefined || value === null) continue;
    const holds = allowed.some((name) => hasNamed(within, name, value));
    context.findings.judge(requirement, holds, () => ({
      message: `the profile reads ${allowed[0]} from a member of another name, which interface ${section} does not leave open`,
      expected: `${allowed.join(' or ')}: ${show(value)}`,
      actual: show(within),
      evidence: [entry.i],
    }));
  }
}

/** Whether a member of that name holds the value, or a pair of name and value, at any depth; `error.code` may also be one name. */
function hasNamed(value: JsonValue, name: string, wanted: JsonValue, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isJsonArray(value) && value.length === 2 && value[0] === name && sameJson(value[1], wanted)) return true;
  if (sameJson(memberOf(value, name), wanted)) return true;
  const dot = name.indexOf('.');
  const inner = dot < 0 ? undefined : memberOf(memberOf(value, name.slice(0, dot)), name.slice(dot + 1));
  if (inner !== undefined && sameJson(inner, wanted)) return true;
  return depth < DEEPEST && Object.values(value).some((child) => hasNamed(child, name, wanted, depth + 1));
}

/** A word of the interface that the profile lets stand for another spelling, noted by the reading where it came. */
function judgeWords({ view, i }: Message, { findings }: CheckerContext): void {
  for (const entity of [...(listOf(view, 'orders') ?? []), ...(listOf(view, 'deals') ?? [])]) {
    const word = memberOf(entity, 'balanceKind') ?? memberOf(entity, 'type');
    if (word === undefined || word === null) continue;
    const respelled = memberOf(entity, 'respelled');
    findings.judge(WORDS, respelled === undefined, () => ({
      message: 'a word that the interface states is spelled otherwise, and the profile binds that spelling',
      expected: isJsonObject(respelled) ? Object.keys(respelled).join(', ') : '',
      actual: isJsonObject(respelled) ? Object.values(respelled).map(show).join(', ') : '',
      evidence: [i],
    }));
  }
}

const LISTS = ['orders', 'deals', 'positions'] as const;

/** Entities of a transaction stand in its member `payload`. */
function judgePayload(entry: Message, { findings }: CheckerContext): void {
  const { kind, view, message, raw, i } = entry;
  const hasEntities = LISTS.some((list) => (listOf(view, list) ?? []).length > 0);
  if (kind !== 'transaction_event' || !hasEntities) return;
  const isNamed = hasMember(message, PAYLOAD) || raw?.includes(`"${PAYLOAD}"`) === true;
  findings.judge(ENVELOPE, isNamed, () => ({
    message: 'the entities of a transaction event are not in its payload',
    expected: `a member ${PAYLOAD}`,
    actual: show(message),
    evidence: [i],
  }));
}

/** A payload may also tell its entities apart by words, such as `"entity": "order"`. */
function judgeEntities({ view, message, i }: Message, { findings }: CheckerContext): void {
  for (const [member, allowed] of NAMES.payload) {
    if (isEmpty(memberOf(view, member))) continue;
    const holds = allowed.some((name) => hasMember(message, name) || hasWord(message, name));
    findings.judge(ENTITIES, holds, () => ({
      message: `a payload holds what the profile reads as ${allowed[0]}, without that name of interface ${STATED_NAMES.payload.section}`,
      expected: allowed.join(' or '),
      actual: show(message),
      evidence: [i],
    }));
  }
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function hasMember(value: JsonValue, name: string, depth = 0): boolean {
  if (isJsonObject(value) && Object.hasOwn(value, name)) return true;
  return depth < DEEPEST && childrenOf(value).some((child) => hasMember(child, name, depth + 1));
}

function hasWord(value: JsonValue, word: string, depth = 0): boolean {
  if (value === word) return true;
  return depth < DEEPEST && childrenOf(value).some((child) => hasWord(child, word, depth + 1));
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
