import { expect, it } from 'vitest';
import { reasonInWords } from './plain-words.js';

it.each([
  ['expected at least 400 at /status, got 200', 'expected a refusal (4xx), the service accepted (200)'],
  ['expected at most 499 at /status, got 502', 'expected a refusal (4xx), the service answered 502'],
  [
    'expected at least 200 at /status, got nothing there',
    'expected acceptance (2xx), the service answered nothing there',
  ],
  ['expected one of [101] at /status, got 404', 'expected status 101, the service answered 404'],
  ['expected "a" at /view/orders/0/price, got "b"', 'price of item 1 of orders: expected "a", got "b"'],
  ['expected one more open order, got three', 'expected one more open order, got three'],
])('says %j as %j', (reason, words) => {
  expect(reasonInWords({ reason })).toBe(words);
});

it('leaves the example of a property to its own line', () => {
  const property = { seed: 1, runs: 3, counterexample: '[["x",0]]' };
  expect(reasonInWords({ reason: 'expected at least 400 at /status, got 202 for [["x",0]]', property })).toBe(
    'expected a refusal (4xx), the service accepted (202)',
  );
});

it('takes linear time on a hostile reason', () => {
  const reason = `expected ${'x at /'.repeat(20_000)}`;
  const begun = performance.now();
  expect(reasonInWords({ reason })).toBe(reason);
  expect(performance.now() - begun).toBeLessThan(500);
});
