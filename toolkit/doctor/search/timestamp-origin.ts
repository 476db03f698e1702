// What a timestamp counts that is no Unix time in milliseconds (interface 5.1, 5.2): from another beginning, in 32 bits, in ticks, since a
// process began, or nothing at all; and what is spelled around its digits.
import type { SlipId } from '../../signing/slips/slips.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_INT32 = 2_147_483_647;
const TWO_32 = 4_294_967_296;

/** Where other counts begin, in seconds of Unix time, by the name of the beginning. */
const EPOCHS: readonly (readonly [beginning: string, seconds: number])[] = [
  ['the year 1', -62_135_596_800],
  ['1601, as Windows counts', -11_644_473_600],
  ['1858, as astronomers count', -3_506_716_800],
  ['the end of 1899, as Excel and OLE count', -2_209_161_600],
  ['1900, as NTP counts', -2_208_988_800],
  ['1904, as old Macs count', -2_082_844_800],
  ['1980, as DOS counts', 315_532_800],
  ['1980, as GPS counts', 315_964_800],
  ['2000', 946_684_800],
  ['2001, as Apple counts', 978_307_200],
];
const UNITS = [
  ['seconds', 1000],
  ['milliseconds', 1],
  ['microseconds', 1 / 1000],
] as const;

interface OtherCount {
  readonly cause: SlipId;
  readonly how: string;
  /** As milliseconds since 1970 of what is written. */
  readonly unixMs: (count: number) => number;
}

/** Beginnings and units of other counts. */
const OTHER_COUNTS: readonly OtherCount[] = [
  {
    cause: 'timestamp-ticks',
    how: 'ticks of .NET since the year 1',
    unixMs: (count) => (count - 621_355_968_000_000_000) / 10_000,
  },
  {
    cause: 'timestamp-ticks',
    how: 'ticks of Windows since 1601',
    unixMs: (count) => (count - 116_444_736_000_000_000) / 10_000,
  },
  { cause: 'timestamp-ticks', how: 'ticks of a tenth of a microsecond since 1970', unixMs: (count) => count / 10_000 },
  { cause: 'timestamp-ticks', how: 'tenths of a millisecond since 1970', unixMs: (count) => count / 10 },
  { cause: 'timestamp-ticks', how: 'hundredths of a millisecond since 1970', unixMs: (count) => count / 100 },
  ...EPOCHS.flatMap(([beginning, seconds]) =>
    UNITS.map(
      ([unit, ms]): OtherCount => ({
        cause: 'timestamp-other-epoch',
        how: `${unit} since ${beginning}`,
        unixMs: (count) => count * ms + seconds * 1000,
      }),
    ),
  ),
  {
    cause: 'timestamp-other-epoch',
    how: 'days of the Julian date',
    unixMs: (count) => (count - 2_440_587.5) * DAY_MS,
  },
  {
    cause: 'timestamp-other-epoch',
    how: 'days as Excel and OLE count them, since the end of 1899',
    unixMs: (count) => (count - 25_569) * DAY_MS,
  },
  { cause: 'timestamp-other-epoch', how: 'days since 1970', unixMs: (count) => count * DAY_MS },
  { cause: 'timestamp-other-epoch', how: 'minutes since 1970', unixMs: (count) => count * 60_000 },
  { cause: 'timestamp-other-epoch', how: 'hours since 1970', unixMs: (count) => count * HOUR_MS },
];

const otherCount = (count: number, nowMs: number): OtherCount | undefined =>
  OTHER_COUNTS.find(({ unixMs }) => Math.abs(unixMs(count) - nowMs) < DAY_MS);

/** What a count of another beginning is, in words. */
export function countedFrom(written: string, nowMs: number | undefined): string | undefined {
  const how = nowMs === undefined ? undefined : otherCount(Number(written), nowMs)?.how;
  return how === undefined ? undefined : `it counts ${how}`;
}

/** Where the count is of no usual unit; undefined otherwise. Without a clock only what is plain in itself is told. */
export function timestampOrigin(written: string, nowMs: number | undefined): SlipId | undefined {
  const count = Number(written);
  if (!Number.isFinite(count)) return undefined;
  // Zero as it is, and what it means where time begins in another year.
  const isNothing = EPOCHS.some(([, epoch]) => epoch < 0 && (count === epoch || count === epoch * 1000));
  if (Math.abs(count) <= 1 || isNothing) return 'timestamp-zero';
  if (count === MAX_INT32 || (count < 0 && count >= -MAX_INT32 - 1)) return 'timestamp-int32';
  if (count >= 1.1e17 && count < 7e17) return 'timestamp-ticks';
  if (nowMs === undefined) return count < 9e8 && count > 0 ? 'timestamp-monotonic' : undefined;
  // Without the bit of the sign there are 31.
  const isWord = [TWO_32, TWO_32 / 2].some((size) => {
    const behind = ((Math.round(nowMs) % size) - count + size) % size;
    return Number.isInteger(count) && count < size && Math.min(behind, size - behind) < HOUR_MS;
  });
  if (isWord) return 'timestamp-int32';
  const isRounded = Math.abs(count - nowMs) > HOUR_MS && Math.abs(count - nowMs) < 2 * DAY_MS;
  if (isRounded && count % DAY_MS === 0) return 'timestamp-rounded';
  if (isDate(written, nowMs)) return 'timestamp-date-time';
  if (isUnpadded(written, nowMs)) return 'timestamp-unpadded';
  const other = otherCount(count, nowMs);
  if (other !== undefined) return other.cause;
  // Nanoseconds since a machine began: less than ten days of them are fewer than any unit of our time but seconds and milliseconds has.
  const isUptime = count >= 2e13 && count < 8.64e14 && Math.abs(count - nowMs) > 300 * DAY_MS;
  return (count > 0 && count < 1e9) || isUptime ? 'timestamp-monotonic' : undefined;
}

/** A date written as digits, such as 20240501120000 with or without the milliseconds, within two days of the clock. */
function isDate(written: string, nowMs: number): boolean {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(?:(\d\d)(\d{3}|\d{6})?)?)?$/.exec(written);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((one) => Number(one ?? 0));
  return Math.abs(Date.UTC(year, month - 1, day, hour, minute, second) - nowMs) < 2 * DAY_MS;
}

/** Seconds near the clock with one or two digits behind them. */
function isUnpadded(written: string, nowMs: number): boolean {
  const seconds = Number(written.slice(0, 10));
  return /^\d{11,12}$/.test(written) && Math.abs(seconds * 1000 - nowMs) < DAY_MS;
}

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** A header that is no plain number, or a payload that has a text of that kind. */
export function timestampSpelling(header: string | undefined, signed: unknown): SlipId | undefined {
  const text = typeof signed === 'string' && !/^\d+$/.test(signed) ? signed : header;
  if (text === undefined || /^\d+$/.test(text)) return undefined;
  if (
    /^\d{4}[-/]\d\d?[-/]\d\d?|^\d\d?[-/.]\d\d?[-/.]\d{4}/.test(text) ||
    (MONTH.test(text) && /\d{4}/.test(text)) ||
    /^\d{8}T\d{4,6}/.test(text)
  ) {
    return 'timestamp-date-time';
  }
  const digits = text.replace(/^(["'])(.*)\1$/, '$2').replace(/^[+]|(?:ms|[lLnms]|\.0+)$|[,_' \u00a0]/g, '');
  return /^\d{10,19}$/.test(digits) && !/^\d+\.\d+$/.test(text) ? 'timestamp-format' : undefined;
}
