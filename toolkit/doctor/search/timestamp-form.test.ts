import { expect, test } from 'vitest';
import { timestampForm } from './timestamp-form.js';

const MS = 1714564800123;

test.each([
  [MS.toString(16), 'in hexadecimal'],
  [`0x${MS.toString(16).toUpperCase()}`, 'in hexadecimal'],
  [MS.toString(2), 'in binary digits'],
  [`0o${MS.toString(8)}`, 'in octal digits'],
  [MS.toString(36), 'in base 36'],
  ['1,714,564,800,123', 'with separators between its digits'],
  ["1'714'564'800'123", 'with separators between its digits'],
  ['1714564800_123', 'with separators between its digits'],
  [` ${MS}`, 'with white space around it'],
  [`"${MS}"`, 'in quotation marks'],
  [`+${MS}`, 'with a sign before it'],
  [`[${MS}]`, 'in brackets'],
  [`${MS}ms`, 'with its unit or a suffix behind it'],
  [`timestamp=${MS}`, 'with a word before it'],
  ['١٧١٤٥٦٤٨٠٠١٢٣', 'in digits of another script'],
  [Buffer.from(String(MS)).toString('base64'), 'in base64'],
])('%s is written %s', (text, how) => {
  expect(timestampForm(text, MS)).toBe(how);
});

test.each(['', 'soon', String(MS), 'ffff', '2024-05-01T12:00:00Z'])('nothing is said of %j', (text) => {
  expect(timestampForm(text, MS)).toBeUndefined();
});
