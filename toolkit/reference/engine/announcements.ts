// What a change of configuration tells the connections (interface 6.2, 6.3): each hears what concerns it.
import type { DomainEvent, HmrPeriod } from '../domain.js';
import { INSTRUMENTS, type Instrument } from '../state/instruments.js';
import type { Core } from './core.js';
import type { Publisher } from './publisher.js';
import type { AccountConnection, AccountRecord } from './records/account-record.js';

interface InstrumentChange {
  readonly change: 'new' | 'upd' | 'del';
  readonly instrument: Instrument;
  /** What it was before it was updated. */
  readonly before?: Instrument;
}

/** Interface 6.3, rules 1 and 2. */
export function announceInstrument(
  core: Core,
  publisher: Publisher,
  account: AccountRecord,
  { change, instrument, before }: InstrumentChange,
): void {
  const action = core.rules.announcedAction(change);
  if (action !== undefined) {
    const platform = INSTRUMENTS.get(instrument.name)?.conditions;
    const conditions = core.rules.resolved(instrument.conditions, platform, 'event', before?.conditions);
    publisher.publish(account, { kind: 'instrument_event', action, conditions, atMs: core.clock.nowMs() });
  }
}

/**
 * Interface 6.2, rule 3. For a connection that hears of its own instruments only, a period that leaves them is removed and one that
 * reaches them is new.
 */
export function announceHmr(
  core: Core,
  publisher: Publisher,
  account: AccountRecord,
  { before, after }: { readonly before: HmrPeriod | undefined; readonly after?: HmrPeriod },
): void {
  const { rules, clock } = core;
  const atMs = clock.nowMs();
  const form = rules.announcesChange(after === undefined ? 'remove' : 'upsert');
  for (const connection of audienceOf(core, account, atMs)) {
    const concerned = publisher.concerns(connection, after, atMs);
    if (form === 'nothing' || !(concerned || publisher.concerns(connection, before, atMs))) continue;
    if (form === 'snapshot') {
      publisher.offer(connection, publisher.hmrSnapshot(connection));
      continue;
    }
    const all = [...account.hmr.values()];
    const upserted = concerned && after !== undefined ? rules.upsertedPeriods(after, all) : [];
    const update: DomainEvent = {
      kind: 'hmr_update',
      upsertedPeriods: upserted.map((period) => rules.shownPeriod(period)),
      removedPeriodIds: concerned || before === undefined ? [] : rules.removedPeriodIds(before.id),
      atMs,
    };
    publisher.offer(connection, update, connection.account === account);
  }
}

/** The connections of the account, or of all accounts where a rule says so. */
function audienceOf({ rules, accounts }: Core, account: AccountRecord, atMs: number): readonly AccountConnection[] {
  const sample: DomainEvent = { kind: 'hmr_update', upsertedPeriods: [], removedPeriodIds: [], atMs };
  const reached = rules.offersToAllAccounts(sample) ? [...accounts.values()] : [account];
  return reached.flatMap(({ connections }) => [...connections]);
}
