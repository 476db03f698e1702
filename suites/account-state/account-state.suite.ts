// What account_state_event carries (interface 2.3; 6, table; 8): three figures, and nothing but them.
import type { JsonValue } from '../../toolkit/payload/json.js';
import { ACCOUNT_FIGURES, type AccountStateView } from '../../toolkit/profile/dialect/views.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, Events, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { differ, figureOf } from '../words/figures.js';
import { awaitBeat, gapsMs, INTERVAL_MS, SHORTEST_MS } from '../words/streams/beats.js';
import { lastRecord } from '../words/streams/last-record.js';
import { deposit } from '../words/trading/deposit.js';
import { partedVolume } from '../words/trading/parted-volume.js';

const CLAIMED = { claims: ['accountStateEvents'] } as const;
const READ: Needs = { ...CLAIMED, shared: true, readOnly: true };
/** Large enough to close in part, and for the spread to show in the balance. */
const PARTS = 20;
const DEPOSIT: Needs = { ...CLAIMED, control: ['account.deposit'] };

for (const { requirement, member } of [
  { requirement: 'account-state.balance-present', member: 'balance' },
  { requirement: 'account-state.equity-present', member: 'equity' },
  { requirement: 'account-state.used-margin-present', member: 'usedMargin' },
] as const) {
  scenario({
    id: `${requirement}/in-the-event`,
    title: `shows ${member} in account_state_event, as a decimal string`,
    requirements: ['numbers.money-strings-in-account-state'],
    needs: READ,
    waitMs: INTERVAL_MS,
    async run(t) {
      const beat = await awaitBeat(t, await t.account.subscribed('account_state'));
      t.expect.at(beat, `/view/${member}`, 'present');
      t.expect.at(beat, `/view/${member}`, 'decimalString', { requirement: 'numbers.money-strings-in-account-state' });
    },
  });
}

scenario({
  id: 'numbers.money-strings-in-account-state/all-figures',
  title: 'writes the three figures as decimal strings, with no more decimals than the currency has',
  requirements: ['numbers.money-rounded'],
  needs: READ,
  waitMs: INTERVAL_MS,
  async run(t) {
    const beat = await awaitBeat(t, await t.account.subscribed('account_state'));
    const digits = t.account.currencyDigits;
    for (const member of ACCOUNT_FIGURES) {
      t.expect.at(beat, `/view/${member}`, 'decimalString');
      if (digits === undefined) continue;
      t.expect.at(beat, `/view/${member}`, 'fractionDigitsAtMost', digits, { requirement: 'numbers.money-rounded' });
    }
  },
});

scenario({
  id: 'account-state.entity-figures/in-a-transaction',
  title: 'shows balance, equity and used_margin in the account state of a transaction event',
  async run(t) {
    const events = await t.account.transactions();
    const { submission } = await t.account.openOrder();
    const event = await events.awaitResultOf(submission);
    for (const member of ACCOUNT_FIGURES) t.expect.at(event, `/view/accountState/${member}`, 'present');
  },
});

scenario({
  id: 'account-state.agrees-with-snapshot/quiet-account',
  title: 'shows the same balance as the snapshot of an account where nothing happens',
  needs: CLAIMED,
  waitMs: INTERVAL_MS,
  async run(t) {
    await expectAgreement(t, await t.account.subscribed('account_state'));
  },
});

/** Judges that the next message and the snapshots on both sides of it show one balance. */
async function expectAgreement(t: CheckContext, events: Events): Promise<void> {
  const before = await t.account.state();
  const beat = await awaitBeat(t, events, before.record);
  const state = await t.account.state();
  if (differ(before.accountState?.balance, state.accountState?.balance)) {
    t.inconclusive('something was booked on the account meanwhile', [before, state]);
  }
  const { balance = null } = beat.view;
  if (figureOf(balance) === undefined) t.inconclusive('the event shows no balance as a decimal string', [beat]);
  t.expect.at(state, '/view/accountState/balance', 'sameDecimal', balance);
}

