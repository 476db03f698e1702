// A damage to each part of what is signed (interface 5.1 to 5.3; 9, rule 2), for checks that go through all parts of one call.
import { type DamageEntry, type DamageSubject, damagesOn } from '../../../toolkit/wire/damage/library.js';
import type { RequestSpec } from '../../../toolkit/wire/exchange.js';
import { BATTERY, isJudgedByRefusal } from './battery.js';

/** Damages that a service may miss on one call alone, beside those of the battery, which have a check each. */
const EACH: readonly string[] = [
  'header-api-key-missing',
  'header-api-key-mismatching',
  'header-idempotency-key-missing',
  'header-idempotency-key-missing-on-read',
  'header-idempotency-key-mismatching',
  'header-timestamp-missing',
  'header-timestamp-mismatching',
  'header-sign-version-missing',
  'header-sign-version-mismatching',
  'header-data-missing',
  'header-data-mismatching',
  'payload-api-key-missing',
  'payload-api-key-wrong',
  'payload-idempotency-key-missing',
  'payload-idempotency-key-wrong',
  'payload-timestamp-missing',
  'payload-timestamp-wrong',
  'payload-timestamp-wrong-type',
  'payload-sign-version-missing',
  'payload-sign-version-wrong-type',
  'payload-method-missing',
  'payload-path-missing',
  'payload-body-hash-missing',
  'payload-body-hash-of-nothing',
  'payload-body-hash-blank-on-read',
  'payload-list',
  'path-upper-case',
  'path-upper-case-on-handshake',
  'path-query-added',
  'path-query-added-on-handshake',
  'path-cut',
  'path-cut-on-handshake',
  'path-other-account',
  'path-other-account-on-handshake',
  'method-head',
  'method-put',
  'timestamp-seconds',
  'sign-version-two',
  'api-key-unknown',
  'sign-over-hash',
  'sign-zero',
  'data-twice',
];

const SINGLY: readonly string[] = BATTERY.map(({ id }) => id);

/** Plain violations come first: the check ends with its first failure, which must not be one that is only a warning. */
export function everyDamageOn(on: DamageSubject): readonly DamageEntry[] {
  const shown = damagesOn(on).filter(
    (entry) => isJudgedByRefusal(entry) && entry.keyEnding === undefined && !SINGLY.includes(entry.id),
  );
  return [...shown.filter(({ level }) => level === 'must'), ...shown.filter(({ level }) => level !== 'must')];
}

export const eachOn = (on: DamageSubject): readonly DamageEntry[] =>
  everyDamageOn(on).filter(({ id, level }) => EACH.includes(id) && level === 'must');

const ACCOUNT = /\/accounts\/[^/?]/;
const VERSION = /\/v1\//;

/** Whether the damage changes the request, which may name its account elsewhere, have no version, or no body. */
export function tellsOn({ id }: DamageEntry, { path, body }: Pick<RequestSpec, 'path' | 'body'>): boolean {
  if (id.startsWith('path-other-account')) return ACCOUNT.test(path);
  if (id.startsWith('path-other-version')) return VERSION.test(path);
  return id !== 'payload-body-hash-of-nothing' || (body !== undefined && body.length > 0);
}
