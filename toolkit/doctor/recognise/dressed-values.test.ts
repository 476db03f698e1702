import { expect, test } from 'vitest';
import { HEADER } from '../../signing/index.js';
import { capture, native, withHeader } from '../capture/captures.test.aid.js';
import { diagnose } from '../diagnose.js';
import { renderDiagnosis } from '../render.js';
import { dressBetween } from './dressed-values.js';

test.each([
  ['"key-1"', 'key-1', 'SVC-API-KEY holds the value of the payload in quotation marks'],
  ['""', '', 'SVC-API-KEY holds the value of the payload in quotation marks'],
  ['key%2D1', 'key-1', 'SVC-API-KEY holds the value of the payload in percent-encoding'],
  ['a2V5LTE=', 'key-1', 'SVC-API-KEY holds the value of the payload in base64'],
  ['key-1', 'KEY-1', 'SVC-API-KEY holds the value of the payload in another letter case'],
  ['', ' ', 'the payload holds the value of SVC-API-KEY as white space in place of nothing'],
  ['key-1', 'key-1\n', 'the payload holds the value of SVC-API-KEY with white space around it'],
  ['key-1', '6b65792d31', 'the payload holds the value of SVC-API-KEY in hexadecimal'],
])('%s beside %s', (sent, signed, told) => {
  expect(dressBetween('SVC-API-KEY', sent, signed)).toBe(told);
});

test.each([
  ['key-1', 'key-1'],
  ['key-1', 'key-2'],
  ['', 'key-1'],
])('nothing is told of %s beside %s', (sent, signed) => {
  expect(dressBetween('SVC-API-KEY', sent, signed)).toBeUndefined();
});

test('the doctor says it', () => {
  const right = capture();
  const key = right.headers.find(([name]) => name === HEADER.idempotencyKey)?.[1] ?? '';
  const wrong = withHeader(right, HEADER.idempotencyKey, key.replaceAll('-', '%2D'));
  expect(renderDiagnosis(diagnose(wrong, native))).toContain('in percent-encoding');
});
