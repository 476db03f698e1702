import { expect, test } from 'vitest';
import type { SlipId } from '../signing/slips/slips.js';
import { SLIPS } from '../signing/slips/slips.js';
import { broken } from '../signing/stage-result.js';
import type { Judged } from './judged.js';
import { withSameMistakes } from './same-mistake.js';

const judged = (cause: SlipId, actual = 'abc', encoder?: string): Judged => ({
  result: broken(cause, 'right', actual),
  ...(encoder === undefined ? {} : { encoder }),
});
const told = (...stages: readonly Judged[]): readonly (string | undefined)[] =>
  withSameMistakes(stages).map(({ sameAs }) => sameAs);

test.each<readonly [first: SlipId, second: SlipId]>([
  ['data-hex', 'body-hash-hex'],
  ['body-hash-hex', 'sign-hex'],
  ['data-padded', 'sign-padded'],
  ['data-padded', 'body-hash-standard-alphabet'],
  ['body-hash-truncated', 'sign-truncated'],
  ['path-unicode-form', 'body-hash-unicode-form'],
  ['path-latin-1', 'body-hash-charset'],
  ['path-mojibake', 'body-hash-mojibake'],
])('%s and %s are one mistake', (first, second) => {
  expect(told(judged(first), judged(second))).toEqual([undefined, SLIPS[first].stage]);
});

test('three values of one encoder point at the first', () => {
  const all = ['data-hex', 'body-hash-hex', 'sign-hex'] as const;
  expect(told(...all.map((cause) => judged(cause)))).toEqual([undefined, 'data-encoding', 'data-encoding']);
});

test('a form of the hash is one mistake with that of the signature', () => {
  expect(told(judged('body-hash-other-form', 'abc', 'double-base64'), judged('sign-double-base64'))[1]).toBe(
    'body-hash',
  );
});

test.each<readonly [what: string, first: Judged, second: Judged]>([
  ['two encodings', judged('body-hash-hex'), judged('sign-padded')],
  ['padding in two alphabets', judged('body-hash-padded', 'a-b='), judged('sign-standard-alphabet', 'a+b=')],
  ['other forms', judged('body-hash-other-form'), judged('sign-hex')],
  ['values that no encoder makes', judged('timestamp-text'), judged('sign-version-text')],
])('%s are two mistakes', (_what, first, second) => {
  expect(told(first, second)).toEqual([undefined, undefined]);
});
