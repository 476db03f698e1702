// Builds a live target from its spec: dialect, keys, clients, clock, budgets, leases. Preflight starts here, once per target.
import { bindControl } from '../../../../toolkit/profile/control/bind.js';
import type { Dialect } from '../../../../toolkit/profile/dialect/dialect.js';
import { loadDialect } from '../../../../toolkit/profile/dialect/load-dialect.js';
import type { Profile, ProfileAccount } from '../../../../toolkit/profile/profile.js';
import { createTargetClock } from '../../../../toolkit/wire/clock.js';
import { createHttpClient } from '../../../../toolkit/wire/http/http-client.js';
import { createRawClient } from '../../../../toolkit/wire/http/raw-client.js';
import { createIdempotencyKeys } from '../../../../toolkit/wire/idempotency-keys.js';
import { Intake } from '../../../../toolkit/wire/intake.js';
import { createPacing } from '../../../../toolkit/wire/pacing.js';
import type { SigningKey } from '../../../../toolkit/wire/signed-request.js';
import { createStreamClient } from '../../../../toolkit/wire/streams/stream-client.js';
import { createTimestamps } from '../../../../toolkit/wire/timestamps.js';
import type { Effort } from '../../check.js';
import { FreshAccounts } from '../account/fresh-accounts.js';
import { LiveMarket } from '../market/market.js';
import { AccountStreams } from '../resilience/account-streams.js';
import { LockOuts } from '../resilience/lock-outs.js';
import { Pace } from '../resilience/pace.js';
import { StreamLifetimes } from '../resilience/stream-lifetimes.js';
import { MOST_STREAMS } from '../resilience/stream-probe.js';
import { UnprovokedStatuses } from '../resilience/unprovoked-statuses.js';
import { Hopeless } from '../resilience/waiting-out.js';
import { Baselines } from '../sharing/baselines.js';
import { OrderBudget, STREAMS, StreamBudget } from '../sharing/budget.js';
import { CommandAnswers } from '../sharing/command-answers.js';
import { ControlPace } from '../sharing/control-pace.js';
import { FirstSnapshots } from '../sharing/first-snapshots.js';
import { FullAccounts } from '../sharing/full-accounts.js';
import { Leases } from '../sharing/leases.js';
import { AnswerReading } from '../verdict/answer.js';
import { askAccount } from './ask-account.js';
import { BuiltParts } from './built-parts.js';
import { Openapi } from './openapi.js';
import { isReadAccepted, preflight } from './preflight.js';
import { Presence } from './presence.js';
import { quietStream } from './quiet-stream.js';
import { signingKey } from './signing-key.js';
import { createAccount, type LiveTarget } from './target.js';
import type { TargetJournal } from './target-journal.js';
import { unregisteredKey } from './unregistered-key.js';

export interface TargetParts {
  readonly id: string;
  readonly profile: Profile;
  /** Whether it is known to let an account have as many streams as any check needs. */
  readonly hasManyStreams?: boolean;
  readonly seed: string;
  readonly effort: Effort;
  readonly journal: TargetJournal;
  /** Makes the ids of stream connections unique in the run. */
  readonly connPrefix: string;
  /** Ends everything under way. */
  readonly signal: AbortSignal;
}

export interface BuiltTarget {
  readonly target: LiveTarget;
  close(): Promise<void>;
}

