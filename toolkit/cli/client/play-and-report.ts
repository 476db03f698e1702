// One client run from its plan to its report, told or watched: the journal, the progress, the results, the files.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { isDecisiveFailure } from '../../../reports/model/conformance.js';
import type { Results, RunFinding, RunInfo } from '../../../reports/model/model.js';
import type { PlayedCheck } from '../../../suites/clients/playing/play.js';
import type { Venue } from '../../../suites/clients/playing/testbed.js';
import { loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { RunFindings } from '../../../suites/runner/engine/run-findings-record.js';
import { shellWord } from '../../base/shell-word.js';
import { JournalWriter } from '../../journal/index.js';
import type { JsonValue } from '../../payload/json.js';
import { observedByService } from '../../tap/index.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import { leaveReport, type Place, progressFor } from '../run/leave-report.js';
import { ANY_CHECK } from '../run/plan-facts.js';
import { isInCi } from '../run/run-options.js';
import { JOURNAL_FILE } from '../run/run-plan.js';
import { loadWaivers } from '../run/waiver-file.js';
import { version } from '../version.js';
import { buildOf } from './build-option.js';
import { type ClientFacts, policyOf, targetOf } from './client-facts.js';
import { type ClientResultsInput, clientCheckResults, clientResults } from './client-results.js';
import { noteFindings, notePlayed } from './note-played.js';
import type { PreparedClient } from './prepare-client.js';
import { dialectNameOf } from './venue-dialect.js';

export interface PlayedRun extends PreparedClient {
  readonly reproduce: (check: string) => string;
}

interface Telling {
  readonly started: (check: string) => void;
  /** `over` where the run is to start no further check. */
  readonly ended: (one: PlayedCheck) => 'over' | undefined;
}

/** How the command was called. */
interface Call {
  readonly args: ParsedArgs;
  readonly io: CommandIo;
}

export async function playAndReport(
  place: Place,
  run: PlayedRun,
  { args, io }: Call,
  playing: (venue: Venue, tell: Telling) => Promise<readonly PlayedCheck[]>,
): Promise<Results> {
  const { plan, catalogue, venue, more, reproduce } = run;
  const facts = await factsOf(run, args, io);
  const progress = await progressFor(args, io);
  if (facts.assumed) {
    progress.note('no --exec: this judges the embedded reference client (--reference says that this is meant)');
  }
  const started = new Date();
  const info = { id: randomUUID(), seed: String(venue.seed), suite: { name: 'tsi-conformance', version: version() } };
  const target = targetOf(facts);
  const secrets = [venue.privatePem];
  const journal = JournalWriter.open(resolve(place.folder, JOURNAL_FILE), {
    run: info.id,
    seed: info.seed,
    suite: info.suite,
    profile: { name: target.name, fingerprint: target.fingerprint },
    settings: {
      subject: 'client',
      effort: 'standard',
      observed: { ...observedByService('sole') },
      checks: plan.items.filter(({ obstacle }) => obstacle === undefined).map(({ check }) => check.spec.id),
      plan: JSON.parse(JSON.stringify(facts)) as JsonValue, // undefined members vanish here
    },
    secrets,
  });
  const input = {
    items: plan.items,
    catalogue,
    checks: [...(await loadClientChecks()).values(), ...more],
    waivers: facts.waivers,
    today: started.toISOString().slice(0, 10),
    reproduce,
  } satisfies Omit<ClientResultsInput, 'run' | 'played' | 'findings'>;
  const toResult = clientCheckResults(input);
  const items = new Map<string, (typeof plan.items)[number]>(plan.items.map((item) => [item.check.spec.id, item]));
  progress.plan(plan.items.length);
  progress.ready();
  for (const item of plan.items) if (item.obstacle !== undefined) progress.finished(toResult(item, undefined));
  const cleaned: PlayedCheck[] = [];
  let bailed = false;
  await playing(
    { ...venue, journal },
    {
      started: (check) => progress.started(check),
      ended: (played) => {
        const item = items.get(played.check);
        if (item === undefined) return undefined;
        // What no record may hold, no report may.
        const { scenes, ...rest } = played;
        const one: PlayedCheck = { ...journal.cleaned(rest), scenes };
        cleaned.push(one);
        const result = toResult(item, one);
        notePlayed(journal, one, result);
        progress.finished(result);
        bailed ||= args.on('bail') && isDecisiveFailure(result, facts.level);
        return bailed ? 'over' : undefined;
      },
    },
  );
  noteFindings(journal, new RunFindings().record());
  journal.close(io.signal.aborted ? 'interrupted' : 'finished');
  const results = clientResults({
    ...input,
    played: cleaned,
    findings: findingsOf(journal),
    run: runInfo(run, facts, { ...info, started, bailed }, { args, io }),
  });
  progress.end(results, await leaveReport(place, { results, secrets }, args, io));
  return results;
}

async function factsOf(
  { client, venue, source, command, more, wish, reproduce }: PlayedRun,
  args: ParsedArgs,
  io: CommandIo,
): Promise<ClientFacts> {
  const waiversFile = args.text('waivers');
  const isNamed = ['exec', 'lapse', 'temperament', 'reference'].some((flag) => args.on(flag));
  return {
    subject: 'client',
    way: more.length > 0 ? 'watched' : 'told',
    client,
    dialect: JSON.parse(JSON.stringify(venue.dialect)) as JsonValue, // a name, or a profile, which was JSON
    dialectName: dialectNameOf(venue),
    started: command ?? null,
    assumed: source.embedded && !isNamed,
    build: (await buildOf(args, io)) ?? null,
    selection: [...wish.selection.selectors, ...wish.selection.sections],
    shard: wish.shard === undefined ? null : `${wish.shard.index}/${wish.shard.of}`,
    level: args.text('level') === 'should' ? 'should' : 'must',
    command: io.commandLine,
    reproduce: reproduce(ANY_CHECK),
    waivers: waiversFile === undefined ? [] : await loadWaivers(waiversFile, io.cwd),
  };
}

function findingsOf({ failure, secretsIn }: JournalWriter): readonly RunFinding[] {
  const findings: RunFinding[] = [];
  if (failure !== undefined) {
    const message = `the journal is incomplete: ${failure.message}`;
    findings.push({ kind: 'suite', message, evidence: [], fatal: true });
  }
  if (secretsIn.length > 0) {
    const message = `the private key of the client crossed the wire in ${secretsIn.length} records; it was redacted`;
    findings.push({ kind: 'secret', message, evidence: secretsIn.slice(0, MOST_SHOWN), fatal: false });
  }
  return findings;
}

const MOST_SHOWN = 20;

function runInfo(
  { catalogue, plan }: PlayedRun,
  facts: ClientFacts,
  known: Pick<RunInfo, 'id' | 'seed'> & {
    readonly suite: Pick<RunInfo['suite'], 'name' | 'version'>;
    readonly started: Date;
    readonly bailed: boolean;
  },
  { args, io }: Call,
): RunInfo {
  const finished = new Date();
  const out = args.text('out');
  const { id, seed, suite, started } = known;
  return {
    id,
    seed,
    started: started.toISOString(),
    finished: finished.toISOString(),
    durationMs: finished.getTime() - started.getTime(),
    effort: 'standard',
    level: facts.level,
    selection: facts.selection,
    ...(facts.shard !== null && { shard: facts.shard, waivers: facts.waivers }),
    plan: plan.whole,
    policy: policyOf(facts),
    suite: { ...suite, catalogue: catalogue.digest },
    node: process.version,
    target: targetOf(facts),
    command: io.commandLine,
    program: io.program,
    ...(out !== undefined && { out: shellWord(out) }),
    ...(known.bailed && { bailed: true as const }),
    ...(isInCi(io) && { ci: true as const }),
    ...(io.signal.aborted && {
      interrupted: io.signal.reason === 'SIGTERM' ? ('SIGTERM' as const) : ('SIGINT' as const),
    }),
  };
}
