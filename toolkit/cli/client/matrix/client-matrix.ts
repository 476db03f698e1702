// The proof of the client checks: every lapse is found by a check of a statement that it breaks, every check finds one, and no honest
// client fails, whatever its temperament and however the service spells.
import { type ClientPlanItem, planClient } from '../../../../suites/clients/playing/plan.js';
import { loadClientChecks } from '../../../../suites/clients/stage/registry.js';
import type { Level } from '../../../../suites/runner/check.js';
import { loweredIn, lowestOf } from '../../../../suites/runner/level.js';
import { conductNamed, type Lapse, referenceClient } from '../../../client/index.js';
import { loadCatalogue } from '../../../requirements/catalogue.js';
import { checkRows, faultRows } from '../../matrix/kill-table.js';
import { Proofs } from './proofs.js';
import { nameOf, type Trial, type Tried } from './trial.js';
import { inOrder, playInThreads, type TrialSource } from './trial-threads.js';

export interface ClientMatrixOptions {
  readonly lapses: readonly Lapse[];
  readonly temperaments: readonly string[];
  /** Whether the plain honest client is tried beside them. */
  readonly plain: boolean;
  /** Areas, requirements or checks; all when empty. */
  readonly selectors: readonly string[];
  /** Spoken to all clients; without it honest clients are spoken to in the one and the other, and lapses in the default. */
  readonly dialect?: Trial['dialect'];
  readonly signal: AbortSignal;
  /** How many trials of how many have ended. */
  readonly onProgress?: (done: number, of: number) => void;
}

export interface ClientMatrix {
  readonly lapses: readonly LapseRow[];
  /** Checks that found no lapse. */
  readonly toothless: readonly string[];
  /** What failed, or was an error, with an honest client. */
  readonly alarms: readonly Alarm[];
  /** Checks that no honest client let decide. */
  readonly undecided: readonly string[];
  readonly checks: number;
  readonly durationMs: number;
}

export interface LapseRow {
  readonly lapse: string;
  /** Those that named a violated statement first. */
  readonly killedBy: readonly string[];
  /** Whether one of them named a statement that the lapse breaks. */
  readonly found: boolean;
  /** The highest level at which a check failed. */
  readonly level?: Level;
  readonly tried: number;
}

export interface Alarm {
  readonly client: string;
  readonly dialect: string;
  readonly check: string;
  readonly verdict: string;
  readonly reason: string;
}

/** Whether nothing is left to be proven; a part of a matrix proves nothing of checks that found no lapse. */
export function isComplete({ lapses, toothless, alarms }: ClientMatrix, isWhole: boolean): boolean {
  return (!isWhole || toothless.length === 0) && alarms.length === 0 && lapses.every(({ found }) => found);
}

/** What a README says. */
export function matrixSentence({ lapses, toothless, alarms, checks }: ClientMatrix): string {
  const found = lapses.filter((lapse) => lapse.found).length;
  return `${found} of ${lapses.length} lapses of clients found by a check of a violated statement; ${checks - toothless.length} of ${checks} client checks find at least one; ${alarms.length} alarms with honest clients`;
}

const SEED = 7;
const HONEST = 'honest';
/** Trials under way in one thread, for those that need a machine at ease. */
const FEW = 3;

export async function clientMatrix(options: ClientMatrixOptions): Promise<ClientMatrix> {
  const startedMs = performance.now();
  const { lapses, dialect = 'default', signal, onProgress } = options;
  const catalogue = await loadCatalogue();
  const checks = await loadClientChecks();
  const planned = (client: string): readonly ClientPlanItem[] => {
    const { introduction } = referenceClient(conductNamed(client));
    const { items } = planClient(checks.values(), catalogue.byId, introduction, { ...options, sections: [] });
    return items;
  };
  const proving = lapses.flatMap((lapse) =>
    trialsOf(closestFirst(planned(lapse.id).filter(breaksSomethingOf(lapse)), lapse), {
      client: lapse.id,
      dialect,
      isHonest: false,
      seed: SEED,
    }),
  );
  const sparing = honestClients(options).flatMap((honest) =>
    trialsOf(planned(honest.client), { ...honest, isHonest: true, seed: SEED }),
  );
  const items = planned(HONEST);
  const ids = items.map(({ check }) => check.spec.id);
  let [done, of] = [0, 0];
  const play = async (source: TrialSource, open: () => number, most?: number): Promise<void> => {
    const counted: TrialSource = {
      next: () => source.next(),
      ended(trial, tried) {
        source.ended(trial, tried);
        done += 1;
        of = Math.max(of, done + open());
        onProgress?.(done, of);
      },
    };
    await playInThreads(counted, { signal, ...(most !== undefined && { most }) });
  };
  const proofs = new Proofs(proving, sparing, lapses, options.plain ? ids : []);
  of = proofs.left;
  await play(proofs, () => proofs.left);
  // On a busy machine patience runs out before anything shows: what is left open by that is tried once more, with little beside it.
  const again = proofs.unproven();
  const second: (Trial & Tried)[] = [];
  await play(inOrder(again, second), () => again.length - second.length, FEW);
  const honest = proofs.tried.filter(({ isHonest }) => isHonest);
  const first = proofs.tried.filter(({ isHonest }) => !isHonest);
  const rows = lapseRows(lapses, [...first, ...second], items, loweredIn(catalogue.requirements));
  const decided = new Set(honest.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check));
  return {
    lapses: rows,
    toothless: toothlessOf(rows, ids),
    alarms: alarmsOf(honest),
    undecided: ids.filter((id) => !decided.has(id)),
    checks: ids.length,
    durationMs: Math.round(performance.now() - startedMs),
  };
}

