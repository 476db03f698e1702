// One target during a run: its clients, clock, budgets, leases and what preflight found. All checks on the target share it.
import type { ControlSurface } from '../../../../toolkit/profile/control/actions.js';
import type { Dialect } from '../../../../toolkit/profile/dialect/dialect.js';
import { viewOf } from '../../../../toolkit/profile/dialect/reading/answer-view.js';
import type { Profile, ProfileAccount } from '../../../../toolkit/profile/profile.js';
import type { TargetClock } from '../../../../toolkit/wire/clock.js';
import type { SendContext } from '../../../../toolkit/wire/exchange-records.js';
import type { HttpClient } from '../../../../toolkit/wire/http/http-client.js';
import type { RawClient } from '../../../../toolkit/wire/http/raw-client.js';
import type { IdempotencyKeys } from '../../../../toolkit/wire/idempotency-keys.js';
import type { Intake } from '../../../../toolkit/wire/intake.js';
import type { StreamClient } from '../../../../toolkit/wire/streams/stream-client.js';
import type { Effort } from '../../check.js';
import type { FreshAccounts } from '../account/fresh-accounts.js';
import type { LiveMarket } from '../market/market.js';
import type { AccountStreams } from '../resilience/account-streams.js';
import type { LockOuts } from '../resilience/lock-outs.js';
import type { Pace } from '../resilience/pace.js';
import type { StreamLifetimes } from '../resilience/stream-lifetimes.js';
import type { UnprovokedStatuses } from '../resilience/unprovoked-statuses.js';
import type { Hopeless } from '../resilience/waiting-out.js';
import type { Baselines } from '../sharing/baselines.js';
import type { OrderBudget, StreamBudget } from '../sharing/budget.js';
import type { CommandAnswers } from '../sharing/command-answers.js';
import type { ControlPace } from '../sharing/control-pace.js';
import type { FirstSnapshots } from '../sharing/first-snapshots.js';
import type { FullAccounts } from '../sharing/full-accounts.js';
import type { Leases } from '../sharing/leases.js';
import type { AnswerReading } from '../verdict/answer.js';
import type { BuiltParts } from './built-parts.js';
import type { Openapi } from './openapi.js';
import type { PreflightReport } from './preflight-report.js';
import type { Presence } from './presence.js';
import type { TargetJournal } from './target-journal.js';

export interface LiveTarget {
  /** Its name in the run; appended to check ids in the journal when there are several. */
  readonly id: string;
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly effort: Effort;
  readonly seed: string;
  readonly journal: TargetJournal;
  readonly http: HttpClient;
  readonly streams: StreamClient;
  readonly raw: RawClient;
  readonly openapi: Openapi;
  readonly clock: TargetClock;
  /** What the run takes from it at most. */
  readonly intake: Intake;
  readonly keys: IdempotencyKeys;
  readonly control: ControlSurface;
  readonly read: AnswerReading;
  readonly orders: OrderBudget;
  /** Instruments and prices as the run has come to know them. */
  readonly market: LiveMarket;
  readonly streamBudget: StreamBudget;
  readonly controlPace: ControlPace;
  readonly freshAccounts: FreshAccounts;
  readonly presence: Presence;
  readonly accountStreams: AccountStreams;
  readonly streamLifetimes: StreamLifetimes;
  readonly pace: Pace;
  readonly lockOuts: LockOuts;
  readonly hopeless: Hopeless;
  readonly unprovoked: UnprovokedStatuses;
  readonly baselines: Baselines;
  readonly fullAccounts: FullAccounts;
  readonly firstSnapshots: FirstSnapshots;
  readonly commandAnswers: CommandAnswers;
  readonly parts: BuiltParts;
  /** Leases of accounts, once preflight knows whether the target can open any. */
  readonly leases: Promise<Leases>;
  readonly preflight: Promise<PreflightReport>;
}

/** How a request of a check is journalled and read. */
export function sendContext(
  target: Pick<LiveTarget, 'dialect'>,
  check: string | null,
  actor: string = 'suite',
): SendContext {
  return { check, actor, read: (request, status, body) => viewOf(target.dialect, request, status, body) };
}

/** Opens an account like those of the pool. */
export async function createAccount(
  target: Pick<LiveTarget, 'control' | 'profile'>,
  perform: ControlSurface['perform'] = (name, params, signal) => target.control.perform(name, params, signal),
): Promise<ProfileAccount> {
  const { currency, currencyDigits } = target.profile.accounts.pool[0] ?? {};
  const { account_id: id } = await perform('account.create', {
    ...(currency !== undefined && { currency }),
    ...(currencyDigits !== undefined && { currency_digits: String(currencyDigits) }),
  });
  if (id === undefined || id === '') {
    throw new TypeError('account.create: expected its binding to return account_id, got nothing');
  }
  return { id, ...(currency !== undefined && { currency }), ...(currencyDigits !== undefined && { currencyDigits }) };
}

/** The one that the preflight asks. */
export function firstAccount(target: Pick<LiveTarget, 'profile'>): ProfileAccount {
  const [account] = target.profile.accounts.pool;
  if (account === undefined) throw new RangeError('accounts.pool: expected at least one account, got none');
  return account;
}
