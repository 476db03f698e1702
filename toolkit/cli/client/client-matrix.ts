// The proof of the client checks: every lapse is found by a check of a statement that it breaks, every check finds one, and no honest
// client fails, whatever its temperament and however the service spells.
import { type ClientPlanItem, planClient } from '../../../suites/clients/playing/plan.js';
import type { PlayedCheck } from '../../../suites/clients/playing/play.js';
import { playAll } from '../../../suites/clients/playing/play-all.js';
import { type Venue, venueOf } from '../../../suites/clients/playing/theatre.js';
import { loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { type Conduct, HONEST, LAPSES, type Lapse, referenceClient, TEMPERAMENTS } from '../../client/index.js';
import { loadCatalogue } from '../../requirements/catalogue.js';

export interface ClientMatrixOptions {
  /** Only these lapses; all when empty. */
  readonly lapses: readonly string[];
  /** Only these temperaments; all and the plain honest client when empty. */
  readonly temperaments: readonly string[];
  /** Areas, requirements or checks; all when empty. */
  readonly selectors: readonly string[];
  readonly signal: AbortSignal;
  readonly note?: (text: string) => void;
}

export interface ClientMatrix {
  readonly lapses: readonly { readonly lapse: string; readonly killedBy: readonly string[]; readonly tried: number }[];
  /** Checks that found no lapse. */
  readonly toothless: readonly string[];
  /** What failed, or was an error, with an honest client. */
  readonly alarms: readonly Alarm[];
  /** Checks that no honest client let decide. */
  readonly undecided: readonly string[];
  readonly checks: number;
  readonly durationMs: number;
}

export interface Alarm {
  readonly client: string;
  readonly dialect: string;
  readonly check: string;
  readonly verdict: string;
  readonly reason: string;
}

interface Honest {
  readonly name: string;
  readonly conduct: Partial<Conduct>;
  readonly dialect: 'default' | 'contrary';
}

const SEED = 7;
const SIDE_BY_SIDE = 8;
const HONEST_AT_ONCE = 2;
const LAPSES_AT_ONCE = 6;

export async function clientMatrix(options: ClientMatrixOptions): Promise<ClientMatrix> {
  const startedMs = performance.now();
  const venues = { default: await venueOf('default', SEED), contrary: await venueOf('contrary', SEED) };
  const alarms: Alarm[] = [];
  const decided = new Set<string>();
  await sideBySide(honestClients(options), HONEST_AT_ONCE, async (honest) => {
    for (const one of await played(honest.conduct, venues[honest.dialect], options)) {
      if (one.verdict === 'pass') decided.add(one.check);
      if (one.verdict !== 'fail' && one.verdict !== 'error') continue;
      const { check, verdict, reason = '' } = one;
      alarms.push({ client: honest.name, dialect: honest.dialect, check, verdict, reason });
    }
    options.note?.(`${honest.name} in ${honest.dialect}: ${alarms.length} alarms so far`);
  });
  const chosen = LAPSES.filter(({ id }) => options.lapses.length === 0 || options.lapses.includes(id));
  const lapses = await sideBySide(chosen, LAPSES_AT_ONCE, async (lapse) => {
    const results = await played(lapse.conduct, venues.default, options, lapse);
    const killedBy = results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check);
    if (killedBy.length === 0) options.note?.(`${lapse.id} survives ${results.length} checks`);
    return { lapse: lapse.id, killedBy, tried: results.length };
  });
  const checks = (await itemsOf(options, HONEST)).map(({ check }) => check.spec.id);
  const killers = new Set(lapses.flatMap(({ killedBy }) => killedBy));
  return {
    lapses,
    toothless: checks.filter((check) => !killers.has(check)),
    alarms,
    undecided: checks.filter((check) => !decided.has(check)),
    checks: checks.length,
    durationMs: Math.round(performance.now() - startedMs),
  };
}

/** Every temperament once, in turn with the one and the other dialect; the plain client with both. */
function honestClients({ temperaments }: ClientMatrixOptions): readonly Honest[] {
  const plain: readonly Honest[] = (['default', 'contrary'] as const).map((dialect) => ({
    name: 'honest',
    conduct: {},
    dialect,
  }));
  const chosen = TEMPERAMENTS.filter(({ id }) => temperaments.length === 0 || temperaments.includes(id));
  const others = chosen.map(
    ({ id, conduct }, index): Honest => ({ name: id, conduct, dialect: index % 2 === 0 ? 'default' : 'contrary' }),
  );
  return temperaments.length === 0 ? [...plain, ...others] : others;
}

async function played(
  conduct: Partial<Conduct>,
  venue: Venue,
  options: ClientMatrixOptions,
  lapse?: Lapse,
): Promise<readonly PlayedCheck[]> {
  const whole = { ...HONEST, ...conduct };
  const all = await itemsOf(options, whole);
  const breaks: readonly string[] = lapse?.violates ?? [];
  const items =
    lapse === undefined ? all : all.filter(({ requirements }) => requirements.some((id) => breaks.includes(id)));
  const source = { open: () => Promise.resolve(referenceClient(whole)), most: SIDE_BY_SIDE, fresh: true };
  return playAll({ items, source, venue, signal: options.signal, judgesService: lapse === undefined });
}

async function itemsOf({ selectors }: ClientMatrixOptions, conduct: Conduct): Promise<readonly ClientPlanItem[]> {
  const [checks, { byId }] = await Promise.all([loadClientChecks(), loadCatalogue()]);
  const { introduction } = referenceClient(conduct);
  return planClient(checks.values(), byId, introduction, { selectors, sections: [] }).items;
}

/** The results in the order of the items; so many of them are under way at once. */
async function sideBySide<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const waiting = [...items.entries()];
  const results = new Map<number, Result>();
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.set(next[0], await work(next[1]));
  };
  await Promise.all(Array.from({ length: most }, worker));
  return items.flatMap((_, index) => results.get(index) ?? []);
}
