// The catalogue against the checks: which requirement is judged by which checks, and what is judged by none. Pure.

import { kept } from '../base/kept.js';
import type { Catalogue } from './catalogue.js';
import type { Purpose, Requirement } from './requirement.js';

/** What coverage reads of a check. */
export interface CoveringCheck {
  readonly id: string;
  /** All that its assertions name, the one in its id included. */
  readonly requirements: readonly string[];
  readonly purposes?: readonly number[];
}

export interface Coverage {
  /** In the order of the catalogue. */
  readonly rows: readonly { readonly requirement: Requirement; readonly checks: readonly string[] }[];
  /** Statements for servers and documents at level must or should with neither check nor reason. */
  readonly uncovered: readonly Requirement[];
  /** Duties of clients at level must or should that no check of a client judges; of no account where none was handed in. */
  readonly uncoveredOfClients: readonly Requirement[];
  /** Statements with a reason why they cannot be judged, and a check that judges them all the same. */
  readonly contradicted: readonly Requirement[];
  readonly unknown: readonly { readonly check: string; readonly requirement: string }[];
  readonly purposes: readonly { readonly purpose: Purpose; readonly checks: readonly string[] }[];
  readonly uncoveredPurposes: readonly Purpose[];
  readonly unknownPurposes: readonly { readonly check: string; readonly purpose: number }[];
}

export function coverage(catalogue: Catalogue, checks: Iterable<CoveringCheck>): Coverage {
  const all = [...checks];
  const judging = collect(all, (check) => check.requirements);
  const pursuing = collect(all, (check) => check.purposes ?? []);
  const rows = catalogue.requirements.map((requirement) => ({
    requirement,
    checks: judging.get(requirement.id) ?? [],
  }));
  const purposes = catalogue.purposes.map((purpose) => ({ purpose, checks: pursuing.get(purpose.number) ?? [] }));
  const numbers = new Set(catalogue.purposes.map(({ number }) => number));
  return {
    rows,
    uncovered: rows
      .filter(({ requirement, checks: judges }) => needsJudgement(requirement) && judges.length === 0)
      .map(({ requirement }) => requirement),
    uncoveredOfClients: rows
      .filter(({ requirement, checks: judges }) => isJudgedOfClients(requirement) && judges.length === 0)
      .map(({ requirement }) => requirement),
    contradicted: rows
      .filter(({ requirement, checks: judges }) => requirement.untestable !== undefined && judges.length > 0)
      .map(({ requirement }) => requirement),
    unknown: all.flatMap(({ id, requirements }) =>
      requirements.filter((one) => !catalogue.byId.has(one)).map((requirement) => ({ check: id, requirement })),
    ),
    purposes,
    uncoveredPurposes: purposes
      .filter(({ purpose, checks: judges }) => judges.length === 0 && purpose.uncovered === undefined)
      .map(({ purpose }) => purpose),
    unknownPurposes: all.flatMap(({ id, purposes: named = [] }) =>
      named.filter((number) => !numbers.has(number)).map((purpose) => ({ check: id, purpose })),
    ),
  };
}

function needsJudgement({ subject, level, untestable }: Requirement): boolean {
  return subject !== 'client' && level !== 'may' && untestable === undefined;
}

function isJudgedOfClients({ judgedBy, level }: Requirement): boolean {
  return judgedBy === 'client' && level !== 'may';
}

function collect<Key>(
  checks: readonly CoveringCheck[],
  keys: (check: CoveringCheck) => readonly Key[],
): ReadonlyMap<Key, readonly string[]> {
  const found = new Map<Key, string[]>();
  for (const check of checks) {
    for (const key of new Set(keys(check))) {
      kept(found, key, () => []).push(check.id);
    }
  }
  return found;
}