function toothlessOf(rows: readonly LapseRow[], checks: readonly string[]): readonly string[] {
  return checkRows(checks, rows).flatMap(({ id, kills }) => (kills === 0 ? [id] : []));
}

/** What honest clients were accused of. */
export function alarmsOf(tried: readonly (Trial & Tried)[]): readonly Alarm[] {
  return tried.flatMap(({ client, dialect, check, verdict, reason = '' }) =>
    verdict === 'fail' || verdict === 'error' ? [{ client, dialect: nameOf(dialect), check, verdict, reason }] : [],
  );
}

/** Every check that nothing stands in the way of. */
export function trialsOf(
  items: readonly ClientPlanItem[],
  { client, dialect, seed, isHonest }: Omit<Trial, 'check'>,
): readonly Trial[] {
  return items.flatMap(({ check, obstacle }) =>
    obstacle === undefined ? [{ client, dialect, check: check.spec.id, seed, isHonest }] : [],
  );
}

function breaksSomethingOf({ violates }: Lapse): (item: ClientPlanItem) => boolean {
  const broken: readonly string[] = violates;
  return ({ requirements }) => requirements.some((id) => broken.includes(id));
}

/** Checks that are named after a statement which it breaks, then those that judge one beside others. */
function closestFirst(items: readonly ClientPlanItem[], { violates }: Lapse): readonly ClientPlanItem[] {
  const isClose = ({ check }: ClientPlanItem): boolean => violates.some((id) => check.spec.id.startsWith(`${id}/`));
  return [...items.filter(isClose), ...items.filter((item) => !isClose(item))];
}

/** Every temperament once, in turn with the one and the other dialect; the plain client with both. */
function honestClients({
  temperaments,
  plain,
  dialect,
}: ClientMatrixOptions): readonly Pick<Trial, 'client' | 'dialect'>[] {
  const both = dialect === undefined ? (['default', 'contrary'] as const) : [dialect];
  return [
    ...(plain ? both.map((one) => ({ client: HONEST, dialect: one })) : []),
    ...temperaments.map((client, index) => ({ client, dialect: both[index % both.length] ?? 'default' })),
  ];
}

/** As the matrix of faults counts: right is a failure that names a statement which is broken. */
function lapseRows(
  lapses: readonly Lapse[],
  tried: readonly (Trial & Tried)[],
  items: readonly ClientPlanItem[],
  lowered: ReturnType<typeof loweredIn>,
): readonly LapseRow[] {
  const levels = new Map<string, Level>(items.map(({ check, level }) => [check.spec.id, level]));
  const outcomes = tried.map(({ client, check, verdict, requirement, level }) => ({
    target: client,
    check,
    verdict,
    level: lowestOf(level, levels.get(check), lowered[requirement ?? '']),
    ...(requirement !== undefined && { requirement }),
  }));
  const facts = lapses.map(({ id, title, violates }) => ({
    fault: { id, section: '', requirements: violates, summary: title },
    targets: [id],
  }));
  return faultRows(facts, outcomes, lowered).map(({ id, killedBy, killedByRightRequirement, killedAt }) => ({
    lapse: id,
    killedBy,
    found: killedByRightRequirement,
    ...(killedAt !== undefined && { level: killedAt }),
    tried: new Set(outcomes.flatMap(({ target, check }) => (target === id ? [check] : []))).size,
  }));
}
