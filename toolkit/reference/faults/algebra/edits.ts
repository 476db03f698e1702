// The algebra of single rules: what makes a faulty rule of an honest one, so that it is wrong in one respect only.
// A condition of `…Where` looks at all that the rule is told, one of `…On` at the last of it alone: the place
// of the decision (`../../rules/context.ts`).
// The rule that is edited settles the types: conditions and answers may name fewer arguments than they are told.
import { type Told, telling } from './rule-arguments.js';

/** An edit of a rule with the arguments `Args` that gives a `Result`. */
export type Edit<Args extends readonly unknown[], Result> = (
  honest: (...args: Args) => Result,
) => (...args: Args) => Result;

/** The same answer, whatever is asked. */
export function always<Args extends readonly unknown[], Result>(answer: NoInfer<Result>): Edit<Args, Result> {
  return () => () => answer;
}

/** Decides in a way of its own. */
export function instead<Args extends readonly unknown[], Result>(
  decide: Told<Args, NoInfer<Result>>,
): Edit<Args, Result> {
  return () => telling(decide);
}

/** Says yes there as well. */
export function alsoWhere<Args extends readonly unknown[]>(when: Told<Args, boolean>): Edit<Args, boolean> {
  const applies = telling(when);
  return (honest) =>
    (...args) =>
      applies(...args) || honest(...args);
}

/** Says no there. */
export function exceptWhere<Args extends readonly unknown[]>(when: Told<Args, boolean>): Edit<Args, boolean> {
  const applies = telling(when);
  return (honest) =>
    (...args) =>
      !applies(...args) && honest(...args);
}

/** Says no everywhere else. */
export function onlyWhere<Args extends readonly unknown[]>(when: Told<Args, boolean>): Edit<Args, boolean> {
  const applies = telling(when);
  return (honest) =>
    (...args) =>
      applies(...args) && honest(...args);
}

/** Gives another answer there. */
export function insteadWhere<Args extends readonly unknown[], Result>(
  when: Told<Args, boolean>,
  answer: NoInfer<Result>,
): Edit<Args, Result> {
  const applies = telling(when);
  return (honest) =>
    (...args) =>
      applies(...args) ? answer : honest(...args);
}

/** Makes another answer of the honest one. */
export function amended<Args extends readonly unknown[], Result>(
  amend: Told<[answer: Result, ...Args], NoInfer<Result>>,
): Edit<Args, Result> {
  const made = telling(amend);
  return (honest) =>
    (...args) =>
      made(honest(...args), ...args);
}

/** Decides honestly about something else than what came first. */
export function readAs<First, Rest extends readonly unknown[], Result>(
  read: Told<[first: First, ...rest: Rest], NoInfer<First>>,
): Edit<[First, ...Rest], Result> {
  const taken = telling(read);
  return (honest) =>
    (first, ...rest) =>
      honest(taken(first, ...rest), ...rest);
}

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
