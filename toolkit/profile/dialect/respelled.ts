// What a dialect binds although the interface states it: member names, words, fields of a placement, the member of a command, paths
// (`stated-names.ts`, `stated-paths.ts`). A warning to who writes a profile; what a target really sends is judged by the checkers.
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import { parsePointer } from './reading/pointer.js';
import type { DialectSpec } from './spec.js';
import { STATED_FIELDS, STATED_NAMES, STATED_WORDS } from './stated-names.js';
import { STATED_PATHS } from './stated-paths.js';

/** One sentence for each, such as `bodies.ack.operationId binds /id, which interface 2.1 names operation_id`. */
export function respelled(spec: DialectSpec): readonly string[] {
  return [...names(spec), ...words(spec), ...fields(spec), ...paths(spec)];
}

type Part = keyof typeof STATED_NAMES;

/** Where the dialect binds the members of each part; `payload` shares its place with the envelope. */
const PLACES: readonly (readonly [place: string, part: Part])[] = [
  ['bodies/ack', 'ack'],
  ['bodies/error', 'error'],
  ['bodies/operation', 'operation'],
  ['bodies/account', 'account'],
  ['messages/transaction_event', 'envelope'],
  ['messages/transaction_event', 'payload'],
  ['messages/instrument_event', 'instrumentEvent'],
  ['messages/hmr_snapshot', 'hmrSnapshot'],
  ['messages/hmr_update', 'hmrUpdate'],
  ['entities/accountState', 'accountState'],
  ['entities/conditions', 'conditions'],
];

function* names(spec: DialectSpec): Generator<string> {
  for (const [place, part] of PLACES) {
    const bound = place.split('/').reduce<JsonValue | undefined>((value, step) => memberOf(value, step), spec);
    const { section, names: stated, isSuggested = false } = STATED_NAMES[part];
    for (const form of isJsonArray(bound) ? bound : [bound]) {
      for (const [member, allowed] of Object.entries(stated)) {
        const binding = memberOf(form, member);
        const other = pointersOf(binding).find((pointer) => !leadsTo(pointer, allowed));
        if (other === undefined || isToldByWord(binding, allowed)) continue;
        const said = isSuggested ? `for which interface ${section} suggests` : `which interface ${section} names`;
        yield `${place.replace('/', '.')}.${member} binds ${other}, ${said} ${allowed[0]}`;
      }
    }
  }
}

function pointersOf(binding: JsonValue | undefined): readonly string[] {
  if (isJsonObject(binding)) return pointersOf(binding['at']);
  if (typeof binding === 'string') return [binding];
  return isJsonArray(binding) ? binding.filter((one) => typeof one === 'string') : [];
}

/** Entities side by side, told apart by a word of their own: `where: {/entity: order}`. */
function isToldByWord(binding: JsonValue | undefined, allowed: readonly string[]): boolean {
  const where = memberOf(binding, 'where');
  return isJsonObject(where) && Object.values(where).some((word) => allowed.some((name) => name === word));
}

function leadsTo(pointer: string, allowed: readonly string[]): boolean {
  if (pointer.startsWith('@')) return false;
  // The second of a pair in a list of pairs, of which the first is the name.
  if (/\/\d+\/1$/.test(pointer)) return true;
  // A single entity may be the only item of a list.
  const steps = parsePointer(pointer).filter((step) => !/^\d+$/.test(step));
  return allowed.some((name) => {
    const wanted = name.split('.');
    return steps.at(-1) === name || wanted.every((step, at) => steps.at(at - wanted.length) === step);
  });
}

function* words(spec: DialectSpec): Generator<string> {
  for (const [vocabulary, stated] of Object.entries(STATED_WORDS)) {
    const list = memberOf(spec.words, vocabulary);
    for (const word of stated) {
      const spelling = memberOf(list, word);
      const other = (isJsonArray(spelling) ? spelling : [spelling]).find((one) => one !== undefined && one !== word);
      if (other === undefined) continue;
      yield `words.${vocabulary} spells ${word} as ${JSON.stringify(other)}, a word that the interface states`;
    }
  }
}

function* fields(spec: DialectSpec): Generator<string> {
  const { placeOrder } = spec.requests;
  const { subscribe, unsubscribe, variants = [] } = spec.commands;
  const bodies = [placeOrder?.body, ...(placeOrder?.variants ?? []).map(({ body }) => body)];
  const commands = [subscribe, unsubscribe, ...variants.flatMap((one) => [one.subscribe, one.unsubscribe])];
  for (const [what, section, templates, stated] of [
    ['requests.placeOrder', '4.1', bodies, STATED_FIELDS.placeOrder],
    ['commands', '4.5, rule 4,', commands, STATED_FIELDS.command],
  ] as const) {
    const found = new Set(templates.flatMap((template) => [...misplaced(template ?? null, stated)]));
    for (const one of found) yield `${what} writes ${one}, which interface ${section} names otherwise`;
  }
}

/** Members that take the value of a stated field under another name, as `qty: {volume}`. */
function* misplaced(template: JsonValue, stated: readonly string[]): Generator<string> {
  if (typeof template !== 'object' || template === null) return;
  for (const [name, value] of Object.entries(template)) {
    const placeholder = typeof value === 'string' ? /^\{(\w+)(?:\|\w+)?\}$/.exec(value)?.[1] : undefined;
    if (placeholder === undefined) yield* misplaced(value, stated);
    else if (stated.includes(placeholder) && name !== placeholder) yield `${name}: {${placeholder}}`;
  }
}

function* paths(spec: DialectSpec): Generator<string> {
  for (const [name, { method, path }] of Object.entries(STATED_PATHS)) {
    const bound = memberOf(spec.requests, name);
    if (bound === undefined) continue;
    const [ownMethod, ownPath] = [memberOf(bound, 'method'), memberOf(bound, 'path')];
    if (ownMethod === method && ownPath === path) continue;
    yield `requests.${name} is ${ownMethod} ${ownPath}, which interface 4 states as ${method} ${path}`;
  }
}