export async function buildTarget(parts: TargetParts): Promise<BuiltTarget> {
  const { id, profile, journal, signal } = parts;
  const { accounts } = profile;
  const dialect = await loadDialect(profile);
  const { clock, keys, intake, http, streams, raw } = createClients(parts, dialect);
  const pace = new Pace(profile.limits.requestsPerSecond);
  const accountStreams = new AccountStreams(profile.limits.connectionsPerAccount);
  const streamBudget = new StreamBudget(profile.limits.connections);
  const ofStreams = { profile, dialect, streams, pace, accountStreams, streamBudget };
  const base = {
    id,
    profile,
    dialect,
    effort: parts.effort,
    seed: parts.seed,
    journal,
    http,
    streams,
    raw,
    openapi: new Openapi(profile.openapi, { journal, timeoutMs: profile.timing.answerMs, signal }),
    clock,
    intake,
    keys,
    control: bindControl(profile),
    read: new AnswerReading(dialect),
    orders: new OrderBudget(profile.limits.orders),
    market: new LiveMarket(profile.market.instruments),
    streamBudget,
    controlPace: new ControlPace(profile.timing.controlMs),
    presence: new Presence(profile.baseUrl),
    accountStreams,
    streamLifetimes: new StreamLifetimes((stopped) => quietStream(ofStreams, stopped)),
    pace,
    lockOuts: new LockOuts(() => isReadAccepted({ profile, dialect, http, pace }, signal)),
    hopeless: new Hopeless(),
    unprovoked: new UnprovokedStatuses(),
    baselines: new Baselines(),
    fullAccounts: new FullAccounts(),
    firstSnapshots: new FirstSnapshots(),
    commandAnswers: new CommandAnswers(),
    parts: new BuiltParts(profile.notYet, [accounts.unknown, accounts.foreign?.id ?? accounts.unknown]),
  };
  const freshAccounts = new FreshAccounts(askAccount(base));
  const create = async (): Promise<ProfileAccount> => {
    const account = await createAccount(base);
    await freshAccounts.opened(account.id, signal);
    return account;
  };
  const report = preflight({ ...base, freshAccounts, hasManyStreams: parts.hasManyStreams === true }, signal);
  const leases = report.then(({ accounts }) => {
    const { pool } = profile.accounts;
    const canCreate = base.control.has('account.create') && accounts === undefined;
    const sharers = sharersFor(base.accountStreams.limit);
    return new Leases({ pool, sharers, ...(canCreate && { create }) });
  });
  leases.catch(() => undefined);
  return {
    target: { ...base, freshAccounts, preflight: report, leases },
    close: async () => {
      raw.close();
      await Promise.all([http.close(), streams.close()]);
    },
  };
}

type Clients = Pick<LiveTarget, 'clock' | 'keys' | 'intake' | 'http' | 'streams' | 'raw'>;

/** The three ways to send, which share clock, keys and bounds. */
function createClients({ profile, journal, signal, connPrefix }: TargetParts, dialect: Dialect): Clients {
  const clock = createTargetClock();
  const keys = createIdempotencyKeys();
  const intake = new Intake(profile.budget);
  const wire = {
    keys: signingKeys(profile),
    journal,
    clock,
    timestamps: createTimestamps(),
    idempotencyKeys: keys,
    // Requests are paced before they take a slot, where quotas are known, too (`resilience/pace.ts`).
    pacing: createPacing(0),
    signedPath: (path: string): string => dialect.signedPath(path),
    answerMs: profile.timing.answerMs,
    intake,
    signal,
  };
  const http = createHttpClient({ ...wire, baseUrl: profile.baseUrl });
  const streams = createStreamClient({
    ...wire,
    streamUrl: profile.streamUrl,
    connPrefix: connPrefix,
    readFrame: (frame) => dialect.readFrame(frame),
    frameDocuments: dialect.frameDocuments,
    replyTo: (message) => dialect.replyTo(message),
  });
  const raw = createRawClient({
    ...wire,
    baseUrl: profile.baseUrl,
    streamUrl: profile.streamUrl,
    connPrefix: `${connPrefix}-raw`,
  });
  return { clock, keys, intake, http, streams, raw };
}

/** How many checks may share an account, so that together they want no more streams than it may have. */
function sharersFor(streams: number = MOST_STREAMS): number {
  return Math.max(1, Math.floor(streams / STREAMS));
}

function signingKeys(profile: Profile): Readonly<Record<string, SigningKey>> {
  const stated = Object.entries(profile.keys).map(([role, { id, privateKey }]) => [role, signingKey(id, privateKey)]);
  return { unregistered: unregisteredKey(profile.keys.main.id), ...Object.fromEntries(stated) };
}
