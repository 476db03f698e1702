import { expect, it } from 'vitest';
import { HONEST } from '../conduct/conduct.js';
import { TEMPERAMENTS } from '../temperaments.js';
import { LAPSES } from './lapses.js';

it('there are at least 110 lapses beside the wrong signers, and eight temperaments', () => {
  expect(LAPSES.filter(({ decision }) => decision.stages === undefined).length).toBeGreaterThanOrEqual(110);
  expect(TEMPERAMENTS.length).toBeGreaterThanOrEqual(8);
});

it('no two lapses or temperaments have one name', () => {
  const ids = [...LAPSES, ...TEMPERAMENTS].map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

it.each(LAPSES)('$id differs in one decision alone', ({ title, violates, temperament, decision, conduct }) => {
  const base = { ...HONEST, ...TEMPERAMENTS.find(({ id }) => id === temperament)?.conduct };
  const whole = { ...HONEST, ...conduct };
  const differing = Object.keys(base).filter((name) => !Object.is(Reflect.get(base, name), Reflect.get(whole, name)));
  expect(differing).toEqual(Object.keys(decision));
  expect(differing).toHaveLength(1);
  expect(violates.length).toBeGreaterThan(0);
  expect(title).toMatch(/^[a-z].*[^.]$/s);
});

it.each(TEMPERAMENTS)('$id differs from the plain client', ({ conduct }) => {
  const names = Object.keys(conduct);
  expect(names.length).toBeGreaterThan(0);
  expect(Object.keys(HONEST)).toEqual(expect.arrayContaining(names));
});
