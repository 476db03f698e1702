// What was there throughout (interface 1, rule 5) is known once every server behind an address knows it: nothing says that all learn of a
// row at the same moment, and a walk whose pages come from several of them may miss what is new to one, or show it twice. What is wrong
// later than that is wrong.
import { pause } from '../../toolkit/wire/pause.js';
import type { CheckContext } from '../runner/context.js';

/** A service that loses rows in some walks alone has so many more in which to lose one. */
const LATER_READINGS = 3;

/**
 * Reads; where that does not hold, reads again after the profile's patience for results (`timing.resultMs`), by when nothing of it is new.
 * Returns the first of the later readings that does not hold either, or the last one, which holds.
 */
export async function readSettled<Reading>(
  t: CheckContext,
  read: () => Promise<Reading>,
  holds: (reading: Reading) => boolean,
): Promise<Reading> {
  const first = await read();
  if (holds(first)) return first;
  await pause(t.timing.resultMs, t.signal);
  let later = await read();
  for (let readings = 1; readings < LATER_READINGS && holds(later); readings += 1) later = await read();
  return later;
}
