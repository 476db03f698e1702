// Where a context has its operations done: an instrument, behind a circumstance that is over, seen from a connection (interface 2.4; 3; 6).
// Set-up: what the target does not let come to be leaves the context out, or the check undecided.
import { isMultipleOf, toPlainText } from '../../../toolkit/decimal/index.js';
import type { ProfileInstrument } from '../../../toolkit/profile/profile.js';
import type { Circumstance } from '../../runner/circumstances.js';
import type { Account, CheckContext, ContextTrial } from '../../runner/context.js';
import { figureOf } from '../figures.js';
import type { Transactions } from '../streams/event-of.js';
import { gridOf, volumesOf } from '../trading/volumes.js';
import { doubledVolume } from './doubled-volume.js';

/** The instrument of the context; one that is created for it is taken away again at the end of the check. */
export async function instrumentOf(t: CheckContext, { account, context }: ContextTrial): Promise<ProfileInstrument> {
  const { instrument, operation, state } = context;
  const { instruments } = account;
  const at = { first: 0, second: 1, third: 2, last: instruments.length - 1 };
  if (instrument in at) {
    const chosen = account.instrument(at[instrument as keyof typeof at]);
    return operation === 'partial-close' || state === 'partly-closed' ? closableInParts(account, chosen) : chosen;
  }
  const created = await createdInstrument(t, account, instrument === 'created-again');
  // Its prices are nobody's knowledge: nothing is placed on it that has to rest. A bound of its volumes may lie off their grid.
  const volume = volumesOf(await account.conditions(created))?.minimumOnStep;
  return { ...account.instrumentNamed(created), ...(volume !== undefined && { volume }) };
}

/** Where the grid of volumes begins off the multiples of its step, which parts can be closed is open: another one then, if there is one. */
async function closableInParts(account: Account, chosen: ProfileInstrument): Promise<ProfileInstrument> {
  const others = account.instruments.filter(({ name }) => name !== chosen.name);
  for (const one of [chosen, ...others]) {
    const grid = gridOf(await account.conditions(one.name));
    if (grid === undefined || isMultipleOf(grid.min, grid.step)) return one;
  }
  return chosen;
}

async function createdInstrument(t: CheckContext, account: Account, again: boolean): Promise<string> {
  const name = await added(t, account);
  if (again) {
    await t.control('instrument.remove', { account_id: account.id, instrument: name });
    await added(t, account, name);
  }
  t.cleanup(() => t.control('instrument.remove', { account_id: account.id, instrument: name }));
  const trial = await account.submit({ instrument: name, side: 'buy', type: 'market' }, { request: 'openPosition' });
  const result = trial.accepted ? await account.settle(trial) : undefined;
  // Whether one may trade on an instrument as soon as it is there is nowhere said.
  if (result?.status !== 'success') t.notApplicable('the target does not let an instrument be traded on that is new');
  return name;
}

async function added(t: CheckContext, { id }: Account, wanted?: string): Promise<string> {
  const { instrument } = await t.control('instrument.add', {
    account_id: id,
    ...(wanted !== undefined && { instrument: wanted }),
  });
  return instrument ?? t.inconclusive('the control action instrument.add did not name the instrument; bind its result');
}

const CIRCUMSTANCES: readonly Circumstance[] = [
  'close-only',
  'trading-disabled',
  'session-closed',
  'no-quotes',
  'maintenance',
  'quota-exhausted',
];

/** Brings about what the context lies behind, meets it once with an order, and takes it away again. */
export async function goneThrough(t: CheckContext, { account, context }: ContextTrial): Promise<void> {
  const { after } = context;
  if (after === 'nothing') return;
  const { name } = account.instrument();
  if (after === 'conditions-changed') return changedAndBack(t, account, name);
  const circumstance = CIRCUMSTANCES.find((one) => one === after);
  if (circumstance === undefined) return;
  const order = await account.order();
  const away = await t.under(circumstance, { account, instrument: name });
  try {
    const met = await account.submit(order);
    if (met.accepted) await account.settle(met);
  } finally {
    await away();
  }
}

async function changedAndBack(t: CheckContext, account: Account, instrument: string): Promise<void> {
  const { volumeMax, record } = await account.conditions(instrument);
  const shown = figureOf(volumeMax) ?? t.inconclusive('the conditions show no volume_max as a decimal', [record]);
  const most = toPlainText(shown);
  const change = (volume_max: string): Promise<unknown> =>
    t.control('instrument.update', { account_id: account.id, instrument, volume_max });
  const back = t.cleanup(() => change(most));
  try {
    // Twice as much is as good a bound, and every volume that was valid still is.
    await change(doubledVolume(most));
  } finally {
    await back();
  }
}

/** The connection of the context, subscribed to transactions; its snapshot is the latest that it had. */
export async function listening({ account, context }: ContextTrial): Promise<Transactions> {
  const first = await account.transactions();
  const { connection } = context;
  if (connection === 'second') return account.transactions();
  if (connection === 'reconnected') {
    await first.close();
    return account.transactions();
  }
  if (connection === 'subscribed-again') {
    await first.unsubscribe('transactions');
    const { record } = await first.subscribed('transactions');
    const snapshot = await first.await('trading_state_snapshot', { after: Math.min(record, first.snapshot.record) });
    return Object.assign(first, { snapshot });
  }
  return first;
}
