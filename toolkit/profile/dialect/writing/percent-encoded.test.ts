import { expect, it } from 'vitest';
import { percentEncoded } from './percent-encoded.js';

it.each([
  ['a/b c', 'a%2Fb%20c'],
  ['\ud83d\udcb0', '%F0%9F%92%B0'],
  ['a\ud800b', 'a%EF%BF%BDb'],
  ['\udc00\ud83d\udcb0', '%EF%BF%BD%F0%9F%92%B0'],
])('encodes %j', (text, encoded) => expect(percentEncoded(text)).toBe(encoded));
