// Edits of rules that go by the place of the decision alone: the last that a rule is told (`../../rules/context.ts`).
import { alsoWhere, type Edit, exceptWhere, insteadWhere, onlyWhere } from './edits.js';
import type { Told } from './told.js';

type Last<Args extends readonly unknown[]> = Args extends readonly [...unknown[], infer Context] ? Context : never;
type Place<Args extends readonly unknown[]> = (place: Last<Args>) => boolean;

/** Says yes there as well. */
export function alsoOn<Args extends readonly unknown[]>(place: Place<Args>): Edit<Args, boolean> {
  return alsoWhere(byLast(place));
}

/** Says no there. */
export function exceptOn<Args extends readonly unknown[]>(place: Place<Args>): Edit<Args, boolean> {
  return exceptWhere(byLast(place));
}

/** Says no everywhere else. */
export function onlyOn<Args extends readonly unknown[]>(place: Place<Args>): Edit<Args, boolean> {
  return onlyWhere(byLast(place));
}

/** Gives another answer there. */
export function insteadOn<Args extends readonly unknown[], Result>(
  place: Place<Args>,
  answer: NoInfer<Result>,
): Edit<Args, Result> {
  return insteadWhere(byLast(place), answer);
}

function byLast<Args extends readonly unknown[]>(place: Place<Args>): Told<Args, boolean> {
  return (...args) => place(args.at(-1) as Last<Args>); // What a rule is told ends with its place.
}
