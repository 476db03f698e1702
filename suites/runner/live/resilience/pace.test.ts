// What the pace of a run has cost, and what is said of it.
import { describe, expect, it } from 'vitest';
import { Pace } from './pace.js';
import { paceFindings } from './pace-findings.js';

const LANE = { accountId: '1', request: 'limits' } as const;
const signal = new AbortController().signal;

describe('the pace of a run', () => {
  it('says nothing of a run that no quota slowed down', async () => {
    const pace = new Pace(0);
    await pace.turn(LANE, signal);
    pace.passed(LANE);
    expect(paceFindings(pace)).toEqual([]);
  });

  it('says how often a quota was met, and for how long requests waited, counted once where several did', async () => {
    const pace = new Pace(0);
    await pace.turn(LANE, signal);
    pace.refused(LANE, 40);
    await Promise.all([pace.turn(LANE, signal), pace.turn(LANE, signal)]);
    expect(pace.cost.met).toBe(1);
    expect(pace.cost.waitedMs).toBeGreaterThanOrEqual(39);
    expect(paceFindings(pace)[0]?.message).toMatch(
      /^requests stood still for \d+\.\d s .* answered 429 once; .*requestsPerSecond/,
    );
  });

  it('says so of stated quotas too, once they cost seconds', () => {
    const said = (waitedMs: number): readonly unknown[] => paceFindings({ cost: { met: 0, waitedMs, isBound: false } });
    expect(said(1_999)).toEqual([]);
    expect(said(2_000)).toHaveLength(1);
  });

  it('names the bound of the profile where that is what most requests waited for, and no quota', async () => {
    const pace = new Pace(100);
    await Promise.all([1, 2, 3].map(() => pace.turn(LANE, signal)));
    expect(pace.cost).toMatchObject({ met: 0, isBound: true });
    const [finding] = paceFindings({ cost: { ...pace.cost, waitedMs: 2_000 } });
    expect(finding?.message).toMatch(/because of limits\.requestsPerSecond of the profile/);
  });
});
