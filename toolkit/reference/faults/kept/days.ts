// Faults of the turn of a day, a month or a year (interface 1, rules 2, 3 and 4): what was written or kept by the date of the day.
import type { JsonValue } from '../../../payload/json.js';
import type { Place } from '../../rules/telling/rendering.js';
import { amended, exceptWhere } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const moment = violating('1', ['time.moment-is-utc']);

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const isSameDay = (one: number, other: number): boolean => dayOf(one) === dayOf(other);
const shifted = (ms: number, byMs: number): string => `${new Date(ms + byMs).toISOString().slice(0, 19)}+00:00`;
const inHistory = ({ in: place }: Place): boolean => place === 'orderHistory' || place === 'dealHistory';

function timing(write: (text: string, ms: number, place: Place) => JsonValue): Edits {
  return { renderTime: amended((answer, ms, place) => write(String(answer), ms, place)) };
}

function onClockOfTwelve(text: string): string {
  const hour = Number(text.slice(11, 13)) % 12 || 12;
  return `${text.slice(0, 11)}${String(hour).padStart(2, '0')}${text.slice(13)}`;
}

function yearOfWeek(ms: number): number {
  return new Date(ms + (6 - new Date(ms).getUTCDay()) * DAY_MS).getUTCFullYear();
}

function isSummer(ms: number): boolean {
  const month = new Date(ms).getUTCMonth();
  return month >= 3 && month <= 8;
}

/** When a row of history ended, by the time of day alone. */
function timeOfDay(row: object): number {
  const [deal, order] = ['atMs', 'closedAtMs'].map((name) => new Map(Object.entries(row)).get(name));
  return Number(deal ?? order ?? 0) % DAY_MS;
}

export const dayFaults: readonly Fault[] = [
  moment('hours-on-a-clock-of-twelve', {
    summary: 'Date-times show the hour on a clock of twelve.',
    needs: 'clock.advance',
    ...timing(onClockOfTwelve),
  }),
  moment('date-of-another-zone', {
    summary: 'Date-times have the date of a zone two hours ahead beside the time of day in UTC.',
    needs: 'clock.advance',
    ...timing((text, ms) => `${shifted(ms, 2 * HOUR_MS).slice(0, 10)}${text.slice(10)}`),
  }),
  moment('history-with-the-year-of-the-week', {
    summary: 'Date-times in history show the year to which their week is counted.',
    needs: 'clock.advance',
    ...timing((text, ms, place) => (inHistory(place) ? `${yearOfWeek(ms)}${text.slice(4)}` : text)),
  }),
  moment('history-an-hour-late-in-summer', {
    summary: 'Date-times in history are an hour late in summer.',
    needs: 'clock.advance',
    ...timing((text, ms, place) => (inHistory(place) && isSummer(ms) ? shifted(ms, HOUR_MS) : text)),
  }),
  violating('1', ['domain.open-orders-in-snapshot'])('orders-of-yesterday-gone', {
    summary: 'Snapshots leave out orders that were placed on another day.',
    needs: 'clock.advance',
    snapshotOf: amended((shown, { atMs }) => ({
      ...shown,
      orders: shown.orders.filter(({ createdAtMs }) => isSameDay(createdAtMs, atMs)),
    })),
  }),
  violating('1', ['domain.open-positions-in-snapshot'])('positions-of-yesterday-gone', {
    summary: 'Snapshots leave out positions that were opened on another day.',
    needs: 'clock.advance',
    snapshotOf: amended((shown, { atMs }) => ({
      ...shown,
      positions: shown.positions.filter(({ openedAtMs }) => isSameDay(openedAtMs, atMs)),
    })),
  }),
  violating('1', ['history.closed-orders', 'history.deals'])('history-of-the-present-day', {
    summary: 'Without a filter history shows what happened on the present day alone.',
    needs: 'clock.advance',
    change: sharing(
      () => ({ ageMs: 0 }),
      (memory) => ({
        // Asked of a row before its filters are.
        isListed: amended((listed, ageMs) => {
          memory.ageMs = ageMs;
          return listed;
        }),
        matches: exceptWhere(
          (atMs, _instrument, { fromMs }) => fromMs === undefined && !isSameDay(atMs, atMs + memory.ageMs),
        ),
      }),
    ),
  }),
  violating('1', ['history.orders-ascending', 'history.deals-ascending'])('history-by-the-time-of-day', {
    summary: 'Rows of history are sorted by the time of day.',
    needs: 'clock.advance',
    ordered: (honest) => (items, page) =>
      honest(items, page).toSorted((one, other) => timeOfDay(Object(one)) - timeOfDay(Object(other))),
  }),
];
