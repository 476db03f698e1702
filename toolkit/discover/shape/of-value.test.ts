// Shapes of values that somebody made large on purpose: looked at as far as it makes sense, and no further.
import { expect, it } from 'vitest';
import type { JsonValue } from '../../payload/json.js';
import { shapeOfValue } from './of-value.js';
import { placesIn } from './shape.js';

it('looks at a bounded part of a tree that doubles at each step', () => {
  let tree: JsonValue = 1;
  for (let depth = 0; depth < 14; depth += 1) tree = { left: tree, right: tree };
  expect(placesIn(shapeOfValue(tree, 'an answer')).length).toBeLessThan(5_000);
});

it('sees every member of an ordinary answer', () => {
  const shape = shapeOfValue({ orders: [{ id: 'a', price: '1.0' }], account: { balance: '5' } }, 'an answer');
  expect(placesIn(shape).map(({ steps }) => steps.join('/'))).toEqual(['', 'orders', 'account', 'account/balance']);
  expect([...(shape.members.get('orders')?.items?.members.keys() ?? [])]).toEqual(['id', 'price']);
});

it.each(['XAU/USD', 'BTC JPY', 'eur:usd', '日経'])('takes an object with a member %s for a map by name', (name) => {
  const shape = shapeOfValue({ [name]: { since: 1999 }, EURUSD: {} }, 'a read');
  expect(shape.values?.kinds.has('object')).toBe(true);
});

it('leaves alone the members of an object that are words', () => {
  expect(shapeOfValue({ 'orders.place': { size: 1 }, account: {} }, 'a read').values).toBeUndefined();
});
