import { describe, expect, it } from 'vitest';
import { sampleCheck, sampleResults } from '../sample.test.aid.js';
import { failureGroups, narrowerThan } from './failure-groups.js';
import type { CheckResult } from './model.js';
import { nextSteps } from './next-steps.js';

const judges = ['domain.open-orders', 'positions.part-closed'];

/** A check of two requirements that fails on one of them. */
function failing(id: string, overrides: Partial<CheckResult> = {}): CheckResult {
  return sampleCheck({ id, requirements: judges, verdict: 'fail', violates: ['positions.part-closed'], ...overrides });
}

const keysOf = (checks: readonly CheckResult[]): readonly string[] =>
  failureGroups(sampleResults(checks)).map(({ key }) => key);

describe('groups of failures', () => {
  it('are named by the requirement that the failed assertion violates, not by the first of the check', () => {
    const results = sampleResults([failing('domain.open-orders/a'), failing('domain.open-orders/b')]);
    expect(failureGroups(results).map(({ key }) => key)).toEqual(['positions.part-closed']);
    expect(nextSteps(results)[0]?.text).toMatch(/^fix positions\.part-closed /);
  });

  it('are named by the first requirement where results of an earlier version do not say what is violated', () => {
    const { violates: _, ...old } = failing('domain.open-orders/a');
    expect(keysOf([old])).toEqual(['domain.open-orders']);
  });

  it('begin with a check about nothing else, before one that judges more and before random commands', () => {
    const random = failing('positions.part-closed/at-random', { kind: 'property', requirements: judges.slice(1) });
    const day = failing('domain.open-orders/a-day');
    const narrow = failing('positions.part-closed/in-part', { requirements: judges.slice(1) });
    const [group] = failureGroups(sampleResults([random, day, narrow]));
    expect(group?.checks.map(({ id }) => id)).toEqual([narrow.id, day.id, random.id]);
  });

  it('begin with those that have such a check, however many fail in others', () => {
    const broad = ['a', 'b', 'c'].map((name) =>
      failing(`domain.open-orders/${name}`, { violates: ['domain.every-change'] }),
    );
    const narrow = failing('positions.part-closed/in-part', { requirements: judges.slice(1) });
    expect(keysOf([...broad, narrow])).toEqual(['positions.part-closed', 'domain.every-change']);
  });

  it('put what only warns last, however narrow it is', () => {
    const warning = failing('positions.part-closed/in-part', { requirements: judges.slice(1), level: 'should' });
    const broad = failing('domain.open-orders/a', { violates: ['domain.every-change'] });
    expect(keysOf([warning, broad])).toEqual(['domain.every-change', 'positions.part-closed']);
  });

  it('say where to look first when no check is about their requirement alone', () => {
    const narrow = failing('positions.part-closed/in-part', { requirements: judges.slice(1) });
    const broad = failing('domain.open-orders/a', { violates: ['domain.every-change'] });
    const results = sampleResults([broad, narrow]);
    const groups = failureGroups(results);
    expect(groups.map((group) => narrowerThan(group, groups)?.key)).toEqual([undefined, 'positions.part-closed']);
    expect(nextSteps(results).map(({ text }) => text.slice(0, 49))).toEqual([
      'fix positions.part-closed (interface 5.3): one ch',
      'then see whether this still fails: domain.every-c',
      'open index.html for the evidence behind every ver',
    ]);
  });
});
