// The level of a verdict, in its one home: how much a failure weighs. A failure of level should is a warning. Whatever lowers the
// level holds: the check as a variant that the interface does not plainly forbid, the requirement judged, or the one assertion.
import type { Level } from './check.js';

/** What the catalogue says of a requirement. */
export interface Levelled {
  readonly id: string;
  readonly level: Level | 'may';
}

/** Should where anything says so, must otherwise: what nobody has lowered binds, a requirement of a user's own suite, too. */
export function lowestOf(...levels: readonly (Level | undefined)[]): Level {
  return levels.includes('should') ? 'should' : 'must';
}

/** The levels of a catalogue by id of the requirement, as plain data for the worker. Permissions are judged by nobody. */
export function loweredIn(requirements: Iterable<Levelled>): Readonly<Record<string, Level>> {
  return Object.fromEntries([...requirements].flatMap(({ id, level }) => (level === 'should' ? [[id, level]] : [])));
}
