// The faults that show only when something triggers them, each made of one that shows always.
import type { Fault } from '../algebra/fault.js';
import { byChance } from './by-chance.js';
import { byCount } from './by-count.js';
import { byNeighbour } from './by-neighbour.js';
import { byPast } from './by-past.js';
import { byTime } from './by-time.js';
import { byValue } from './by-value.js';
import { triggered } from './triggered.js';

/** `faultOf` finds the faults that show always. */
export function triggeredFaults(faultOf: (id: string) => Fault): readonly Fault[] {
  return [...byCount, ...byValue, ...byTime, ...byNeighbour, ...byPast, ...byChance].flatMap(
    ({ trigger, faults, needs }) =>
      faults.map((id) => {
        const fault = faultOf(id);
        const due = fault.needs ?? needs;
        return triggered(trigger, due === undefined ? fault : { ...fault, needs: due });
      }),
  );
}
