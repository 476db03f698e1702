// Where checks declare themselves. The registry hangs on globalThis, so that a user's own suites, which import the authoring API
// through the package, and the suites of the package itself share one even if the module is loaded twice.
import { CHECK_KINDS, type CheckDeclaration, type CheckSpec } from './check.js';
import type { CheckId, JudgedId } from './check-id.js';
import { type CallSite, callSite, placeOf } from './declared-at.js';

/** A check as plans, results and lists know it, with its body or without (`declared-checks.ts`). */
export interface DeclaredCheck {
  readonly spec: CheckDeclaration;
  readonly area: string;
  readonly source?: string;
  /** Known beforehand, or found by the stack of its declaration. */
  readonly line?: number;
  readonly declaredAt?: CallSite;
}

export interface RegisteredCheck {
  readonly spec: CheckSpec;
  /** The folder of its suite file under `suites/`, or `OWN_AREA` for users' suites. */
  readonly area: string;
  /** The suite file whose loading declared it, relative to the package, or absolute for users' suites. */
  readonly source?: string;
  readonly declaredAt: CallSite;
}

interface Registry {
  readonly checks: Map<string, RegisteredCheck>;
  /** The file that is loading. */
  loading: { readonly area: string; readonly source: string } | undefined;
}

const KEY = Symbol.for('tsi-conformance.registry.1');
/** The area of users' own checks. */
export const OWN_AREA = 'own';
/** `<requirement>/<slug>`; both halves are words of small letters and digits. */
const ID = /^[a-z0-9]+(?:[.-][a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

function registry(): Registry {
  // A symbol property of globalThis has no declared type; this module is the only one that writes it.
  const home = globalThis as { [KEY]?: Registry };
  home[KEY] ??= { checks: new Map(), loading: undefined };
  return home[KEY];
}

/** Declares a check. Call it at the top level of a `*.suite.ts` file. */
export function check(spec: CheckSpec): void {
  const { checks, loading } = registry();
  if (!ID.test(spec.id)) throw new TypeError(`check id: expected <requirement>/<slug>, got ${spec.id}`);
  if (!CHECK_KINDS.includes(spec.kind)) {
    throw new TypeError(`${spec.id}: kind: expected ${CHECK_KINDS.join(', ')}, got ${spec.kind}`);
  }
  const { accounts = 1 } = spec.needs ?? {};
  if (spec.run.length > 1 + accounts) {
    throw new TypeError(`${spec.id}: needs.accounts: expected ${spec.run.length - 1}, as run takes, got ${accounts}`);
  }
  const first = checks.get(spec.id);
  if (first !== undefined) {
    const place = placeOf(first.declaredAt);
    const where = place === undefined ? '' : `, first at ${place.file}:${place.line}`;
    throw new TypeError(`${spec.id}: this check id is declared twice${where}`);
  }
  checks.set(spec.id, { spec, ...(loading ?? { area: OWN_AREA }), declaredAt: callSite(check) });
}

type Body = Omit<CheckSpec, 'kind'>;

/** A check that sends, waits on a barrier and verifies. */
export function scenario(spec: Body): void {
  check({ ...spec, kind: 'scenario' });
}

/** A check over generated cases; its body calls `t.property`. */
export function property(spec: Body): void {
  check({ ...spec, kind: 'property' });
}

/** A check whose requests race on purpose. */
export function concurrent(spec: Body): void {
  check({ ...spec, kind: 'concurrent' });
}

/** A check over the journal of everything else that the run did; its body calls `t.history`. Runs last. */
export function history(spec: Body): void {
  check({ ...spec, kind: 'history', needs: { accounts: 0, readOnly: true, ...spec.needs } });
}

/** The requirement that a check judges first. */
export function requirementOf(checkId: CheckId): JudgedId;
export function requirementOf(checkId: string): string;
export function requirementOf(checkId: string): string {
  return checkId.slice(0, checkId.lastIndexOf('/'));
}

export function registeredChecks(): ReadonlyMap<string, RegisteredCheck> {
  return registry().checks;
}

/** Where a check stands, as results name it; the file alone where the line is not known. */
export function sourceOf(check: DeclaredCheck | undefined): { readonly source?: string; readonly line?: number } {
  if (check === undefined) return {};
  const { source, line, declaredAt } = check;
  if (line !== undefined) return source === undefined ? {} : { source, line };
  const place = declaredAt && placeOf(declaredAt);
  if (place !== undefined) return { source: place.file, line: place.line };
  return source === undefined ? {} : { source };
}

/** Everything that `load` declares belongs to the file. Loads must not overlap. */
export async function declaring(
  file: { readonly area: string; readonly source: string },
  load: () => Promise<unknown>,
): Promise<void> {
  const home = registry();
  if (home.loading !== undefined) {
    throw new TypeError(`file: ${home.loading.source} is still loading, cannot load ${file.source}`);
  }
  home.loading = file;
  try {
    await load();
  } finally {
    home.loading = undefined;
  }
}
