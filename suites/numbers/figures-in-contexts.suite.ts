// How figures and moments are written (interface 1, rules 3 and 6), wherever they are told: by the events of every kind of operation and
// booking, however it ends, by the snapshot of a stream and the resource, by operation status and by history, of either side and every
// instrument. History checkers judge the whole; here everything is done once that can be told, so that each place is among it.
import { toText } from '../../toolkit/decimal/index.js';
import type { CheckContext, ContextTrial } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { type Deed, deedOf, done } from '../words/contexts/deed.js';
import { instrumentOf } from '../words/contexts/place.js';
import { assertScene } from '../words/judgement.js';
import { deposit } from '../words/trading/deposit.js';

const FIGURES = [
  'numbers.money-strings-in-transactions',
  'numbers.money-strings-in-snapshots',
  'numbers.money-strings-in-history',
  'numbers.money-rounded',
  'numbers.volume-strings-in-events',
  'numbers.volume-strings-in-snapshots',
  'numbers.volume-strings-in-history',
  'numbers.price-strings-in-events',
  'numbers.price-strings-in-snapshots',
  'numbers.price-strings-in-history',
  'time.format-in-events',
  'time.format-in-snapshots',
  'time.format-in-history',
] as const;

scenario({
  id: 'numbers.volume-strings-in-events/wherever-they-are-told',
  title: 'writes volumes, prices, money and date-times as it must wherever it tells what was done, whatever that was',
  requirements: FIGURES.filter((one) => one !== 'numbers.volume-strings-in-events'),
  needs: { accounts: 0 },
  contexts: {
    operation: 'all',
    orderType: 'all',
    side: 'all',
    protection: 'all',
    result: 'all',
    state: ['untouched', 'partly-closed', 'protected', 'filled'],
    account: 'all',
    instrument: ['first', 'second', 'last'],
  },
  waitMs: 2000,
  async run(t) {
    await t.inContexts(async (trial) => {
      const instrument = await instrumentOf(t, trial);
      await trial.account.transactions();
      const deed = await deedOf(t, trial, instrument);
      await trial.account.settle(await done(t, trial, deed));
      await booked(t, trial);
      await told(t, trial, deed);
    });
    await assertScene(t, FIGURES);
  },
});

/** An odd amount, so that rounding shows. */
async function booked(t: CheckContext, { account }: ContextTrial): Promise<void> {
  if (!t.hasControl('account.deposit')) return;
  await deposit(t, toText({ coefficient: 1237n, scale: account.currencyDigits ?? 0 }), { account });
}

/** Reads it wherever it can be read, before and after what is still open has ended. */
async function told(t: CheckContext, { account, context }: ContextTrial, { subject }: Deed): Promise<void> {
  await read(t, account);
  const isOver = context.operation === 'close' || context.result === 'rejected';
  const isOpen = subject?.list === 'positions' && !isOver;
  if (isOpen && t.dialect.has('closePosition')) await account.closePosition(subject.id);
  for (const request of ['orderHistory', 'dealHistory'] as const) {
    if (t.dialect.has(request)) await account.request(request);
  }
}

async function read(t: CheckContext, account: ContextTrial['account']): Promise<void> {
  await account.state();
  if (t.dialect.has('snapshot')) await account.request('snapshot');
}
