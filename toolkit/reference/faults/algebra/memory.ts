// Edits of rules that remember what they were asked before; each service that is started begins with an empty memory.
import { type Change, type Edits, editing } from './change.js';
import type { Edit } from './edits.js';
import { type Told, telling } from './rule-arguments.js';

/** Edits of several rules over one memory. */
export function sharing<Memory>(begin: () => Memory, edits: (memory: Memory) => Edits): Change {
  return (rules) => editing(edits(begin()))(rules);
}

/** Gives another answer at every nth use that `where` picks. */
export function atEvery<Args extends readonly unknown[], Result>(
  nth: number,
  answer: NoInfer<Result>,
  where: Told<Args, boolean> = () => true,
): Edit<Args, Result> {
  return counting(() => 0, nth, answer, where);
}

/** The same, but where the counting starts is left to chance, so that repeated trials are trials of their own. */
export function onceIn<Args extends readonly unknown[], Result>(
  nth: number,
  answer: NoInfer<Result>,
  where: Told<Args, boolean> = () => true,
): Edit<Args, Result> {
  return counting(() => Math.floor(Math.random() * nth), nth, answer, where);
}

function counting<Args extends readonly unknown[], Result>(
  start: () => number,
  nth: number,
  answer: Result,
  where: Told<Args, boolean>,
): Edit<Args, Result> {
  const counts = telling(where);
  return (honest) => {
    let count = start();
    return (...args) => {
      if (!counts(...args)) return honest(...args);
      count += 1;
      return count % nth === 0 ? answer : honest(...args);
    };
  };
}

/** Gives for good the first answer under a name; without a name the answer is the honest one. */
export function keptBy<Args extends readonly unknown[], Result>(
  nameOf: Told<[answer: Result, ...Args], string | undefined>,
): Edit<Args, Result> {
  const named = telling(nameOf);
  return (honest) => {
    const first = new Map<string, Result>();
    return (...args) => {
      const answer = honest(...args);
      const name = named(answer, ...args);
      if (name === undefined) return answer;
      if (!first.has(name)) first.set(name, answer);
      return first.get(name) ?? answer;
    };
  };
}
