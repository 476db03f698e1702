// Date-times as the libraries of languages read them, which take more of ISO 8601 than a service returns (interface 1, rule 3).
import { isDateTime } from '../date-time.js';
import { type Readers, readers, type WrongReader } from './wrong-reader.js';

const dates: Readers<(text: string) => boolean> = readers((isRead) => ({
  'check-date-time': ({ text }) => ({ valid: isRead(text) }),
}));

type Parts = Readonly<Record<string, string | undefined>>;

/** Whether the parts are a day that exists, at a time of it. */
const exists = ({ year, month = '', day = '', hour = '00', minute = '00', second = '00' }: Parts): boolean =>
  isDateTime(
    `${year}-${month.padStart(2, '0')}-${day.trim().padStart(2, '0')}T${hour.padStart(2, '0')}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}+00:00`,
  );

const partsOf = (form: RegExp, text: string): Parts | undefined => form.exec(text)?.groups;
const readBy =
  (form: RegExp, isTaken: (parts: Parts) => boolean = exists) =>
  (text: string): boolean => {
    const parts = partsOf(form, text);
    return parts !== undefined && isTaken(parts);
  };

const RFC_3339 = (flags: string): RegExp =>
  new RegExp(
    String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)$`,
    flags,
  );
/** `datetime.fromisoformat` of Python from 3.11 on. */
const PYTHON =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)(?:.(?<hour>\d\d)(?:(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:[.,]\d+)?)?)?(?<offset>Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?)?\0?$/su;
/** `strptime` with `%z`: fields of one digit, digits of every script behind the first, either letter. */
const STRPTIME =
  /^(?<year>\p{Nd}{4})-(?<month>1[0-2]|0[1-9]|[1-9])-(?<day>3[01]|[12]\p{Nd}|0[1-9]|[1-9]| [1-9])T(?<hour>2[0-3]|[01]\p{Nd}|\p{Nd}):(?<minute>[0-5]\p{Nd}|\p{Nd}):(?<second>6[01]|[0-5]\p{Nd}|\p{Nd})(?:[+-]\p{Nd}{2}:?[0-5]\p{Nd}|Z)$/iu;
const JAVA =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{0,9})?)?(?:[+-]\d\d:\d\d(?::\d\d)?|Z)$/i;
const RUBY =
  /^\s*-?\d+-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?\s*$/i;

const asciiDigits = (parts: Parts): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([name, text]) => [
      name,
      // Every script has its ten digits in a row, from one whose code ends in 0 or 6 on.
      text?.replace(/(?![0-9])\p{Nd}/gu, (digit) =>
        String((((digit.codePointAt(0) ?? 0) + (digit > '\u0965' ? 10 : 0)) % 16) % 10),
      ),
    ]),
  );

/** Beyond what a signed number of 32 bits holds. */
const MOST_SECONDS_MS = 2 ** 31 * 1000;

export const DATE_READERS: readonly WrongReader[] = dates({
  'reads-rfc-3339: takes every date-time of RFC 3339: Z, other offsets, fractions': readBy(RFC_3339('')),
  'reads-rfc-3339-in-small-letters: takes every date-time of RFC 3339, in small letters too': readBy(RFC_3339('i')),
  'reads-python-iso: takes whatever fromisoformat of Python reads: other forms of ISO 8601, any offset or none':
    readBy(PYTHON),
  'reads-python-iso-in-utc: takes whatever fromisoformat of Python reads with an offset of zero: Z, other forms of ISO 8601':
    readBy(PYTHON, (parts) => exists(parts) && /^(?:Z|[+-][0:]+)$/.test(parts['offset'] ?? '')),
  'reads-by-strptime: takes whatever strptime with %z reads: Z, other offsets, fields of one digit': readBy(
    STRPTIME,
    (parts) => exists(asciiDigits(parts)),
  ),
  'reads-java-offsets: takes whatever OffsetDateTime of Java reads: Z, other offsets, a time without seconds':
    readBy(JAVA),
  'reads-ruby-iso: takes whatever Time.iso8601 of Ruby reads: Z, other offsets or none, days that do not exist': readBy(
    RUBY,
    ({ month = '', day = '', hour = '', minute = '', second = '' }) =>
      Number(month) >= 1 &&
      Number(month) <= 12 &&
      Number(day) >= 1 &&
      Number(day) <= 31 &&
      Number(hour) <= 24 &&
      Number(minute) < 60 &&
      Number(second) <= 60,
  ),
  'reads-from-1970: takes no day before 1970': (text) => isDateTime(text) && text >= '1970',
  'reads-32-bits: takes no moment whose seconds are more than 32 bits hold': (text) =>
    isDateTime(text) && Date.parse(text) < MOST_SECONDS_MS,
});
