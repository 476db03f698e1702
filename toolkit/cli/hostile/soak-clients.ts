// `npm run soak:clients -- --runs N`: every honest client against every check of clients, in every dialect, so many times, each time with
// another seed, while other threads keep the processors busy. Prints what is found of clients that do nothing wrong, and what comes of a
// busy machine alone; exit code 1 where a check failed or was an error. With `--watch` each client is watched as well, in the default
// dialect, as a program that says nothing of itself.
import { parseArgs } from 'node:util';
import { planClient } from '../../../suites/clients/playing/plan.js';
import { venueOf } from '../../../suites/clients/playing/testbed.js';
import { loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { grouped } from '../../base/grouped.js';
import { conductNamed, referenceClient, TEMPERAMENTS } from '../../client/index.js';
import { loadProfile } from '../../profile/loading/load.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import { alarmsOf, trialsOf } from '../client/matrix/client-matrix.js';
import { nameOf, type Trial, type Tried } from '../client/matrix/trial.js';
import { playInThreads, type TrialSource } from '../client/matrix/trial-threads.js';
import { watchTrader } from '../client/watched-trader.js';
import { STRESS, startStress } from './stress.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    watch: { type: 'boolean', default: false },
    stress: { type: 'string', default: String(STRESS) },
    client: { type: 'string', multiple: true, default: TEMPERAMENTS.map(({ id }) => id) },
    dialect: {
      type: 'string',
      multiple: true,
      default: ['default', 'contrary', 'toolkit/profile/trials/compact.yaml'],
    },
  },
});

const MICROSECONDS = 1e6;

const dialects = await Promise.all(options.dialect.map(dialectNamed));
const [{ byId }, checks] = await Promise.all([loadCatalogue(), loadClientChecks()]);
const endStress = startStress(Number(options.stress));
const startedMs = performance.now();
let [found, busy, open] = [0, 0, 0];
const firstSeed = Number(options.seed);
/** By seed, what has been tried of a round that is not over. */
const rounds = new Map<number, { readonly count: number; readonly tried: (Trial & Tried)[] }>();
const waiting = roundAfterRound();
// One round goes over into the next: no processor waits for its longest plays, and no thread starts and warms up again.
const source: TrialSource = {
  next: () => waiting.next().value ?? undefined,
  ended: (trial, result) => {
    const round = rounds.get(trial.seed);
    if (round === undefined) return;
    round.tried.push({ ...trial, ...result });
    // At once: whoever stops a long soak knows what it found until then.
    for (const { check, verdict, client, dialect, reason } of alarmsOf([{ ...trial, ...result }])) {
      print(`  ${check} ${verdict} for ${client} in ${dialect}: ${reason}`);
    }
    if (round.tried.length < round.count) return;
    rounds.delete(trial.seed);
    tell(trial.seed, round.tried);
  },
};
await playInThreads(source, { signal: new AbortController().signal });
const accused = options.watch ? await watchAll() : 0;
await endStress();
const each = `${options.client.length} clients in ${dialects.length} dialects, ${options.runs} times`;
const runs = Number(options.runs) * options.client.length * dialects.length;
print(`${each}: ${runs} runs, ${found} findings; undecided ${busy} for want of processors, ${open} otherwise`);
if (options.watch) print(`${options.client.length} clients watched: ${accused} findings`);
process.exitCode = found + accused === 0 ? 0 : 1;

function* roundAfterRound(): Generator<Trial, void> {
  for (let run = 0; run < Number(options.runs); run += 1) {
    const seed = firstSeed + run;
    const trials = dialects.flatMap((dialect) => options.client.flatMap((client) => trialsFor(client, dialect, seed)));
    rounds.set(seed, { count: trials.length, tried: [] });
    yield* trials;
  }
}

function tell(seed: number, tried: readonly (Trial & Tried)[]): void {
  const alarms = alarmsOf(tried);
  const undecided = tried.filter(({ verdict }) => verdict === 'inconclusive');
  const tooBusy = undecided.filter(({ reason = '' }) => /this machine was too busy/.test(reason));
  found += alarms.length;
  busy += tooBusy.length;
  open += undecided.length - tooBusy.length;
  for (const { check, client, dialect, reason } of undecided) {
    print(`  ${check} undecided for ${client} in ${nameOf(dialect)}: ${reason}`);
  }
  const counts = [...grouped(tried, ({ verdict }) => verdict)].map(([verdict, of]) => `${of.length} ${verdict}`);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const { user, system } = process.cpuUsage();
  const cpuSeconds = Math.round((user + system) / MICROSECONDS);
  print(
    `run ${seed - firstSeed + 1}, seed ${seed}: ${counts.join(', ')}; ${alarms.length} found; ${seconds} s, ${cpuSeconds} CPU s since the beginning`,
  );
}

/** How many findings there are, warnings among them. */
async function watchAll(): Promise<number> {
  const venue = await venueOf('default', Number(options.seed));
  const watched = await Promise.all(
    options.client.map(async (client) => ({ client, ...(await watchTrader(venue, conductNamed(client))) })),
  );
  for (const { client, failed, passed } of watched) {
    print(`  ${client} watched: ${passed.length} pass, ${failed.length} found ${failed.join(', ')}`);
  }
  return watched.flatMap(({ failed }) => failed).length;
}

function trialsFor(client: string, dialect: Trial['dialect'], seed: number): readonly Trial[] {
  const { introduction } = referenceClient(conductNamed(client));
  const { items } = planClient(checks.values(), byId, introduction, { selectors: positionals, sections: [] });
  return trialsOf(items, { client, dialect, seed, isHonest: true });
}

async function dialectNamed(name: string): Promise<Trial['dialect']> {
  if (name === 'default' || name === 'contrary') return name;
  const { name: own, dialect } = await loadProfile(name, { onMissingSecret: () => undefined });
  return { name: own, dialect };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
