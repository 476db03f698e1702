// Timestamps as SVC-TIMESTAMP carries them (interface 5.1), and date-times as the service returns them (interface 1, rule 3).
// Fractions of a second and leap seconds of date-times are avoided: the shape alone speaks about them.
import { type FileDraft, verdicts } from '../draft.js';

const timestamp = verdicts<'check-timestamp'>('TimestampForm', (text) => ({ text }));
const dateTime = verdicts<'check-date-time'>('DateTimeForm', (text) => ({ text }));

export const TIMESTAMP: FileDraft = {
  name: 'timestamp',
  algorithm: 'SVC-TIMESTAMP',
  header: [
    'Whether a text is a whole number of milliseconds in plain digits. Whether it is close to the server clock is another matter.',
  ],
  groups: [
    {
      type: 'check-timestamp',
      comment: 'forms of a timestamp',
      context: {},
      tests: [
        ...timestamp.accepted({
          'ordinary: an ordinary timestamp': '1714564800123',
          'round: zeros at the end': '1714564800000',
          'late: a timestamp with 16 digits': '9007199254740991',
          'early: a timestamp with 12 digits': '999999999999',
        }),
        ...timestamp.refused({
          'empty: nothing': '',
          'blank-last: a blank at the end': '1714564800123 ',
          'blank-first: a blank at the start': ' 1714564800123',
          'line-feed: a line feed at the end': '1714564800123\n',
          'plus: a plus sign': '+1714564800123',
          'minus: a minus sign': '-1714564800123',
          'leading-zero: a zero at the start': '01714564800123',
          'fraction: a fraction': '1714564800123.5',
          'zero-fraction: a fraction of zero': '1714564800123.0',
          'final-point: a point at the end': '1714564800123.',
          'exponent: an exponent': '1.714564800123E12',
          'hexadecimal: hexadecimal': '0x18f33e1b67b',
          'commas: grouped by commas': '1,714,564,800,123',
          'underscores: grouped by underscores': '1_714_564_800_123',
          'big-integer: the literal of a language': '1714564800123n',
          'quoted: quotation marks around it': '"1714564800123"',
          'unit: a unit': '1714564800123ms',
          'date-time: a date-time': '2024-05-01T12:00:00.123Z',
          'date: a date': '2024-05-01',
          'word: a word': 'NaN',
          'infinity: another word': 'Infinity',
          'other-digits: digits of another script': '١٧١٤٥٦٤٨٠٠١٢٣',
        }),
      ],
    },
  ],
};

export const DATE_TIME: FileDraft = {
  name: 'date-time',
  algorithm: 'DATE-TIME',
  header: ['Whether a text is a returned date-time: UTC, ISO 8601, the literal offset +00:00, a day that exists.'],
  groups: [
    {
      type: 'check-date-time',
      comment: 'forms of a date-time',
      context: {},
      tests: [
        ...dateTime.accepted({
          'ordinary: an ordinary date-time': '2024-05-01T12:00:00+00:00',
          'midnight: midnight': '2024-12-31T00:00:00+00:00',
          'last-second: the last second of a year': '2023-12-31T23:59:59+00:00',
          'leap-day: 29 February of a leap year': '2024-02-29T08:30:00+00:00',
          'leap-day-2000: 29 February of 2000': '2000-02-29T08:30:00+00:00',
          'epoch: the start of Unix time': '1970-01-01T00:00:00+00:00',
        }),
        ...dateTime.refused({
          'z: Z for the offset': '2024-05-01T12:00:00Z',
          'small-z: a small z': '2024-05-01T12:00:00z',
          'other-offset: another offset': '2024-05-01T14:00:00+02:00',
          'negative-offset: a negative offset': '2024-05-01T07:00:00-05:00',
          'negative-zero: the offset -00:00': '2024-05-01T12:00:00-00:00',
          'short-offset: an offset without minutes': '2024-05-01T12:00:00+00',
          'plain-offset: an offset without colon': '2024-05-01T12:00:00+0000',
          'no-offset: no offset': '2024-05-01T12:00:00',
          'blank: a blank for T': '2024-05-01 12:00:00+00:00',
          'small-t: a small t': '2024-05-01t12:00:00+00:00',
          'basic-form: the basic form of ISO 8601': '20240501T120000+0000',
          'no-seconds: no seconds': '2024-05-01T12:00+00:00',
          'date-alone: a date alone': '2024-05-01',
          'short-year: a year of two digits': '24-05-01T12:00:00+00:00',
          'short-month: a month of one digit': '2024-5-01T12:00:00+00:00',
          'month-13: a thirteenth month': '2024-13-01T12:00:00+00:00',
          'month-0: a month zero': '2024-00-01T12:00:00+00:00',
          'day-0: a day zero': '2024-05-00T12:00:00+00:00',
          'april-31: 31 April': '2024-04-31T12:00:00+00:00',
          'february-30: 30 February': '2024-02-30T12:00:00+00:00',
          'february-29: 29 February of a common year': '2023-02-29T12:00:00+00:00',
          'february-29-1900: 29 February of 1900': '1900-02-29T12:00:00+00:00',
          'hour-24: hour 24': '2024-05-01T24:00:00+00:00',
          'hour-25: hour 25': '2024-05-01T25:00:00+00:00',
          'minute-60: minute 60': '2024-05-01T12:60:00+00:00',
          'second-61: second 61': '2024-05-01T12:00:61+00:00',
          'milliseconds: Unix time in milliseconds': '1714564800123',
          'http-date: the form of HTTP': 'Wed, 01 May 2024 12:00:00 GMT',
          'blank-last: a blank at the end': '2024-05-01T12:00:00+00:00 ',
          'empty: nothing': '',
        }),
      ],
    },
  ],
};
