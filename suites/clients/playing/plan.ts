// The plan of a client run: every check that is selected, and what stands in its way, from what the client says of itself. Sends nothing.
import type { ClientIntroduction, IntentOperation } from '../../../toolkit/intents/index.js';
import type { Requirement } from '../../../toolkit/requirements/requirement.js';
import type { StatementId } from '../../../toolkit/requirements/requirement-id.js';
import { lowestOf } from '../../runner/level.js';
import { isSelected, type Selection, selectableNames, unknownSelectors } from '../../runner/plan/selection.js';
import { requirementOf } from '../../runner/registry.js';
import type { ClientCheckSpec } from '../stage/check-spec.js';
import type { ClientCheck } from '../stage/registry.js';

export interface ClientObstacle {
  readonly verdict: 'inconclusive' | 'not-applicable';
  readonly reason: string;
  /** What of the client would let it be judged, such as `operation view`. */
  readonly needs: readonly string[];
}

export interface ClientPlanItem {
  readonly check: ClientCheck;
  readonly requirements: readonly StatementId[];
  readonly sections: readonly string[];
  readonly level: 'must' | 'should';
  /** Of a shard: where it stands in the plan of all, from 0. */
  readonly place?: number;
  /** Absent when the check can be played. */
  readonly obstacle?: ClientObstacle;
}

export interface ClientPlan {
  readonly items: readonly ClientPlanItem[];
  /** Selectors that name nothing, and what they could have named. */
  readonly unknown: readonly string[];
  readonly known: readonly string[];
}

export function planClient(
  checks: Iterable<ClientCheck>,
  catalogue: ReadonlyMap<string, Requirement>,
  client: ClientIntroduction,
  selection: Selection,
): ClientPlan {
  const all = [...checks].map((check) => {
    const requirements = requirementsOf(check.spec);
    const entries = requirements.flatMap((id) => catalogue.get(id) ?? []);
    const sections = [...new Set(entries.flatMap(({ section, also = [] }) => [section, ...also]))];
    return { check, requirements, sections, entries, selectable: selectableOf(check, sections) };
  });
  const known = all.map(({ selectable }) => selectable);
  const sections = [...catalogue.values()].map(({ id, section }) => ({ id, section }));
  return {
    items: all
      .filter(({ selectable }) => isSelected(selectable, selection))
      .map(({ check, requirements, sections, entries }): ClientPlanItem => {
        const level = lowestOf(check.spec.level, entries[0]?.level === 'should' ? 'should' : undefined);
        const obstacle = obstacleTo(check.spec, client);
        return { check, requirements, sections, level, ...(obstacle !== undefined && { obstacle }) };
      }),
    unknown: unknownSelectors(selection, known, sections),
    known: selectableNames(known, sections),
  };
}

export function requirementsOf({ id, requirements = [] }: ClientCheckSpec): readonly StatementId[] {
  return [...new Set([requirementOf(id) as StatementId, ...requirements])]; // an id of this type begins with one
}

/** The selection knows checks of services, which are of a kind. */
function selectableOf({ spec, area }: ClientCheck, sections: readonly string[]): Parameters<typeof isSelected>[0] {
  const { id, title, requirements = [] } = spec;
  const like = { id, title, requirements, kind: 'scenario', run: () => Promise.resolve() };
  return { spec: like as unknown as Parameters<typeof isSelected>[0]['spec'], area, sections }; // it reads these alone
}

/** Intents that a check tells beside what it names. */
export function operationsOf({ depth, needs }: Pick<ClientCheckSpec, 'depth' | 'needs'>): readonly IntentOperation[] {
  return [
    ...new Set<IntentOperation>([
      'begin',
      ...(needs?.operations ?? ['place']),
      ...(depth === 'view' ? (['view'] as const) : []),
    ]),
  ];
}

/** What it does not claim comes first: no operation would unlock that. */
export function obstacleTo(
  spec: ClientCheckSpec,
  { capabilities, claims }: ClientIntroduction,
): ClientObstacle | undefined {
  const { needs = {} } = spec;
  const missing = [
    ...(needs.streams ?? []).flatMap((kind) =>
      claims.streams !== undefined && !claims.streams.includes(kind) ? [`streams ${kind}`] : [],
    ),
    ...(['reconnects', 'polls', 'retries'] as const).flatMap((claim) =>
      needs[claim] === true && claims[claim] === false ? [claim] : [],
    ),
    ...(needs.concurrent === true && claims.concurrent !== true ? ['concurrent'] : []),
    ...((needs.accounts ?? 1) > (claims.accounts ?? 1) ? [`accounts ${needs.accounts}`] : []),
  ];
  if (missing.length > 0) {
    const named = missing.map((claim) => `claim ${claim}`);
    return { verdict: 'not-applicable', reason: `the client does not claim ${missing.join(', ')}`, needs: named };
  }
  const absent = operationsOf(spec).filter((operation) => !capabilities.includes(operation));
  if (absent.length === 0) return undefined;
  const reason = `the client does not have ${absent.join(', ')}`;
  return { verdict: 'inconclusive', reason, needs: absent.map((operation) => `operation ${operation}`) };
}
