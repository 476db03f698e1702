// Timestamps as SVC-TIMESTAMP carries them (interface 5.1), and date-times as the service returns them (interface 1, rule 3).
// Fractions of a second and leap seconds of date-times are avoided: the shape alone speaks about them.
import type { Draft, FileDraft } from '../draft.js';

const timestamp =
  (valid: boolean) =>
  (id: string, comment: string, text: string): Draft<'check-timestamp'> => ({
    id,
    comment,
    flags: ['TimestampForm'],
    input: { text },
    valid,
  });

const dateTime =
  (valid: boolean) =>
  (id: string, comment: string, text: string): Draft<'check-date-time'> => ({
    id,
    comment,
    flags: ['DateTimeForm'],
    input: { text },
    valid,
  });

const [whole, notWhole] = [timestamp(true), timestamp(false)];
const [utc, notUtc] = [dateTime(true), dateTime(false)];

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
        whole('ordinary', 'an ordinary timestamp', '1714564800123'),
        whole('round', 'zeros at the end', '1714564800000'),
        whole('late', 'a timestamp with 16 digits', '9007199254740991'),
        whole('early', 'a timestamp with 12 digits', '999999999999'),
        notWhole('empty', 'nothing', ''),
        notWhole('blank-last', 'a blank at the end', '1714564800123 '),
        notWhole('blank-first', 'a blank at the start', ' 1714564800123'),
        notWhole('line-feed', 'a line feed at the end', '1714564800123\n'),
        notWhole('plus', 'a plus sign', '+1714564800123'),
        notWhole('minus', 'a minus sign', '-1714564800123'),
        notWhole('leading-zero', 'a zero at the start', '01714564800123'),
        notWhole('fraction', 'a fraction', '1714564800123.5'),
        notWhole('zero-fraction', 'a fraction of zero', '1714564800123.0'),
        notWhole('final-point', 'a point at the end', '1714564800123.'),
        notWhole('exponent', 'an exponent', '1.714564800123E12'),
        notWhole('hexadecimal', 'hexadecimal', '0x18f33e1b67b'),
        notWhole('commas', 'grouped by commas', '1,714,564,800,123'),
        notWhole('underscores', 'grouped by underscores', '1_714_564_800_123'),
        notWhole('big-integer', 'the literal of a language', '1714564800123n'),
        notWhole('quoted', 'quotation marks around it', '"1714564800123"'),
        notWhole('unit', 'a unit', '1714564800123ms'),
        notWhole('date-time', 'a date-time', '2024-05-01T12:00:00.123Z'),
        notWhole('date', 'a date', '2024-05-01'),
        notWhole('word', 'a word', 'NaN'),
        notWhole('infinity', 'another word', 'Infinity'),
        notWhole('other-digits', 'digits of another script', '١٧١٤٥٦٤٨٠٠١٢٣'),
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
        utc('ordinary', 'an ordinary date-time', '2024-05-01T12:00:00+00:00'),
        utc('midnight', 'midnight', '2024-12-31T00:00:00+00:00'),
        utc('last-second', 'the last second of a year', '2023-12-31T23:59:59+00:00'),
        utc('leap-day', '29 February of a leap year', '2024-02-29T08:30:00+00:00'),
        utc('leap-day-2000', '29 February of 2000', '2000-02-29T08:30:00+00:00'),
        utc('epoch', 'the start of Unix time', '1970-01-01T00:00:00+00:00'),
        notUtc('z', 'Z for the offset', '2024-05-01T12:00:00Z'),
        notUtc('small-z', 'a small z', '2024-05-01T12:00:00z'),
        notUtc('other-offset', 'another offset', '2024-05-01T14:00:00+02:00'),
        notUtc('negative-offset', 'a negative offset', '2024-05-01T07:00:00-05:00'),
        notUtc('negative-zero', 'the offset -00:00', '2024-05-01T12:00:00-00:00'),
        notUtc('short-offset', 'an offset without minutes', '2024-05-01T12:00:00+00'),
        notUtc('plain-offset', 'an offset without colon', '2024-05-01T12:00:00+0000'),
        notUtc('no-offset', 'no offset', '2024-05-01T12:00:00'),
        notUtc('blank', 'a blank for T', '2024-05-01 12:00:00+00:00'),
        notUtc('small-t', 'a small t', '2024-05-01t12:00:00+00:00'),
        notUtc('basic-form', 'the basic form of ISO 8601', '20240501T120000+0000'),
        notUtc('no-seconds', 'no seconds', '2024-05-01T12:00+00:00'),
        notUtc('date-alone', 'a date alone', '2024-05-01'),
        notUtc('short-year', 'a year of two digits', '24-05-01T12:00:00+00:00'),
        notUtc('short-month', 'a month of one digit', '2024-5-01T12:00:00+00:00'),
        notUtc('month-13', 'a thirteenth month', '2024-13-01T12:00:00+00:00'),
        notUtc('month-0', 'a month zero', '2024-00-01T12:00:00+00:00'),
        notUtc('day-0', 'a day zero', '2024-05-00T12:00:00+00:00'),
        notUtc('april-31', '31 April', '2024-04-31T12:00:00+00:00'),
        notUtc('february-30', '30 February', '2024-02-30T12:00:00+00:00'),
        notUtc('february-29', '29 February of a common year', '2023-02-29T12:00:00+00:00'),
        notUtc('february-29-1900', '29 February of 1900', '1900-02-29T12:00:00+00:00'),
        notUtc('hour-24', 'hour 24', '2024-05-01T24:00:00+00:00'),
        notUtc('hour-25', 'hour 25', '2024-05-01T25:00:00+00:00'),
        notUtc('minute-60', 'minute 60', '2024-05-01T12:60:00+00:00'),
        notUtc('second-61', 'second 61', '2024-05-01T12:00:61+00:00'),
        notUtc('milliseconds', 'Unix time in milliseconds', '1714564800123'),
        notUtc('http-date', 'the form of HTTP', 'Wed, 01 May 2024 12:00:00 GMT'),
        notUtc('blank-last', 'a blank at the end', '2024-05-01T12:00:00+00:00 '),
        notUtc('empty', 'nothing', ''),
      ],
    },
  ],
};
