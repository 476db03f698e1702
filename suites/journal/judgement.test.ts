// Unit tests of the checks that are made of history checkers.
import { beforeAll, describe, expect, it } from 'vitest';
import { CHECKERS } from '../../toolkit/checkers/index.js';
import { Story } from '../../toolkit/checkers/story.test.aid.js';
import { loadCatalogue } from '../../toolkit/requirements/catalogue.js';
import type { RequirementLevel } from '../../toolkit/requirements/requirement.js';
import type { CheckContext, Expect } from '../runner/context.js';
import { assertResult, judgementOf } from '../words/judgement.js';

type Asserted = readonly [requirement: string | undefined, holds: boolean, message: string | undefined];

/** As much of a context as these checks use; both ways out are told apart by their text. */
function contextOver(story: Story): { readonly t: CheckContext; readonly asserted: Asserted[] } {
  const asserted: Asserted[] = [];
  const that: Expect['that'] = (holds, _claim, { requirement, message } = {}) => {
    asserted.push([requirement, holds, message]);
  };
  const t = {
    timing: { answerMs: 1000, resultMs: 1000, eventMs: 500, quietMs: 100 },
    currencyDigitsOf: () => 2,
    dialect: { dateTimeMembers: [] },
    history: async () => [...story.records],
    expect: { that },
    inconclusive: (reason: string) => {
      throw new Error(`inconclusive: ${reason}`);
    },
    notApplicable: (reason: string) => {
      throw new Error(`not applicable: ${reason}`);
    },
  };
  // The other members are never touched.
  return { t: t as unknown as CheckContext, asserted };
}

describe('a check made of a history checker', () => {
  it('asserts those requirements of its checker that the run gave it to judge', async () => {
    const story = new Story();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    const { t, asserted } = contextOver(story);
    const result = await judgementOf(t, 'ack-form');
    assertResult(t, result);
    expect(asserted.map(([requirement]) => requirement)).toEqual(Object.keys(result.judgedBy));
    expect(asserted.map(([requirement]) => requirement)).not.toContain('positions.ack-status-202');
    expect(asserted.every(([, holds]) => holds)).toBe(true);
  });

  it('fails the requirement that was violated, and says how often', async () => {
    const story = new Story();
    for (const key of ['key-1', 'key-2']) story.answer(story.call('placeOrder', { key }), 200, { operationId: key });
    const { t, asserted } = contextOver(story);
    assertResult(t, await judgementOf(t, 'ack-form'));
    expect(asserted.filter(([, holds]) => !holds)).toEqual([
      ['ack.status-202', false, 'an accepted placeOrder was not answered with 202 (and 1 more)'],
    ]);
  });

  it('claims of a checker that gave up what it had found, and not that the rest holds', async () => {
    const { t, asserted } = contextOver(new Story());
    const finding = { checker: 'x', message: 'm', expected: 'e', actual: 'a', evidence: [1] } as const;
    assertResult(t, {
      checker: 'x',
      requirements: ['auth.error-code-numeric', 'auth.error-1001-name'],
      outcome: 'found',
      judged: 3,
      judgedBy: { 'auth.error-code-numeric': 2, 'auth.error-1001-name': 1 },
      findings: [{ ...finding, requirement: 'auth.error-1001-name' }],
      more: 0,
      isBroken: true,
      until: 7,
    });
    expect(asserted).toEqual([['auth.error-1001-name', false, 'm']]);
  });

  it('asserts what binds before it asserts what is only a warning', async () => {
    const { t, asserted } = contextOver(new Story());
    const finding = { checker: 'x', message: 'm', expected: 'e', actual: 'a', evidence: [1] } as const;
    const findings = [
      { ...finding, requirement: 'ack.status-202', level: 'should' },
      { ...finding, requirement: 'ack.operation-id-present' },
    ] as const;
    assertResult(t, {
      checker: 'x',
      requirements: ['ack.status-202', 'ack.operation-id-present'],
      outcome: 'found',
      judged: 2,
      judgedBy: { 'ack.status-202': 1, 'ack.operation-id-present': 1 },
      findings,
      more: 0,
      until: 1,
      isBroken: false,
    });
    expect(asserted.map(([requirement, holds]) => [requirement, holds])).toEqual([
      ['ack.status-202', true],
      ['ack.operation-id-present', false],
      ['ack.status-202', false],
    ]);
  });

  it('is not applicable where the run brought nothing of the kind', async () => {
    const { t } = contextOver(new Story());
    const result = await judgementOf(t, 'hmr-form');
    expect(() => assertResult(t, result)).toThrow('not applicable');
  });

  it('is undecided when its checker fails', () => {
    const { t } = contextOver(new Story());
    const broken = {
      checker: 'x',
      requirements: ['ack.status-202'],
      outcome: 'unknown',
      judged: 0,
      judgedBy: {},
      findings: [],
      more: 0,
      until: 1,
    } as const;
    expect(() => assertResult(t, { ...broken, isBroken: true, reason: 'the checker failed: x' })).toThrow(
      'inconclusive',
    );
  });

  it('shares one pass over the journal with all others', async () => {
    const story = new Story();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    const { t } = contextOver(story);
    const first = await judgementOf(t, 'ack-form');
    story.answer(story.call('placeOrder', { key: 'key-2' }), 200, { operationId: 'op-2' });
    await expect(judgementOf(t, 'ack-form')).resolves.toBe(first);
  });
});

describe('the history checkers', () => {
  let levels: ReadonlyMap<string, RequirementLevel>;
  beforeAll(async () => {
    const { requirements } = await loadCatalogue();
    levels = new Map(requirements.map(({ id, level }) => [id, level]));
  });

  it.each(CHECKERS.map(({ name, requirements }) => [name, requirements] as const))(
    '%s judges catalogued requirements that weigh',
    (_, requirements) => {
      for (const id of requirements) expect(['must', 'should']).toContain(levels.get(id));
    },
  );
});
