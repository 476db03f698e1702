// How many trials a thread has under way. Most of a trial is waiting, so that few leave a processor idle, and too many keep it so busy that
// clients run into their own time limits: more while the loop is idle, fewer while it has no rest.

/** Of the time in which the loop was busy: below the one it takes more, above the other it takes fewer. */
const IDLE = 0.75;
const BUSY = 0.9;
const FIRST = 20;
const LEAST = 8;
export const MOST = 64;
/** What is taken more at once, so that a hundred beginnings do not come together. */
const STEP = 3;
const RETREAT = 0.9;

/** The number that suits a loop which was busy for that part of the time, 0 to 1. */
export function appetiteAfter(appetite: number, utilization: number, most: number = MOST): number {
  if (utilization < IDLE) return Math.min(most, appetite + STEP);
  if (utilization > BUSY) return Math.max(Math.min(LEAST, most), Math.floor(appetite * RETREAT));
  return Math.min(most, appetite);
}

export const firstAppetite = (most: number = MOST): number => Math.min(FIRST, most);
