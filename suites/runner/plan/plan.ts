// The plan: the closed list of checks that a run will judge, computed from catalogue x checks x profile x selection before any
// request. Every check of the plan ends with a verdict; those with an obstacle have theirs already.
import { createHash } from 'node:crypto';
import type { CheckDeclaration, Level } from '../check.js';
import type { CheckId, JudgedId } from '../check-id.js';
import { lowestOf } from '../level.js';
import { type DeclaredCheck, OWN_AREA, requirementOf } from '../registry.js';
import { BEYOND_QUICK, type Obstacle, obstacleTo, type TargetFacts } from './applicability.js';
import { beyondQuick } from './quick-variants.js';
import { isSelected, type Selection, selectableNames, unknownSelectors } from './selection.js';
import { inShard, type Shard } from './shard.js';

/** What the plan reads of a catalogue entry. */
export interface PlanRequirement {
  readonly id: string;
  readonly section: string;
  readonly rule?: number;
  readonly also?: readonly string[];
  readonly level: 'must' | 'should' | 'may';
}

export interface PlanItem {
  readonly id: CheckId;
  readonly spec: CheckDeclaration;
  readonly area: string;
  readonly requirements: readonly JudgedId[];
  readonly sections: readonly string[];
  readonly level: Level;
  /** Where it stands in the plan of all shards, from 0. */
  readonly place: number;
  /** Absent when the check can run. */
  readonly obstacle?: Obstacle;
}

export interface Plan {
  readonly items: readonly PlanItem[];
  /** Size and digest of the plan before sharding: what `tsi merge` proves the shards against. */
  readonly whole: { readonly checks: number; readonly digest: string };
  /** Selectors that name nothing; a usage error. */
  readonly unknown: readonly string[];
  /** What they could have named. */
  readonly known: readonly string[];
  /** Requirements that checks name and the catalogue does not have: an error of the suite. */
  readonly uncatalogued: readonly string[];
}

/** What a plan is made of. */
type PlannableCheck = Pick<DeclaredCheck, 'spec' | 'area'>;

export interface PlanInput {
  readonly checks: Iterable<PlannableCheck>;
  readonly requirements: ReadonlyMap<string, PlanRequirement>;
  readonly target: TargetFacts;
  readonly selection: Selection;
  readonly shard?: Shard;
}

export function makePlan({ checks, requirements, target, selection, shard }: PlanInput): Plan {
  const uncatalogued = new Set<string>();
  const all = [...checks].map(({ spec, area }) => {
    const named = [...new Set([requirementOf(spec.id), ...(spec.requirements ?? [])])];
    const entries = named.flatMap((id) => requirements.get(id) ?? []);
    // Users' own suites may judge requirements of their own.
    if (area !== OWN_AREA) for (const id of named) if (!requirements.has(id)) uncatalogued.add(id);
    return { spec, area, named, entries, sections: entries.flatMap(addresses) };
  });
  const catalogue = [...requirements.values()].flatMap((entry) =>
    addresses(entry).map((section) => ({ id: entry.id, section })),
  );
  const selected = all.filter((one) => isSelected(one, selection)).sort((a, b) => order(a.spec, b.spec));
  const ids = selected.map((one) => one.spec.id);
  const obstacles = obstaclesTo(all, target);
  return {
    items: selected
      .map((one, place) => ({ ...one, place }))
      .filter(({ spec }) => shard === undefined || isOfShard(spec, shard))
      .map(({ spec, area, named, entries, place }) => {
        const obstacle = obstacles.get(spec.id);
        const level = plannedLevel(spec, entries[0]);
        const base = { id: spec.id, spec, area, requirements: named, sections: sectionsOf(entries), level, place };
        return obstacle === undefined ? base : { ...base, obstacle };
      }),
    whole: { checks: ids.length, digest: digestOf(ids) },
    unknown: unknownSelectors(selection, all, catalogue),
    known: selectableNames(all, catalogue),
    uncatalogued: [...uncatalogued].sort(),
  };
}

/** A check over the journal judges what its own shard did, so that every shard has it; `tsi merge` keeps the worst of its verdicts. */
function isOfShard({ id, kind }: Pick<CheckDeclaration, 'id' | 'kind'>, shard: Shard): boolean {
  return kind === 'history' || inShard(id, shard);
}

/** By id of the check. What quick effort leaves out follows from the whole suite, so a selection judges no other variants. */
function obstaclesTo(all: readonly PlannableCheck[], target: TargetFacts): ReadonlyMap<string, Obstacle> {
  const found = new Map<string, Obstacle>();
  for (const { spec } of all) {
    const obstacle = obstacleTo(spec, target);
    if (obstacle !== undefined) found.set(spec.id, obstacle);
  }
  if (target.effort === 'quick') {
    const able = all.filter(({ spec, area }) => area !== OWN_AREA && !found.has(spec.id));
    for (const id of beyondQuick(able.map(({ spec }) => spec))) found.set(id, BEYOND_QUICK);
  }
  return found;
}

/** Hex SHA-256 over the sorted ids, one a line. */
export function digestOf(ids: readonly string[]): string {
  return createHash('sha256')
    .update([...ids].sort().join('\n'))
    .digest('hex');
}

/** What others rest on starts first, then the longest wait; checks over the journal of the others come last. */
function order(a: CheckDeclaration, b: CheckDeclaration): number {
  const last = Number(a.kind === 'history') - Number(b.kind === 'history');
  const first = Number(b.basic === true) - Number(a.basic === true);
  return last || first || (b.waitMs ?? 0) - (a.waitMs ?? 0) || (a.id < b.id ? -1 : 1);
}

function sectionsOf(entries: readonly PlanRequirement[]): readonly string[] {
  return [...new Set(entries.flatMap((entry) => [entry.section, ...(entry.also ?? [])]))];
}

/** How `--section` may name a requirement: by its section, by the others it rests on, by section and rule (`5.3.4`). */
function addresses(entry: PlanRequirement): readonly string[] {
  const rule = entry.rule === undefined ? [] : [`${entry.section}.${entry.rule}`];
  return [entry.section, ...rule, ...(entry.also ?? [])];
}

/** The level at which a check is planned: a failed assertion of another requirement may lower it, none raises it. */
export function plannedLevel({ level }: Pick<CheckDeclaration, 'level'>, primary: PlanRequirement | undefined): Level {
  return lowestOf(level, primary?.level === 'should' ? 'should' : undefined);
}
