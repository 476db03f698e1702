import { expect, it } from 'vitest';
import { Gathered } from './gathered.js';

it.each([
  ['one byte each', Array.from({ length: 40_000 }, (_, at) => Uint8Array.of(at % 256))],
  [
    'pieces of any length, empty ones too',
    [0, 5, 0, 16_379, 1, 90_000, 3].map((size) => new Uint8Array(size).fill(size)),
  ],
  ['nothing', []],
])('puts together what comes in pieces: %s', (_what, pieces) => {
  const gathered = new Gathered();
  for (const piece of pieces) gathered.add(piece);
  const whole = Buffer.concat(pieces);
  expect(Buffer.compare(gathered.bytes(), whole)).toBe(0);
});

it('keeps nothing of a piece but its bytes', () => {
  const gathered = new Gathered();
  const piece = Uint8Array.of(1, 2);
  gathered.add(piece);
  piece.fill(9);
  expect([...gathered.bytes()]).toEqual([1, 2]);
});
