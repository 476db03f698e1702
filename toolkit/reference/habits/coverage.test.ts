import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { EXCEPTIONS } from './coverage.js';
import { contradictionIn, HABITS, habitById } from './index.js';

const { open } = await loadCatalogue();
const POINTS: readonly string[] = open.map(({ id }) => id);
const usesOf = (point: string): number => HABITS.filter(({ points }) => points.some((id) => id === point)).length;

describe('habits', () => {
  it.each(POINTS)('use the open point %s, or a reason says why not', (point) => {
    const exception = Object.entries(EXCEPTIONS).find(([id]) => id === point)?.[1];
    const uses = usesOf(point);
    if (exception === undefined) expect(uses).toBeGreaterThanOrEqual(2);
    else expect(uses).toBe(exception.habits === 'one' ? 1 : 0);
  });

  it('name only points that there are in the lists of exceptions', () => {
    expect(Object.keys(EXCEPTIONS).filter((point) => !POINTS.includes(point))).toEqual([]);
  });

  it('give their reasons in one sentence', () => {
    for (const { because } of Object.values(EXCEPTIONS)) expect(because).toMatch(/^[A-Z][^.]*\.$/);
  });

  it('have identifiers of their own', () => {
    const ids = HABITS.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
  });

  it.each(HABITS.map(({ id, summary }) => [id, summary]))('say what %s does in one sentence', (_, summary) => {
    expect(summary).toMatch(/^[A-Z][^.]*\.$/);
  });

  it('say of every cost what it does to which checks, and why', () => {
    for (const { costs } of HABITS) {
      for (const { checks, because } of costs) {
        expect(checks).not.toBe('');
        expect(because.trim()).not.toBe('');
      }
    }
  });

  it('exclude one another where they decide the same', () => {
    for (const { id, choice } of HABITS) {
      const other = HABITS.find((habit) => habit.choice === choice && habit.id !== id);
      if (other !== undefined) expect(contradictionIn([id, other.id])).toContain('exclude one another');
      expect(habitById(id).choice).toBe(choice);
    }
  });
});
