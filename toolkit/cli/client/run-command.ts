// `tsi client run`: plays the plan with the client, writes what a run leaves.
import { createHash, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Results, RunInfo } from '../../../reports/model/model.js';
import type { PlayedCheck } from '../../../suites/clients/playing/play.js';
import { playAll } from '../../../suites/clients/playing/play-all.js';
import type { Venue } from '../../../suites/clients/playing/theatre.js';
import { loadClientChecks } from '../../../suites/clients/stage/registry.js';
import { JournalWriter } from '../../journal/index.js';
import type { JsonValue } from '../../payload/json.js';
import { shellWord } from '../../payload/shell-word.js';
import { observedByService } from '../../tap/index.js';
import { CommandError, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { lockFolder } from '../run/guards/folder-lock.js';
import { guardedIo } from '../run/guards/guarded-io.js';
import { reportPlace } from '../run/report-place.js';
import { isInCi } from '../run/run-options.js';
import { JOURNAL_FILE } from '../run/run-plan.js';
import { loadWaivers } from '../run/waiver-file.js';
import { version } from '../version.js';
import { createProgressFor, reportClient } from './client-report.js';
import { type ClientResultsInput, clientCheckResults, clientResults } from './client-results.js';
import { type PreparedClient, withClient } from './prepare-client.js';
import { dialectNameOf } from './venue-dialect.js';

export function clientRun(args: ParsedArgs, plainIo: CommandIo): Promise<ExitCode> {
  const io = guardedIo(plainIo);
  return withClient(args, io, async (prepared) => {
    const { plan, venue } = prepared;
    io.keepSecret([venue.privatePem]);
    if (plan.items.length === 0) {
      throw new CommandError(EXIT.nothingSelected, 'nothing selected: no check fits all of it');
    }
    const out = await reportPlace({
      cwd: io.cwd,
      out: args.text('out'),
      wish: {
        selection: { selectors: args.positionals, sections: args.all('section') },
        shard: undefined,
        effort: 'standard',
      },
      bail: args.on('bail'),
      checks: plan.items.length,
    });
    const lock = lockFolder(out);
    try {
      const results = await playInto(out, prepared, args, io);
      return results.exitCode as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
    } finally {
      lock.release();
    }
  });
}

async function playInto(out: string, prepared: PreparedClient, args: ParsedArgs, io: CommandIo): Promise<Results> {
  const { plan, source } = prepared;
  return playAndReport(out, prepared, args, io, (venue, tell) =>
    playAll({
      ...tell,
      items: plan.items,
      source,
      venue,
      signal: io.signal,
      // A profile may bind another spelling of stated words, which is the venue's affair.
      judgesService: typeof venue.dialect === 'string',
      bail: args.on('bail'),
    }),
  );
}

interface Telling {
  readonly started: (check: string) => void;
  readonly ended: (one: PlayedCheck) => void;
}

/** Plays with a journal, shows what happens, and leaves the report. */
export async function playAndReport(
  out: string,
  prepared: PreparedClient,
  args: ParsedArgs,
  io: CommandIo,
  playing: (venue: Venue, tell: Telling) => Promise<readonly PlayedCheck[]>,
): Promise<Results> {
  const { plan, catalogue, client, venue, source } = prepared;
  const progress = await createProgressFor(args, io);
  if (source.embedded) progress.note('no --exec: this judges the embedded reference client');
  const waiversFile = args.text('waivers');
  const id = randomUUID();
  const started = new Date();
  const identity = { name: client.implementation, fingerprint: fingerprintOf(prepared) };
  const secrets = [venue.privatePem];
  const journal = JournalWriter.open(resolve(out, JOURNAL_FILE), {
    run: id,
    seed: String(venue.seed),
    suite: { name: 'tsi-conformance', version: version() },
    profile: identity,
    settings: { subject: 'client', observed: { ...observedByService('sole') } },
    secrets,
  });
  const input = {
    items: plan.items,
    findings: [],
    catalogue,
    checks: [...(await loadClientChecks()).values(), ...prepared.more],
    waivers: waiversFile === undefined ? [] : await loadWaivers(waiversFile, io.cwd),
    today: started.toISOString().slice(0, 10),
    reproduce: prepared.more.length > 0 ? () => io.commandLine : reproducing(args, io),
  } satisfies Omit<ClientResultsInput, 'run' | 'played'>;
  const toResult = clientCheckResults(input);
  const items = new Map<string, (typeof plan.items)[number]>(plan.items.map((item) => [item.check.spec.id, item]));
  progress.plan(plan.items.length);
  progress.ready();
  for (const item of plan.items) if (item.obstacle !== undefined) progress.finished(toResult(item, undefined));
  const played = await playing(
    { ...venue, journal },
    {
      started: (check) => progress.started(check),
      ended: (one) => {
        noteVerdict(journal, one);
        const item = items.get(one.check);
        if (item !== undefined) progress.finished(toResult(item, one));
      },
    },
  );
  journal.close(io.signal.aborted ? 'interrupted' : 'finished');
  const run = runInfo(prepared, args, io, { id, started, ...identity });
  const results = clientResults({ ...input, run, played });
  progress.end(results, await reportClient(out, results, secrets, args, io));
  return results;
}

/** What decided it, and how it ended, beside what crossed the wire. */
function noteVerdict(
  journal: JournalWriter,
  { check, verdict, reason, expected, actual, requirement, evidence }: PlayedCheck,
): void {
  const place = { actor: 'suite', conn: null, check, account: null, client_request_id: null, operation_id: null };
  const rest = { raw: null, error: null, cause: evidence[0] ?? null };
  if (requirement !== undefined) {
    const parsed = { requirement, holds: false, expected: expected ?? '', actual: actual ?? '' };
    journal.append({ ...place, ...rest, kind: 'assert', parsed });
  }
  journal.append({
    ...place,
    ...rest,
    kind: 'verdict',
    parsed: { verdict, reason: reason ?? '', evidence: [...evidence] },
  });
}

function runInfo(
  prepared: PreparedClient,
  args: ParsedArgs,
  io: CommandIo,
  run: { readonly id: string; readonly started: Date; readonly name: string; readonly fingerprint: string },
): RunInfo {
  const { catalogue, client, venue, source, plan } = prepared;
  const finished = new Date();
  const out = args.text('out');
  const ids = plan.items.map(({ check }) => check.spec.id).sort();
  return {
    id: run.id,
    seed: String(venue.seed),
    started: run.started.toISOString(),
    finished: finished.toISOString(),
    durationMs: finished.getTime() - run.started.getTime(),
    effort: 'standard',
    level: args.text('level') === 'should' ? 'should' : 'must',
    selection: [...args.positionals, ...args.all('section')],
    plan: { checks: ids.length, digest: createHash('sha256').update(ids.join('\n')).digest('hex') },
    // What a client does not have is said by it beforehand, and its report says so.
    policy: prepared.more.length > 0 ? 'any' : 'unreachable',
    suite: { name: 'tsi-conformance', version: version(), catalogue: catalogue.digest },
    node: process.version,
    target: {
      name: run.name,
      baseUrl: prepared.command ?? 'embedded client',
      environment: 'sandbox',
      fingerprint: run.fingerprint,
      subject: 'client',
      client: {
        language: client.language,
        capabilities: client.capabilities,
        claims: { ...client.claims } as JsonValue, // its members are JSON
        dialect: dialectNameOf(venue),
      },
    },
    command: io.commandLine,
    program: io.program,
    ...(out !== undefined && { out: shellWord(out) }),
    ...(isInCi(io) && !source.embedded && { ci: true as const }),
    ...(io.signal.aborted && {
      interrupted: io.signal.reason === 'SIGTERM' ? ('SIGTERM' as const) : ('SIGINT' as const),
    }),
  };
}

/** Of what the client says of itself and how it is started. */
function fingerprintOf({ client, venue }: PreparedClient): string {
  return createHash('sha256')
    .update(JSON.stringify([client, venue.dialect]))
    .digest('hex');
}

function reproducing(args: ParsedArgs, io: CommandIo): (check: string) => string {
  const options = ['exec', 'dialect', 'profile'].flatMap((flag) => {
    const value = args.text(flag);
    return value === undefined ? [] : [`--${flag} ${shellWord(value)}`];
  });
  const many = ['lapse', 'temperament'].flatMap((flag) =>
    args.all(flag).map((value) => `--${flag} ${shellWord(value)}`),
  );
  const fresh = args.on('fresh') ? ['--fresh'] : [];
  return (check) => [io.program, 'client run', check, ...options, ...many, ...fresh].join(' ');
}
