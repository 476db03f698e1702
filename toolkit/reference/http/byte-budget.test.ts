import { expect, it } from 'vitest';
import { ByteBudget } from './byte-budget.js';

function budgetOf(limitBytes: number): { readonly budget: ByteBudget<{ readonly name: string }>; evicted: string[] } {
  const evicted: string[] = [];
  return { budget: new ByteBudget(limitBytes, ({ name }) => evicted.push(name)), evicted };
}

it('lets somebody who holds little in at the cost of whoever holds the most', () => {
  const { budget, evicted } = budgetOf(100);
  const [large, larger, honest] = [{ name: 'large' }, { name: 'larger' }, { name: 'honest' }];
  expect([budget.take(large, 40), budget.take(larger, 60)]).toEqual([true, true]);
  expect(budget.take(honest, 10)).toBe(true);
  expect(evicted).toEqual(['larger']);
  budget.give(larger, 60);
  expect([budget.take(honest, 50), evicted]).toEqual([true, ['larger']]);
});

it('refuses whoever would hold the most itself', () => {
  const { budget, evicted } = budgetOf(100);
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  expect([budget.take(one, 50), budget.take(other, 40), budget.take(other, 20)]).toEqual([true, true, false]);
  budget.give(one, 50);
  expect([budget.take(other, 60), budget.take(other, 1), evicted]).toEqual([true, false, []]);
});
