// `tsi soak` from target to report.
import { resolve } from 'node:path';
import { planDigest } from '../../../reports/join/plan-digest.js';
import { EMBEDDED } from '../../../reports/model/embedded.js';
import { headlineText } from '../../../reports/model/headline.js';
import type { RunInfo } from '../../../reports/model/model.js';
import { writeFileAtomic } from '../../../reports/render/atomic-write.js';
import { writeReports } from '../../../reports/render/write-reports.js';
import { loweredIn } from '../../../suites/runner/level.js';
import { type SoakReport, soak } from '../../../suites/soak/soak.js';
import { registerSoakChecks } from '../../../suites/soak/soak-checks.js';
import { settingsOf } from '../../checkers/settings.js';
import { writeExcerpt } from '../../journal/excerpt.js';
import type { JournalRecord } from '../../journal/record.js';
import { fingerprint } from '../../profile/loading/fingerprint.js';
import { secretsOf } from '../../profile/loading/secrets.js';
import type { Profile } from '../../profile/profile.js';
import { CommandError, type CommandIo, misuse, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { clearReport, outFolder } from '../report/out-folder.js';
import { type Prepared, prepare } from '../run/prepare.js';
import {
  baseUrlOf,
  isAssumed,
  isInCi,
  REFERENCE_OPTIONS,
  refuseReferenceBesideProfile,
  type Share,
  shareOf,
  tradingAllowed,
} from '../run/run-options.js';
import { spokenDialect } from '../run/spoken-dialect.js';
import { openTarget, refuseUnknown, type TargetSource } from '../run/target-source.js';
import { version } from '../version.js';
import { LiveLine } from './live-line.js';
import { startServiceThread } from './service-thread.js';
import { soakDocument, soakText } from './soak-document.js';
import { soakResults } from './soak-results.js';

const FOLDER = 'soak-report';
const JOURNAL_FILE = 'journal.ndjson';
const DOCUMENT = 'soak.json';
const TEXT = 'report.md';
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const DEFAULT_MS = 60_000;
const ACCOUNTS = 6;
const CLIENTS = 4;
/** Short enough to be forgotten soon, long enough for events that lag behind. */
const ROUND = { forMs: 12_000, records: 15_000 } as const;
const DISTURB_MS = 250;

export async function soakCommand(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const forMs = timeOf(args);
  const share = shareOf(args, io);
  const accounts = args.integer('accounts', 1) ?? ACCOUNTS;
  if (isAssumed(args)) io.stderr.write(`no --profile: this judges ${EMBEDDED} (--reference says that this is meant)\n`);
  const out = outFolder(resolve(io.cwd, args.text('out') ?? FOLDER));
  const source = await openSource(args, io, accounts);
  try {
    const { profile } = source;
    const allowTrading = tradingAllowed(args, profile.baseUrl);
    if (profile.environment !== 'sandbox' && !allowTrading) {
      throw args.misuse(
        'the profile does not say environment: sandbox; name the host by --allow-trading-on to trade on it',
      );
    }
    const ownAccounts = accountsOf(share, profile);
    if (share.note !== undefined) io.stderr.write(`${share.note}\n`);
    registerSoakChecks();
    const prepared = await prepare({
      profile,
      allowTrading,
      wish: {
        selection: { selectors: ['history'], sections: [] },
        shard: undefined,
        seed: share.seed,
        effort: 'standard',
        suiteFolders: [],
      },
      loadOwn: async () => undefined,
    });
    clearReport(out, [DOCUMENT, TEXT]);
    const live = new LiveLine(io.stderr);
    const found = new AbortController();
    const started = new Date();
    const report = await soak({
      run: prepared.run,
      profile: ownAccounts,
      seed: ownSeed(prepared.seed, share),
      forMs,
      accounts: Math.min(accounts, ownAccounts.accounts.pool.length),
      rate: args.integer('rate', 1) ?? 0,
      round: {
        ...ROUND,
        clients: args.integer('clients', 1) ?? CLIENTS,
        disturbMs: args.on('quiet') ? undefined : DISTURB_MS,
      },
      lowered: loweredIn(prepared.catalogue.requirements),
      signal: AbortSignal.any([io.signal, found.signal]),
      onRound: (state) => {
        live.show(state);
        if (args.on('bail') && state.failures > 0) found.abort();
      },
    });
    live.end();
    return await leave({ out, report, prepared, profile, share, started, args, io });
  } finally {
    await source.close();
  }
}

/** One share of the profile's accounts, so that several machines may soak one target; the embedded service is another for each. */
function accountsOf({ shard }: Share, profile: Profile): Profile {
  if (shard === undefined || profile.file === undefined) return profile;
  const pool = profile.accounts.pool.filter((_, index) => index % shard.of === shard.index - 1);
  if (pool.length === 0) throw misuse(`the profile has fewer accounts in its pool than there are shards (${shard.of})`);
  return { ...profile, accounts: { ...profile.accounts, pool } };
}

/** The same load everywhere would find the same. */
function ownSeed(seed: string, { shard }: Share): string {
  return shard === undefined ? seed : `${seed}-${shard.index}`;
}

async function openSource(args: ParsedArgs, io: CommandIo, accounts: number): Promise<TargetSource> {
  const profile = args.text('profile');
  const [habits, faults] = [args.all('habit'), args.all('fault')];
  if (profile === undefined) {
    await refuseUnknown({ habits, faults });
    return startServiceThread({
      habits,
      faults,
      dialect: await spokenDialect(args, io),
      accounts: Math.max(accounts, 2),
    });
  }
  refuseReferenceBesideProfile(args, REFERENCE_OPTIONS);
  return openTarget({
    profile,
    baseUrl: baseUrlOf(args),
    habits,
    faults,
    dialect: 'default',
    cwd: io.cwd,
    env: io.env,
  });
}

interface Left {
  readonly report: SoakReport;
  /** The folder of the report, absolute. */
  readonly out: string;
  readonly prepared: Prepared;
  readonly profile: Profile;
  readonly share: Share;
  readonly started: Date;
  readonly args: ParsedArgs;
  readonly io: CommandIo;
}

async function leave({ out, report, prepared, profile, share, started, args, io }: Left): Promise<ExitCode> {
  if (report.preflight.outcome !== 'ready' && !io.signal.aborted) {
    throw new CommandError(EXIT.unreachable, report.preflight.message ?? report.preflight.outcome);
  }
  const run = runInfo({ out, report, prepared, profile, share, started, args, io });
  const journalPath = resolve(out, JOURNAL_FILE);
  const places = writeExcerpt(
    journalPath,
    {
      run: prepared.run,
      seed: prepared.seed,
      suite: { name: 'tsi-conformance', version: version() },
      profile: { name: profile.name, fingerprint: fingerprint(profile) },
      settings: { checkers: settingsOf([profile]) },
      secrets: secretsOf(profile),
      started: run.started,
      reason: io.signal.aborted ? 'interrupted' : 'finished',
    },
    storiesOf(report),
  );
  const place = (record: number): number | undefined => places.get(record);
  const judged = soakResults({ run, prepared, report, place, reproduce: io.commandLine });
  const plan = planDigest(judged.checks.map(({ id }) => id));
  const results = { ...judged, run: { ...judged.run, plan } };
  const document = soakDocument(report, { seed: prepared.seed, durationMs: run.durationMs, place });
  await writeFileAtomic(resolve(out, DOCUMENT), `${JSON.stringify(document, null, 2)}\n`);
  await writeFileAtomic(resolve(out, TEXT), soakText(document));
  await writeReports(out, results, {
    journalPath,
    env: io.env,
    print: (text) => (args.on('json') ? io.stderr : io.stdout).write(text),
    warn: (sentence) => io.stderr.write(`tsi: ${sentence}\n`),
    secrets: secretsOf(profile),
  });
  if (args.on('json')) printJson(io, document);
  io.stderr.write(`${soakText(document)}\n${headlineText(results)}\nreport in ${out}\n`);
  return results.exitCode as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
}

/** The records of all stories, each once, in their order. */
function storiesOf({ findings }: SoakReport): readonly JournalRecord[] {
  const records = new Map<number, JournalRecord>();
  for (const { story } of findings) for (const record of story) records.set(record.i, record);
  return [...records.values()].sort((a, b) => a.i - b.i);
}

function runInfo({ report, prepared, profile, share, started, args, io }: Left): RunInfo {
  const finished = new Date();
  const { build, name, baseUrl, environment, file } = profile;
  return {
    id: prepared.run,
    seed: prepared.seed,
    started: started.toISOString(),
    finished: finished.toISOString(),
    durationMs: finished.getTime() - started.getTime(),
    effort: 'standard',
    level: 'must',
    selection: ['soak'],
    ...(share.shard !== undefined && { shard: `${share.shard.index}/${share.shard.of}` }),
    policy: profile.policy.inconclusive,
    suite: { name: 'tsi-conformance', version: version(), catalogue: prepared.catalogue.digest },
    node: process.version,
    target: {
      name,
      baseUrl,
      environment,
      fingerprint: fingerprint(profile),
      ...(file === undefined && { embedded: true as const }),
      ...(isAssumed(args) && { assumed: true as const }),
      ...(build !== undefined && { build }),
      ...(report.preflight.clockOffsetMs !== undefined && { clockOffsetMs: report.preflight.clockOffsetMs }),
    },
    command: io.commandLine,
    ...(isInCi(io) && { ci: true as const }),
    ...(io.signal.aborted && {
      interrupted: io.signal.reason === 'SIGTERM' ? ('SIGTERM' as const) : ('SIGINT' as const),
    }),
  };
}

function timeOf(args: ParsedArgs): number {
  const text = args.text('for');
  if (text === undefined) return DEFAULT_MS;
  const [, amount = '', unit = ''] = /^(\d{1,6})(ms|s|m|h)$/.exec(text) ?? [];
  const ms = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (amount === '' || !(ms > 0)) throw args.misuse(`--for is a time such as 90s, 10m or 2h; got ${text}`);
  return ms;
}
