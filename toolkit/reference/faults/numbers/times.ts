// Faults of moments (interface 1, rule 3).
import type { JsonValue } from '../../../payload/json.js';
import type { Place } from '../../rules/rendering.js';
import { amended } from '../algebra/edits.js';
import { type Change, editing, type Fault, violating } from '../algebra/index.js';

const withoutFraction = violating('1', ['time.without-fraction']);

function timing(where: (place: Place) => boolean, write: (text: string, ms: number) => JsonValue): Change {
  return editing({ renderTime: amended((answer, ms, place) => (where(place) ? write(String(answer), ms) : answer)) });
}

const everywhere = (): boolean => true;

export const timeFaults: readonly Fault[] = [
  withoutFraction('time-with-milliseconds', {
    summary: 'Date-times show milliseconds.',
    change: timing(everywhere, (_text, ms) => new Date(ms).toISOString().replace('Z', '+00:00')),
  }),
  withoutFraction('time-of-closing-with-milliseconds', {
    summary: 'The time at which an order ended shows milliseconds, other times do not.',
    change: timing(
      ({ member }) => member === 'closed_at',
      (_text, ms) => new Date(ms).toISOString().replace('Z', '+00:00'),
    ),
  }),
  violating('1', ['time.moment-is-utc'])('time-local-under-utc-label', {
    summary: 'Date-times are local time, two hours ahead, under the label of UTC.',
    change: timing(everywhere, (_text, ms) => `${new Date(ms + 7_200_000).toISOString().slice(0, 19)}+00:00`),
  }),
];
