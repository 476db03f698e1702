// Faults of moments (interface 1, rule 3).
import type { JsonValue } from '../../../payload/json.js';
import type { Place } from '../../rules/telling/rendering.js';
import { amended } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { on, type Surface, WORDS } from './surfaces.js';

const withoutFraction = violating('1', ['time.without-fraction']);

function timing(where: (place: Place) => boolean, write: (text: string, ms: number) => JsonValue): Edits {
  return { renderTime: amended((answer, ms, place) => (where(place) ? write(String(answer), ms) : answer)) };
}

function timeFault(
  surface: Surface,
  word: string,
  summary: string,
  write: (text: string, ms: number) => JsonValue,
): Fault {
  return violating('1', [`time.format-in-${surface}`])(`time-${word}-in-${surface}`, {
    summary: `Date-times in ${WORDS[surface]} ${summary}.`,
    ...timing(on(surface), write),
  });
}

function dotted(text: string): string {
  return `${text.slice(0, 10).split('-').reverse().join('.')} ${text.slice(11, 19)}`;
}

const everywhere = (): boolean => true;

const momentIsUtc = violating('1', ['time.moment-is-utc']);
/** What members a period has is not said. */
const OF_PERIODS = { level: 'should', needs: 'hmr.upsert' } as const;
const ofPeriods = ({ of }: Place): boolean => of === 'hmr_period';

/** April to September, whatever the country. */
function isSummer(ms: number): boolean {
  const month = new Date(ms).getUTCMonth();
  return month >= 3 && month <= 8;
}

function shifted(ms: number, byMs: number): string {
  return `${new Date(ms + byMs).toISOString().slice(0, 19)}+00:00`;
}

function hoursOf(ms: number): number {
  return new Date(ms).getUTCHours();
}

/** A week belongs to the year of its Saturday, as many calendars have it. */
function yearOfWeek(ms: number): number {
  const day = new Date(ms);
  return new Date(ms + (6 - day.getUTCDay()) * 86_400_000).getUTCFullYear();
}

export const timeFaults: readonly Fault[] = [
  ...(['events', 'snapshots', 'history', 'reads'] as const).map((surface) =>
    timeFault(surface, 'zulu', 'end in Z in place of +00:00', (text) => text.replace('+00:00', 'Z')),
  ),
  timeFault('events', 'without-offset', 'have no offset', (text) => text.replace('+00:00', '')),
  timeFault('history', 'compact-offset', 'have the offset +0000', (text) => text.replace('+00:00', '+0000')),
  timeFault('snapshots', 'local', 'show another zone, with its offset', (_text, ms) =>
    new Date(ms + 7_200_000).toISOString().replace(/\.\d+Z$/, '+02:00'),
  ),
  timeFault('history', 'with-blank', 'have a blank in place of T', (text) => text.replace('T', ' ')),
  timeFault('events', 'of-http-headers', 'have the form of HTTP headers', (_text, ms) => new Date(ms).toUTCString()),
  timeFault('snapshots', 'as-numerals', 'read day.month.year and the time of day', (text) => dotted(text)),
  timeFault('history', 'date-alone', 'show the day alone', (text) => text.slice(0, 10)),
  timeFault('reads', 'as-epoch-text', 'are milliseconds of the epoch, as text', (_text, ms) => String(ms)),
  withoutFraction('time-with-milliseconds', {
    summary: 'Date-times show milliseconds.',
    ...timing(everywhere, (_text, ms) => new Date(ms).toISOString().replace('Z', '+00:00')),
  }),
  withoutFraction('time-of-closing-with-milliseconds', {
    summary: 'The time at which an order ended shows milliseconds, other times do not.',
    ...timing(
      ({ member }) => member === 'closed_at',
      (_text, ms) => new Date(ms).toISOString().replace('Z', '+00:00'),
    ),
  }),
  momentIsUtc('leap-days-as-the-first-of-march', {
    summary: 'The start and the end of HMR periods on the 29th of February are shown as on the first of March.',
    ...OF_PERIODS,
    ...timing(ofPeriods, (text) => text.replace('-02-29T', '-03-01T')),
  }),
  momentIsUtc('periods-counted-in-32-bits', {
    summary:
      'The start and the end of HMR periods are counted in seconds of 32 bits, so that those after 2038 lie in the past.',
    ...OF_PERIODS,
    ...timing(ofPeriods, (text, ms) => (ms < 2 ** 31 * 1000 ? text : shifted(ms, -(2 ** 32) * 1000))),
  }),
  momentIsUtc('periods-an-hour-late-in-summer', {
    summary: 'The start and the end of HMR periods in summer are shown in summer time, under the label of UTC.',
    ...OF_PERIODS,
    ...timing(ofPeriods, (text, ms) => (isSummer(ms) ? shifted(ms, 3_600_000) : text)),
  }),
  momentIsUtc('periods-with-the-year-of-the-week', {
    summary: 'The start and the end of HMR periods show the year to which their week is counted.',
    ...OF_PERIODS,
    ...timing(ofPeriods, (text, ms) => `${yearOfWeek(ms)}${text.slice(4)}`),
  }),
  momentIsUtc('period-times-on-a-clock-of-twelve-hours', {
    summary: 'The start and the end of HMR periods show hours from 01 to 12.',
    ...OF_PERIODS,
    ...timing(ofPeriods, (text, ms) =>
      text.replace(/T\d\d/, `T${String(((hoursOf(ms) + 11) % 12) + 1).padStart(2, '0')}`),
    ),
  }),
  momentIsUtc('last-second-of-a-minute-as-sixty', {
    summary: 'The start and the end of HMR periods show the last second of a minute as second 60.',
    ...OF_PERIODS,
    ...timing(ofPeriods, (text) => text.replace(':59+00:00', ':60+00:00')),
  }),
  violating('1', ['time.moment-is-utc'])('time-local-under-utc-label', {
    summary: 'Date-times are local time, two hours ahead, under the label of UTC.',
    ...timing(everywhere, (_text, ms) => shifted(ms, 7_200_000)),
  }),
];
