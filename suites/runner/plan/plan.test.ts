import { describe, expect, it } from 'vitest';
import { compileDialect } from '../../../toolkit/profile/dialect/compile.js';
import { DEFAULT_DIALECT } from '../../../toolkit/profile/dialect/default-spelling.js';
import type { Dialect } from '../../../toolkit/profile/dialect/dialect.js';
import { CLAIMS, type Profile } from '../../../toolkit/profile/profile.js';
import type { CheckSpec, Needs } from '../check.js';
import type { CheckId } from '../check-id.js';
import { makePlan, type Plan, type PlanInput, type PlanRequirement } from './plan.js';

const profile = {
  name: 'test',
  baseUrl: 'http://127.0.0.1:1',
  streamUrl: 'ws://127.0.0.1:1',
  environment: 'sandbox',
  keys: { main: { id: 'K', privateKey: '' } },
  accounts: { pool: [{ id: 'A1' }], unknown: 'X' },
  market: { instruments: [], unavailable: [], unknown: 'N' },
  claims: Object.fromEntries(CLAIMS.map((claim) => [claim, claim !== 'ticks'])) as Profile['claims'], // one entry per claim
  timing: { answerMs: 1, resultMs: 1, eventMs: 1, quietMs: 1 },
  limits: { requestsPerSecond: 0, orders: 1, connections: 1 },
  policy: { inconclusive: 'unreachable' },
  dialect: { spec: {} },
  control: { 'stream.drop': { command: ['cut', '{account_id}'] } },
} satisfies Profile;
const dialect: Dialect = {
  ...compileDialect(DEFAULT_DIALECT, profile.baseUrl),
  has: (name) => name !== 'snapshot',
};

const requirements = new Map<string, PlanRequirement>(
  [
    { id: 'own.one', section: '5.3', rule: 4, level: 'must' } as const,
    { id: 'own.two', section: '6', also: ['5.1'], level: 'should' } as const,
  ].map((one) => [one.id, one]),
);

function spec(id: CheckId, changes: Partial<CheckSpec> = {}): { readonly spec: CheckSpec; readonly area: string } {
  return { spec: { id, title: '', kind: 'scenario', run: async () => undefined, ...changes }, area: 'a' };
}

function plan(checks: PlanInput['checks'], changes: Partial<PlanInput> = {}): Plan {
  return makePlan({
    checks,
    requirements,
    target: { profile, dialect },
    selection: { selectors: [], sections: [] },
    ...changes,
  });
}

function obstacle(needs: Needs, target: Partial<PlanInput['target']> = {}): unknown {
  const made = plan([spec('own.one/x', { needs })], { target: { profile, dialect, ...target } });
  return made.items[0]?.obstacle;
}

