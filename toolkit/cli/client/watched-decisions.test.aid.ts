// Wrong decisions of a client that show only in a loop of orders: each remembers what came before.
import { type Conduct, HONEST } from '../../client/index.js';

/** Acts on what it acted on first. */
export function onTheFirst(): Partial<Conduct> {
  let first: string | undefined;
  return {
    actsOn: (meant) => {
      first ??= meant;
      return first;
    },
  };
}

/** What a second event tells makes another of the next order. */
export function atEachEvent(): Partial<Conduct> {
  let again = false;
  return {
    afterSecondFinal: (state) => {
      again = true;
      return state;
    },
    callsAgain: (_name, when) => {
      const isDue = again && when === 'at once';
      if (isDue) again = false;
      return isDue;
    },
  };
}

/** The body of a cancellation is empty, or there is none. */
export function cancelsByThrees(): Partial<Conduct> {
  let count = 0;
  return {
    key: (...asked) => {
      if (asked[1] !== '{}' && asked[1] !== '') return HONEST.key(...asked);
      count += 1;
      return `cancel-${count % 3}`;
    },
  };
}