for (const side of ['buy', 'sell'] as const) {
  scenario({
    id: `account-state.agrees-with-snapshot/after-a-close-of-what-was-${side === 'buy' ? 'bought' : 'sold'}`,
    title: `shows the same balance as the snapshot once a position to ${side} was closed in part and then whole`,
    needs: { claims: ['accountStateEvents', 'positions', 'closePosition'] },
    waitMs: INTERVAL_MS,
    async run(t) {
      const part = String((await t.account.order()).volume);
      const volume = partedVolume(await t.account.conditions(), part, PARTS, 3);
      const { positionId } = await t.account.openPosition({ side, volume });
      await t.account.closePosition(positionId, part);
      await t.account.closePosition(positionId);
      await t.account.settleAll();
      await expectAgreement(t, await t.account.subscribed('account_state'));
    },
  });
}

scenario({
  id: 'account-state.no-operations/deposit-and-order',
  title: 'carries no operation in account_state_event while a deposit and an order happen',
  needs: DEPOSIT,
  waitMs: INTERVAL_MS,
  async run(t) {
    const events = await t.account.subscribed('account_state');
    const { submission } = await t.account.openOrder();
    await deposit(t, '7');
    const beat = await awaitBeat(t, events, lastRecord(events));
    const transactions = events.of('transaction_event');
    t.expect.none(transactions, 'no transaction_event on a connection that subscribed to account_state alone', {
      evidence: [beat],
      sought: [{ on: events, kind: 'transaction_event' }],
    });
    const bearing = events.of('account_state_event', {
      where: ({ message, view }) => names(message, view, submission),
    });
    t.expect.none(bearing, 'no identifier of an operation in account_state_event', { evidence: [beat] });
  },
});

/** A machine that stood still delivers several messages at once, but not again and again. */
const MOST_BEATS = 6;

scenario({
  id: 'account-state.no-operations/deposits-between-messages',
  title: 'keeps to its interval when deposits are booked right after a message',
  needs: DEPOSIT,
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const events = await t.account.subscribed('account_state');
    const beats = [await awaitBeat(t, events)];
    // Its own interval: how far apart messages are when nothing is booked.
    const second = await awaitBeat(t, events, beats[0]?.record);
    const quietMs = [...gapsMs([...beats, second])];
    beats.splice(0, 1, second);
    const shortestMs = (): number => Math.min(SHORTEST_MS, ...quietMs.map((gap) => gap / 2));
    // One message out of step may have reasons of its own; a message after each deposit is a message about deposits.
    do {
      await deposit(t, '7');
      beats.push(await awaitBeat(t, events, beats.at(-1)?.record));
    } while (beats.length < MOST_BEATS && (gapsMs(beats).at(-1) ?? 0) < shortestMs());
    const gaps = gapsMs(beats);
    // The first may have been late by the machine: before anything is said against it, the interval is looked at again.
    for (let turn = 0; turn < 2 && Math.max(...gaps) < shortestMs(); turn += 1) {
      const one = await awaitBeat(t, events, lastBeat(events));
      quietMs.push(...gapsMs([one, await awaitBeat(t, events, one.record)]));
    }
    t.expect.that(Math.max(...gaps) >= shortestMs(), {
      expected: `messages at least ${Math.round(shortestMs())} ms apart, deposits or not`,
      actual: `${gaps.map(Math.round).join(' and ')} ms, each after a deposit`,
      evidence: beats,
    });
  },
});

function lastBeat(events: Events): number {
  return events.of('account_state_event').at(-1)?.record ?? 0;
}

/** Whether a message says anywhere whose operation it was; a figure of the account may read like an identifier. */
const TELLING_LENGTH = 8;

function names(message: JsonValue, view: AccountStateView, { operationId, key }: Placed): boolean {
  const figures: readonly unknown[] = ACCOUNT_FIGURES.map((member) => view[member]);
  // A short identifier may be the value of anything: what calls itself an operation names one, and what is too long for a coincidence.
  const isNamed = (value: JsonValue, member: string): boolean => {
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).some(([name, inner]) => isNamed(inner, name));
    }
    const isTelling = /operation/i.test(member) || operationId.length >= TELLING_LENGTH;
    return String(value) === key || (String(value) === operationId && isTelling && !figures.includes(value));
  };
  return isNamed(message, '');
}
