// Readers of idempotency keys, timestamps and date-times with the usual slips in their patterns (interface 8, 5.1, 1 rule 3).
import type { Implementation } from '../implementation.js';
import type { WrongReader } from './wrong-reader.js';

const keys = (id: string, sentence: string, accepts: (key: string) => boolean): WrongReader => ({
  id,
  sentence,
  change: { 'check-idempotency-key': ({ key }) => ({ valid: accepts(key) }) } satisfies Implementation,
});

const times = (id: string, sentence: string, accepts: (text: string) => boolean): WrongReader => ({
  id,
  sentence,
  change: { 'check-timestamp': ({ text }) => ({ valid: accepts(text) }) } satisfies Implementation,
});

const dates = (id: string, sentence: string, accepts: (text: string) => boolean): WrongReader => ({
  id,
  sentence,
  change: { 'check-date-time': ({ text }) => ({ valid: accepts(text) }) } satisfies Implementation,
});

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

export const TEXT_READERS: readonly WrongReader[] = [
  keys('accepts-any-key', 'accepts any key that is not empty', (key) => key !== ''),
  keys(
    'accepts-empty-key',
    'takes the empty key for an absent one',
    (key) => key === '' || /^[A-Za-z0-9._~-]{5,128}$/.test(key),
  ),
  keys('accepts-four-characters', 'accepts keys from 4 characters on', matches(/^[A-Za-z0-9._~-]{4,128}$/)),
  keys('refuses-five-characters', 'refuses keys of 5 characters', matches(/^[A-Za-z0-9._~-]{6,128}$/)),
  keys('accepts-129-characters', 'accepts keys of 129 characters', matches(/^[A-Za-z0-9._~-]{5,129}$/)),
  keys('refuses-128-characters', 'refuses keys of 128 characters', matches(/^[A-Za-z0-9._~-]{5,127}$/)),
  keys('accepts-uuid-only', 'accepts UUIDs alone', matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)),
  keys('refuses-tilde', 'forgets the tilde', matches(/^[A-Za-z0-9._-]{5,128}$/)),
  keys('refuses-dot', 'forgets the dot', matches(/^[A-Za-z0-9_~-]{5,128}$/)),
  keys(
    'accepts-range-of-ascii',
    'writes the class as "+--" and so accepts "+", ","',
    matches(/^[A-Za-z0-9._~+--]{5,128}$/),
  ),
  keys('accepts-any-letter', 'accepts letters of every script', matches(/^[\p{L}\p{N}._~-]{5,128}$/u)),
  keys(
    'accepts-a-to-z-range',
    'writes the class as "A-z", which holds more than letters',
    matches(/^[A-z0-9._~-]{5,128}$/),
  ),
  keys(
    'accepts-final-line-feed',
    'checks with "$", which matches before a line feed too',
    matches(/^[A-Za-z0-9._~-]{5,128}\n?$/),
  ),
  keys('trims-key', 'trims white space before it checks', (key) => /^[A-Za-z0-9._~-]{5,128}$/.test(key.trim())),
  keys('finds-key-inside', 'looks for a valid key anywhere in the text', matches(/[A-Za-z0-9._~-]{5,128}/)),
  times(
    'reads-any-number',
    'takes whatever the language reads as a number',
    (text) => text !== '' && Number.isFinite(Number(text)),
  ),
  times(
    'reads-leading-digits',
    'reads the digits at the start and ignores the rest',
    (text) => !Number.isNaN(Number.parseInt(text, 10)),
  ),
  times('accepts-sign', 'accepts a sign', matches(/^[+-]?\d+$/)),
  times('accepts-leading-zeros', 'accepts leading zeros', matches(/^\d+$/)),
  times('accepts-any-digits', 'accepts digits of every script', matches(/^\p{Nd}+$/u)),
  times('accepts-fraction', 'accepts a fraction', matches(/^(?:0|[1-9]\d*)(?:\.\d+)?$/)),
  times(
    'accepts-date-time-text',
    'accepts date-time texts',
    (text) => /^(?:0|[1-9]\d*)$/.test(text) || !Number.isNaN(Date.parse(text)),
  ),
  times(
    'accepts-final-line-break',
    'checks with "$", which matches before a line feed too',
    matches(/^(?:0|[1-9]\d*)\n?$/),
  ),
  dates('reads-any-date', 'accepts whatever the language reads as a date', (text) => !Number.isNaN(Date.parse(text))),
  dates('accepts-z', 'accepts "Z" for the offset', matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|\+00:00)$/)),
  dates(
    'accepts-any-offset',
    'accepts offsets other than +00:00',
    matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
  ),
  dates('ignores-calendar', 'accepts days that do not exist', matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)),
  dates('accepts-blank-separator', 'accepts a blank for "T"', matches(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\+00:00$/)),
  dates(
    'accepts-missing-seconds',
    'accepts a time without seconds',
    matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?\+00:00$/),
  ),
  dates(
    'refuses-leap-day',
    'counts 28 days in every February',
    (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/.test(text) && !text.includes('-02-29'),
  ),
  times('accepts-empty-timestamp', 'takes an empty timestamp for an absent one', matches(/^(?:0|[1-9]\d*)?$/)),
  times('accepts-quoted-timestamp', 'strips quotation marks', (text) =>
    /^(?:0|[1-9]\d*)$/.test(text.replace(/^"(.*)"$/, '$1')),
  ),
  times(
    'accepts-any-float',
    'takes whatever the language reads as a floating-point number, NaN and infinity included',
    (text) => text === 'NaN' || text === 'Infinity' || (text.trim() !== '' && !Number.isNaN(Number(text))),
  ),
  dates(
    'accepts-empty-date',
    'takes an empty text for an absent date-time',
    (text) => text === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/.test(text),
  ),
  dates(
    'finds-date-inside',
    'looks for a date-time anywhere in the text',
    matches(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00/),
  ),
  dates(
    'accepts-short-fields',
    'accepts fields of one or two digits',
    matches(/^(?:\d\d){1,2}-\d{1,2}-\d{1,2}T\d{1,2}:\d\d:\d\d\+00:00$/),
  ),
  dates(
    'accepts-basic-form',
    'accepts the basic form of ISO 8601 and short offsets',
    matches(/^\d{4}-?\d\d-?\d\dT\d\d:?\d\d:?\d\d\+00(?::?00)?$/),
  ),
  dates('accepts-unix-time', 'accepts Unix time', matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$|^\d{10,13}$/)),
];