describe('the plan', () => {
  it('takes sections and level from the catalogue', () => {
    const { items } = plan([spec('own.one/x', { requirements: ['own.two'] }), spec('own.two/y')]);
    expect(items.map(({ id, sections, level }) => [id, sections, level])).toEqual([
      ['own.one/x', ['5.3', '6', '5.1'], 'must'],
      ['own.two/y', ['6', '5.1'], 'should'],
    ]);
  });

  it('lets positions be closed by the request or by the control action', () => {
    const closing = { claims: ['closePosition'] } as const;
    const without = { ...dialect, has: () => false };
    const acting = { ...profile, control: { 'position.close': { command: ['true'] } } };
    expect(obstacle(closing)).toBeUndefined();
    expect(obstacle(closing, { dialect: without, profile: acting })).toBeUndefined();
    expect(obstacle(closing, { dialect: without })).toMatchObject({
      verdict: 'inconclusive',
      needs: ['dialect request closePosition or control position.close'],
    });
    // Of the call itself there is nothing to judge where the operator alone closes.
    expect(obstacle({ ...closing, requests: ['closePosition'] }, { dialect: without, profile: acting })).toMatchObject({
      verdict: 'not-applicable',
      needs: ['dialect request closePosition'],
    });
  });

  it('leaves variants out at quick effort only', () => {
    const checks = [spec('own.one/x', { effort: 'standard' })];
    const at = (effort: 'quick' | 'standard' | 'thorough'): unknown =>
      plan(checks, { target: { profile, dialect, effort } }).items[0]?.obstacle?.verdict;
    expect([at('quick'), at('standard'), at('thorough')]).toEqual(['left-out', undefined, undefined]);
  });

  it('judges one variant of a requirement at quick effort, those of a selection too, and every history check', () => {
    const checks = [...'abcdefg'].map((slug) => spec(`own.one/${slug}`));
    const judged = (selectors: readonly string[], more: readonly (typeof checks)[number][] = []): readonly string[] =>
      plan([...checks, ...more], {
        target: { profile, dialect, effort: 'quick' },
        selection: { selectors, sections: [] },
      }).items.flatMap((item) => (item.obstacle === undefined ? [item.id] : []));
    expect(judged([])).toEqual(['own.one/a']);
    expect(judged(['own.one/a', 'own.one/c'])).toEqual(['own.one/a']);
    const history = [spec('own.one/h', { kind: 'history' }), spec('own.one/i', { needs: { claims: ['ticks'] } })];
    expect(judged([], history)).toEqual(['own.one/a', 'own.one/h']);
  });

  it('selects by section and by rule', () => {
    const checks = [spec('own.one/x'), spec('own.two/y')];
    const ids = (section: string): readonly string[] =>
      plan(checks, { selection: { selectors: [], sections: [section] } }).items.map(({ id }) => id);
    expect(ids('5.3.4')).toEqual(['own.one/x']);
    expect(ids('5')).toEqual(['own.one/x', 'own.two/y']);
  });

  it('starts the longest wait first and ends with history', () => {
    const { items } = plan([
      spec('own.one/history', { kind: 'history', waitMs: 9000 }),
      spec('own.one/b'),
      spec('own.one/a'),
      spec('own.one/slow', { waitMs: 4000 }),
    ]);
    expect(items.map(({ id }) => id)).toEqual(['own.one/slow', 'own.one/a', 'own.one/b', 'own.one/history']);
  });

  it('names requirements that the catalogue does not have, unless a user brought them', () => {
    const own = { ...spec('own.rule/x'), area: 'own' };
    expect(plan([spec('own.typo/x', { requirements: ['own.one'] }), own]).uncatalogued).toEqual(['own.typo']);
  });

  it('carries the denominator of all shards', () => {
    const checks = Array.from({ length: 10 }, (_, n) => spec(`own.one/c${n}`));
    const shards = [1, 2].map((index) => plan(checks, { shard: { index, of: 2 } }));
    expect(shards.map(({ whole }) => whole)).toEqual([shards[0]?.whole, shards[0]?.whole]);
    expect(shards[0]?.whole.checks).toBe(10);
    expect(shards.flatMap(({ items }) => items)).toHaveLength(10);
  });
});

describe('applicability', () => {
  it('is missing for a claim that the profile does not make', () => {
    expect(obstacle({ claims: ['ticks', 'positions'] })).toEqual({
      verdict: 'not-applicable',
      reason: 'the profile does not claim ticks',
      needs: ['claim ticks'],
    });
  });

  it.each<[Needs, string]>([
    [{ control: ['stream.drop', 'stream.stall'] }, 'control stream.stall'],
    [
      { control: ['stream.drop'], params: { 'stream.drop': ['account_id', 'later'] } },
      'parameter later of control stream.drop',
    ],
    [{ keys: ['main', 'second'] }, 'key second'],
    [{ requests: ['account', 'snapshot'] }, 'dialect request snapshot'],
    [{ facts: ['foreignAccount'] }, 'accounts.foreign'],
    [{ facts: ['openapi'] }, 'openapi'],
    [{ accounts: 2 }, '2 accounts in the pool (or control account.create)'],
    [{ instruments: 1 }, '1 market.instruments'],
  ])('is out of reach for %j', (needs, missing) => {
    expect(obstacle(needs)).toEqual({
      verdict: 'inconclusive',
      reason: `cannot be reached on this target: needs ${missing}`,
      needs: [missing],
    });
  });

  it('holds for any number of accounts where the target opens them', () => {
    const control = { 'account.create': { command: ['true'] } };
    expect(obstacle({ accounts: 5 }, { profile: { ...profile, control } })).toBeUndefined();
  });

  it('lets only reads run where trading is not allowed', () => {
    const production = { ...profile, environment: 'production' as const };
    expect(obstacle({}, { profile: production })).toMatchObject({ needs: ['environment: sandbox'] });
    expect(obstacle({ readOnly: true }, { profile: production })).toBeUndefined();
    expect(obstacle({}, { profile: production, allowTrading: true })).toBeUndefined();
  });
});
