// Where the service writes what a dialect reads: of several places the first, and what conditions demand besides.
import type { JsonValue } from '../../../payload/json.js';
import { parsePointer } from '../../../profile/dialect/reading/pointer.js';
import type { Binding, Condition, Match, When } from '../../../profile/dialect/spec.js';
import type { JsonDraft, Steps } from './json-draft.js';

/** The name under which an item of a map lies. */
export const KEY = '@key';

/** The steps to the first place of a binding; undefined for what the target does not have. */
export function firstPlace(binding: Binding | undefined, choose: Choose = first): Steps | typeof KEY | undefined {
  if (binding === null || binding === undefined) return undefined;
  const chosen = choose(typeof binding === 'string' ? [binding] : binding);
  if (chosen === undefined) return undefined;
  return chosen === KEY ? KEY : stepsOf(chosen);
}

/** The steps to the first place, for what cannot be a name in a map. */
export function placeOf(binding: Binding | undefined): Steps | undefined {
  const place = firstPlace(binding);
  return place === KEY ? undefined : place;
}

/** A pattern stands for the first of what it may find: `*` for the first item, `**` for nothing between. */
export function stepsOf(pointer: string): Steps {
  return parsePointer(pointer)
    .filter((step) => step !== '**')
    .map((step) => (step === '*' ? '0' : step));
}

/** Which of several alternatives to write, where one of them is about the end of a subscription. */
export type Choose = <One>(alternatives: readonly One[]) => One | undefined;

export const first: Choose = ([one]) => one;

const ENDING = /unsub|remov|cancel/i;

export const forEnding: Choose = (alternatives) =>
  alternatives.find((one) => ENDING.test(JSON.stringify(one))) ?? alternatives[0];
export const forBeginning: Choose = (alternatives) =>
  alternatives.find((one) => !ENDING.test(JSON.stringify(one))) ?? alternatives[0];

/** Adds what makes the conditions hold and is not there yet. @throws RangeError where something there contradicts. */
export function satisfy(sheet: JsonDraft, when: When | undefined, choose: Choose = first): void {
  const match = isList(when) ? choose(when) : when;
  for (const [pointer, condition] of Object.entries<Condition>(match ?? {})) {
    fulfil(sheet, stepsOf(pointer), condition, pointer);
  }
}

function fulfil(sheet: JsonDraft, steps: Steps, condition: Condition, pointer: string): void {
  const there = sheet.at(steps);
  const allowed = literalsOf(condition);
  if (allowed !== undefined) {
    if (there === undefined || !allowed.includes(there)) sheet.put(steps, allowed[0]);
  } else if (isPresence(condition)) {
    if (there === undefined) sheet.put(steps, true);
  } else if (there !== undefined) {
    throw new RangeError(`expected nothing at ${pointer}, got ${JSON.stringify(there)}`);
  }
}

function literalsOf(condition: Condition): readonly JsonValue[] | undefined {
  if (Array.isArray(condition)) return condition;
  return typeof condition === 'object' && condition !== null ? undefined : [condition as JsonValue]; // No list, no object.
}

function isPresence(condition: Condition): boolean {
  return typeof condition === 'object' && condition !== null && 'present' in condition;
}

function isList(when: When | undefined): when is readonly Match[] {
  return Array.isArray(when);
}
