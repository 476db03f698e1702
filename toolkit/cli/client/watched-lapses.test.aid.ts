// Lapses that a watch brings to light, each in the scenes that it takes.
import type { Venue } from '../../../suites/clients/playing/testbed.js';
import type { Seen } from '../../../suites/clients/stage/seen.js';
import { type Conduct, LAPSES } from '../../client/index.js';
import { watchTrader } from './watched-trader.js';

/** How a lapse comes to light. */
export interface Found {
  /** The check that finds it, with its level where it is only a warning. */
  readonly check: string;
  /** The scenes that it takes beside that of the check itself. */
  readonly after?: readonly string[];
  /** What is to be seen of the client behind them; nothing more when left out. */
  readonly untilSeen?: (seen: Seen) => boolean;
}

/** What fails of a client in the scenes that bring its lapse to light, and no others; what came of its check, where that does not. */
export async function failedOf(
  venue: Venue,
  decisions: Partial<Conduct>,
  { check, after = [], untilSeen = () => true }: Found,
): Promise<readonly string[]> {
  const plays = ({ id }: { readonly id: string }): boolean => check.startsWith(id) || after.includes(id);
  const { failed, told } = await watchTrader(venue, decisions, { plays, untilSeen });
  return failed.includes(check)
    ? failed
    : [...failed, ...told.filter((one) => one.startsWith(check.split(' ')[0] ?? ''))];
}

export function conductOf(lapse: string): Partial<Conduct> {
  const known = LAPSES.find(({ id }) => id === lapse);
  if (known === undefined) throw new RangeError(`there is no lapse ${lapse}`);
  return known.conduct;
}
