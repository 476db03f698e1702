import { expect, test } from 'vitest';
import { fromCharsets, inCharsets, misread, unmisread } from './charset-mistakes.js';

const hexOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');
const written = (text: string, name: string): string =>
  hexOf([...inCharsets(text)].find(([names]) => names.split(' or ').includes(name))?.[1]);
const read = (hex: string, name: string): string | undefined =>
  [...fromCharsets(Buffer.from(hex, 'hex'))].find(([one]) => one === name)?.[1];

/** From the encoders of Python. */
test.each([
  ['€ü', 'windows-1252', '80fc'],
  ['Газ', 'windows-1251', 'c3e0e7'],
  ['Газ', 'koi8-r', 'e7c1da'],
  ['注文', 'shift_jis', '928d95b6'],
  ['注文', 'euc-jp', 'c3edcab8'],
  ['注文', 'iso-2022-jp', '1b2442436d4a381b2842'],
  ['黄金', 'gb18030', 'bbc6bdf0'],
  ['🚀', 'gb18030', '95308b34'],
  ['黃金', 'big5', 'b6c0aaf7'],
  ['황금', 'euc-kr', 'c8b2b1dd'],
  ['ü', 'code page 850', '81'],
  ['ü', 'UTF-7', '2b4150772d'],
  ['🚀', 'CESU-8, the modified UTF-8 of Java', 'eda0bdedba80'],
  ['ü🚀', 'UTF-32', '000000fc0001f680'],
] as const)('%s is written and read in %s', (text, name, hex) => {
  expect(written(text, name)).toBe(hex);
  expect(read(hex, name)).toBe(text);
});

test.each([
  ['für', 'Latin-1', 'fÃ¼r'],
  ['5 €', 'windows-1252', '5 â‚¬'],
  ['Да', 'windows-1251', 'Р”Р°'],
])('%s read in %s is %s, and is found behind it', (text, name, wrong) => {
  expect([...misread(text)]).toContainEqual([name, wrong]);
  expect([...unmisread(wrong)]).toContainEqual([name, text]);
});

test('ASCII is the same in all of them', () => {
  expect([...inCharsets('{"volume":"0.10"}'), ...misread('a'), ...unmisread('a')]).toEqual([]);
});

test('what a set lacks is written as encoders write it', () => {
  const forms = [...inCharsets('für Газ')].map(([, bytes]) => Buffer.from(bytes).toString('latin1'));
  expect(forms).toEqual(expect.arrayContaining(['f\xfcr ???', 'f\xfcr ', 'f\xfcr &#1043;&#1072;&#1079;', 'f?r ???']));
});
