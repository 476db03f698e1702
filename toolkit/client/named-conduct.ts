// Conducts by name: `honest`, a temperament, or a lapse.
import { type Conduct, HONEST } from './conduct/conduct.js';
import { LAPSES } from './lapses/lapses.js';
import { TEMPERAMENTS } from './temperaments.js';

/** @throws RangeError for a name of none. */
export function conductNamed(name: string): Conduct {
  if (name === 'honest') return HONEST;
  const found = [...TEMPERAMENTS, ...LAPSES].find(({ id }) => id === name);
  if (found === undefined) throw new RangeError(`expected honest, a temperament or a lapse, got "${name}"`);
  return { ...HONEST, ...found.conduct };
}
