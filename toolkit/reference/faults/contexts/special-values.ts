// Faults that only a special value shows (interface 1, rules 5 and 6; 4.1; 5.3, rule 8; 6.2; 7.1; 8): readers that fold, cut off, round,
// wrap around or look at a part of a list, and are right about everything else.
import type { Decimal } from '../../../decimal/index.js';
import { alsoWhere, amended, exceptWhere, instead, readAs } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

const keyExact = violating('8', ['idempotency.key-exact']);
const offStep = violating('4.1', ['orders.volume-off-step', 'orders.volume-above-maximum']);
const priceDigits = violating('4.1', [
  'orders.price-digits-refused',
  'orders.stop-loss-digits-refused',
  'orders.take-profit-digits-refused',
]);
const timestamp = violating('5.3', ['auth.timestamp-past-refused', 'auth.timestamp-future-refused']);

/** By the name of the fault: how a record is looked up by another key than the one that was sent. */
const READ_AS: Readonly<Record<string, readonly [summary: string, (key: string) => string]>> = {
  'key-without-marks': ['Marks are left out of a key before it is looked up.', (key) => key.replaceAll(/[._~-]/g, '')],
  'key-read-as-number': [
    'A key that is a number is looked up by its value.',
    (key) => (/^\d+(\.\d+)?$/.test(key) ? String(Number(key)) : key),
  ],
  'key-cut-at-64': ['A key is looked up by its first 64 characters.', (key) => key.slice(0, 64)],
  'key-cut-at-127': ['A key is looked up by its first 127 characters.', (key) => key.slice(0, 127)],
  'key-with-marks-alike': ['Hyphens and underscores of a key are the same.', (key) => key.replaceAll('_', '-')],
};

export const specialValueFaults: readonly Fault[] = [
  ...Object.entries(READ_AS).map(([id, [summary, read]]) =>
    keyExact(id, {
      summary,
      recordName: readAs((request) => ({ ...request, idempotencyKey: read(request.idempotencyKey) })),
    }),
  ),
  violating('8', ['idempotency.key-other-characters-refused'])('key-folded-before-its-test', {
    summary: 'Letters that fold into permitted ones, such as the KELVIN SIGN, are permitted.',
    idempotencyKeyAgrees: alsoWhere((header, signed) => header !== undefined && inUtf8(header) === signed),
    acceptsMutatingKey: alsoWhere((key) => /^[a-z0-9._~-]{5,128}$/iu.test(inUtf8(key))),
  }),
  ...[3, 8, 15].map((digits) =>
    offStep(`volume-cut-at-${digits}-digits`, {
      summary: `Digits of a volume beyond the ${digits}th are cut off before it is judged.`,
      onStep: readAs((volume) => cutOff(volume, digits)),
      atMostMax: readAs((volume) => cutOff(volume, digits)),
    }),
  ),
  ...[8, 15].map((digits) =>
    priceDigits(`price-cut-at-${digits}-digits`, {
      summary: `Digits of a price beyond the ${digits}th are cut off before they are counted.`,
      fitsPointDigits: readAs((price) => cutOff(price, digits)),
    }),
  ),
  priceDigits('half-a-point-passes', {
    summary: 'A price with one digit too many passes where that digit is a five.',
    fitsPointDigits: alsoWhere(
      ({ coefficient, scale }, { pointDigits }) => scale === pointDigits + 1 && coefficient % 10n === 5n,
    ),
  }),
  violating('1', ['numbers.decimals-exact', 'numbers.money-in-account-currency', 'transactions.balance-arithmetic'])(
    'bookings-cut-in-binary',
    {
      summary: 'What is booked is multiplied as a double and cut off, so that some amounts lose their last unit.',
      level: 'should',
      needs: 'account.deposit',
      balanceChange: amended((change, _kind, _amount, digits) =>
        BigInt(Math.trunc((Number(change) / 10 ** digits) * 10 ** digits)),
      ),
    },
  ),
  violating('5.1', ['auth.api-key-matches-payload'])('api-key-compared-without-case', {
    summary: 'The case of letters does not count in an API key.',
    findKey: amended((key, id, keys) => key ?? [...keys].find(([other]) => isSameBesideCase(other, id))?.[1]),
    apiKeyAgrees: alsoWhere((header = '', signed) => typeof signed === 'string' && isSameBesideCase(header, signed)),
  }),
  timestamp('timestamp-compared-in-32-bits', {
    summary: 'Of a timestamp only the lowest 32 bits of its milliseconds are compared.',
    acceptsTimestamp: instead((sentMs, nowMs, windowMs) => distance(sentMs, nowMs, 2 ** 32) <= windowMs),
  }),
  timestamp('timestamp-compared-by-time-of-day', {
    summary: 'Of a timestamp only the time of day is compared.',
    acceptsTimestamp: instead((sentMs, nowMs, windowMs) => distance(sentMs, nowMs, 86_400_000) <= windowMs),
  }),
  violating('4.1', ['orders.media-type-refused'])('media-type-by-its-beginning', {
    summary: 'Every media type that begins like application/json is taken for it.',
    acceptsMediaType: alsoWhere((type) => type?.startsWith('application/json') === true),
  }),
  violating('6.2', ['hmr.unknown-refused', 'hmr.unavailable-refuses-whole', 'instruments.unknown-refused'])(
    'only-the-last-of-a-list-refuses-it',
    {
      summary: 'A subscription is refused only where the last instrument of its list is bad.',
      acceptedPart: amended((part, wanted, refused) => {
        const good = wanted.filter((name) => !refused.includes(name));
        return part === undefined && good.length > 0 && !refused.includes(wanted.at(-1) ?? '') ? good : part;
      }),
    },
  ),
  violating('6.2', ['hmr.snapshot-complete'])('periods-of-next-year-unscheduled', {
    summary: 'Scheduled periods that start in another year than the present are left out.',
    needs: 'hmr.upsert',
    isCurrent: exceptWhere(({ startsAtMs }, nowMs) => yearOf(startsAtMs) !== yearOf(nowMs)),
  }),
  violating('1', ['history.cursor-continues'])('cursor-skips-after-sixteen', {
    summary: 'The cursor of a page whose last row has a number divisible by sixteen leaves one row out.',
    cursorAdvance: amended((next, last) => (last % 16 === 0 ? next + 1 : next)),
  }),
];

function isSameBesideCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Header values are read byte by byte. */
function inUtf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}

/** The shortest way around a counter. */
function distance(one: number, other: number, wrap: number): number {
  const away = Math.abs(one - other) % wrap;
  return Math.min(away, wrap - away);
}

function yearOf(ms: number): number {
  return new Date(ms).getUTCFullYear();
}

function cutOff(value: Decimal, digits: number): Decimal {
  if (value.scale <= digits) return value;
  return { coefficient: value.coefficient / 10n ** BigInt(value.scale - digits), scale: digits };
}
