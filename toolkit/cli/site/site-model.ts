// What the pages of the site tell: each statement with everything that speaks of it. Pure.

import type { Fault } from '../../reference/faults/algebra/fault.js';
import type { Habit } from '../../reference/habits/algebra/habit.js';
import type { Catalogue } from '../../requirements/catalogue.js';
import type { OpenPoint, Requirement } from '../../requirements/requirement.js';

export interface SiteCheck {
  readonly id: string;
  readonly title: string;
  readonly level: 'must' | 'should';
  readonly requirements: readonly string[];
  /** `suites/orders/market.suite.ts:12`. */
  readonly declared?: string;
}

export type SiteFault = Pick<Fault, 'id' | 'section' | 'requirements' | 'summary' | 'level' | 'trigger'>;
export type SiteHabit = Pick<Habit, 'id' | 'section' | 'points' | 'summary'>;

export interface SiteSources {
  readonly catalogue: Pick<Catalogue, 'requirements' | 'open' | 'digest'>;
  readonly checks: readonly SiteCheck[];
  readonly faults: readonly SiteFault[];
  readonly habits: readonly SiteHabit[];
  readonly version: string;
}

export interface Entry {
  readonly requirement: Requirement;
  readonly checks: readonly SiteCheck[];
  readonly faults: readonly SiteFault[];
  readonly open: readonly OpenPoint[];
  /** Legal differences that use one of its open points. */
  readonly habits: readonly SiteHabit[];
}

export interface Site extends SiteSources {
  /** In the order of the interface. */
  readonly entries: readonly Entry[];
}

export function siteOf(sources: SiteSources): Site {
  const { catalogue, checks, faults, habits } = sources;
  const points = new Map(catalogue.open.map((point) => [point.id, point]));
  const entries = catalogue.requirements.map((requirement): Entry => {
    const open = (requirement.open ?? []).flatMap((id) => points.get(id) ?? []);
    const names = new Set<string>(open.map(({ id }) => id));
    return {
      requirement,
      checks: checks.filter((check) => check.requirements.includes(requirement.id)),
      faults: faults.filter((fault) => fault.requirements.some((one) => one === requirement.id)),
      open,
      habits: habits.filter((habit) => habit.points.some((id) => names.has(id))),
    };
  });
  return { ...sources, entries };
}
