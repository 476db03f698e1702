// account_state_event (interface 2.3; 6, table; 8): three figures, again and again at about two seconds, and nothing but them. The
// interval is called standard and has no tolerance, and whether a first message comes at once is open, so bounds are wide.
import { add, equals, parseDecimal, readDecimal, toText } from '../../toolkit/decimal/index.js';
import { ACCOUNT_FIGURES } from '../../toolkit/profile/dialect/views.js';
import type { CheckContext, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const STANDARD_INTERVAL_MS = 2000;
const SHORTEST_MS = STANDARD_INTERVAL_MS / 2;
const LONGEST_MS = STANDARD_INTERVAL_MS * 2;
/** How late a single message may be before the check gives up. */
const PATIENCE_MS = STANDARD_INTERVAL_MS * 3;

const CLAIMED = { claims: ['accountStateEvents'] } as const;
const READ = { ...CLAIMED, shared: true, readOnly: true } as const;

type Beat = Extract<Received, { readonly kind: 'account_state_event' }>;

async function subscribed(t: CheckContext): Promise<Events> {
  const events = await t.account.events();
  const { outcome, record } = await events.subscribe('account_state');
  if (outcome === 'refused') t.inconclusive('the subscription to account_state was refused', [record]);
  return events;
}

/** The next message; that any comes at all is judged by `account-state.periodic`. */
async function nextBeat(t: CheckContext, events: Events, after?: number): Promise<Beat> {
  const beat = await events.next(({ kind }) => kind === 'account_state_event', {
    withinMs: PATIENCE_MS,
    ...(after !== undefined && { after }),
  });
  return beat?.kind === 'account_state_event'
    ? beat
    : t.inconclusive(`no account_state_event within ${PATIENCE_MS} ms`);
}

scenario({
  id: 'account-state.periodic/again-and-again',
  title: 'sends account_state_event again and again without being asked again',
  requirements: ['subscriptions.account-state-kind'],
  purposes: [50],
  needs: READ,
  waitMs: 2 * STANDARD_INTERVAL_MS,
  async run(t) {
    const events = await subscribed(t);
    const wanted = t.effort === 'thorough' ? 6 : 2;
    let last: Received | undefined;
    for (let n = 0; n < wanted; n++) {
      const beat: Received | undefined = await events.next(({ kind }) => kind === 'account_state_event', {
        withinMs: PATIENCE_MS,
        ...(last && { after: last.record }),
      });
      t.expect.that(beat !== undefined, {
        expected: `message ${n + 1} of the subscription`,
        actual: `none within ${PATIENCE_MS} ms`,
        evidence: beat ? [beat.record] : last ? [last.record] : [],
      });
      last = beat;
    }
  },
});

/** The gaps that are looked at before an interval is found wrong. */
const MOST_GAPS = 6;

function isAboutTwoSeconds(ms: number): boolean {
  return ms >= SHORTEST_MS && ms <= LONGEST_MS;
}

function medianGapMs(beats: readonly Received[]): number {
  const gaps = beats.slice(1).map((beat, index) => (beat.atNs - (beats[index]?.atNs ?? beat.atNs)) / 1e6);
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

scenario({
  id: 'account-state.interval/median-gap',
  title: 'sends account_state_event at an interval of about two seconds',
  purposes: [50],
  needs: READ,
  waitMs: 3 * STANDARD_INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const gapsWanted = t.effort === 'thorough' ? 5 : 2;
    const events = await subscribed(t);
    const beats = [await nextBeat(t, events)];
    let median = 0;
    // A busy machine holds single messages up; more of them show whether it is the target.
    while (beats.length <= gapsWanted || (!isAboutTwoSeconds(median) && beats.length <= MOST_GAPS)) {
      beats.push(await nextBeat(t, events, beats.at(-1)?.record));
      median = medianGapMs(beats);
    }
    t.observe('account-state interval', Math.round(median), {
      section: '8',
      unit: 'ms',
      evidence: beats.map(({ record }) => record),
    });
    t.expect.that(isAboutTwoSeconds(median), {
      expected: `a median gap between ${SHORTEST_MS} and ${LONGEST_MS} ms`,
      actual: `${Math.round(median)} ms over ${beats.length - 1} gaps`,
      evidence: beats.map(({ record }) => record),
    });
  },
});

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
    waitMs: STANDARD_INTERVAL_MS,
    async run(t) {
      const beat = await nextBeat(t, await subscribed(t));
      t.expect.at(beat.record, `/view/${member}`, 'present', null);
      t.expect.at(beat.record, `/view/${member}`, 'decimalString', null, {
        requirement: 'numbers.money-strings-in-account-state',
      });
    },
  });
}

scenario({
  id: 'numbers.money-strings-in-account-state/all-figures',
  title: 'writes the three figures as decimal strings, with no more decimals than the currency has',
  requirements: ['numbers.money-rounded'],
  needs: READ,
  waitMs: STANDARD_INTERVAL_MS,
  async run(t) {
    const beat = await nextBeat(t, await subscribed(t));
    for (const member of ACCOUNT_FIGURES) {
      t.expect.at(beat.record, `/view/${member}`, 'decimalString', null);
      const digits = t.account.currencyDigits;
      if (digits === undefined) continue;
      t.expect.at(beat.record, `/view/${member}`, 'fractionDigitsAtMost', digits, {
        requirement: 'numbers.money-rounded',
      });
    }
  },
});

scenario({
  id: 'account-state.shows-current/after-a-deposit',
  title: 'shows the balance after a deposit in the next messages',
  needs: { ...CLAIMED, control: ['account.deposit'] },
  waitMs: 2 * STANDARD_INTERVAL_MS,
  async run(t) {
    const events = await subscribed(t);
    const before = (await t.account.state()).accountState?.balance;
    const start = typeof before === 'string' ? readDecimal(before) : undefined;
    if (start === undefined) return t.inconclusive('the snapshot shows no balance as a decimal string');
    await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '7' });
    const expected = toText(add(start, parseDecimal('7')));
    // A message may have been under way when the deposit was booked; the one after it cannot have been.
    const first = await nextBeat(t, events, events.received.at(-1)?.record);
    const shown = typeof first.view.balance === 'string' ? readDecimal(first.view.balance) : undefined;
    const settled = shown && equals(shown, start) ? await nextBeat(t, events, first.record) : first;
    const now = await t.account.state();
    const held = typeof now.accountState?.balance === 'string' ? readDecimal(now.accountState.balance) : undefined;
    if (held !== undefined && !equals(held, parseDecimal(expected)))
      t.inconclusive('the platform booked something else on the account meanwhile', [now.record]);
    t.expect.at(settled.record, '/view/balance', 'sameDecimal', expected);
  },
});

scenario({
  id: 'account-state.no-operations/deposit-and-order',
  title: 'carries no operation in account_state_event while a deposit and an order happen',
  needs: { ...CLAIMED, control: ['account.deposit'] },
  waitMs: STANDARD_INTERVAL_MS,
  async run(t) {
    const events = await subscribed(t);
    const { submission } = await t.account.openOrder();
    await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '7' });
    const beat = await nextBeat(t, events, events.received.at(-1)?.record);
    const transactions = events.of('transaction_event');
    t.expect.that(transactions.length === 0, {
      expected: 'no transaction_event on a connection that subscribed to account_state alone',
      actual: `${transactions.length} of them`,
      evidence: [beat.record, ...transactions.map(({ record }) => record)],
    });
    const texts = events
      .of('account_state_event')
      .map((message) => ({ record: message.record, text: JSON.stringify(message.message) }));
    const bearing = texts.filter(
      ({ text }) => text.includes(String(submission.operationId)) || text.includes(submission.key),
    );
    t.expect.that(bearing.length === 0, {
      expected: 'no identifier of an operation in account_state_event',
      actual: `${bearing.length} messages name the order's operation`,
      evidence: [beat.record, ...bearing.map(({ record }) => record)],
    });
  },
});

scenario({
  id: 'account-state.no-operations/deposits-between-messages',
  title: 'keeps to its interval when deposits are booked right after a message',
  needs: { ...CLAIMED, control: ['account.deposit'] },
  waitMs: 2 * STANDARD_INTERVAL_MS,
  async run(t) {
    const events = await subscribed(t);
    let before = await nextBeat(t, events);
    const gaps: number[] = [];
    const evidence = [before.record];
    // One message out of step may have reasons of its own; a message after each deposit is a message about deposits.
    for (let n = 0; n < 2; n++) {
      await t.control('account.deposit', { account_id: t.account.id, kind: 'balance', amount: '7' });
      const beat = await nextBeat(t, events, before.record);
      gaps.push((beat.atNs - before.atNs) / 1e6);
      evidence.push(beat.record);
      if ((gaps.at(-1) ?? 0) >= SHORTEST_MS) break;
      before = beat;
    }
    t.expect.that(
      gaps.some((gap) => gap >= SHORTEST_MS),
      {
        expected: `messages at least ${SHORTEST_MS} ms apart, deposits or not`,
        actual: `${gaps.map(Math.round).join(' and ')} ms, each after a deposit`,
        evidence,
      },
    );
  },
});

scenario({
  id: 'account-state.agrees-with-snapshot/quiet-account',
  title: 'shows the same balance as the snapshot of an account where nothing happens',
  needs: CLAIMED,
  waitMs: STANDARD_INTERVAL_MS,
  async run(t) {
    const beat = await nextBeat(t, await subscribed(t));
    const state = await t.account.state();
    const balance = beat.view.balance;
    if (typeof balance !== 'string' || readDecimal(balance) === undefined) {
      return t.inconclusive('the event shows no balance as a decimal string', [beat.record]);
    }
    t.expect.at(state.record, '/view/accountState/balance', 'sameDecimal', balance);
  },
});

scenario({
  id: 'account-state.entity-figures/in-a-transaction',
  title: 'shows balance, equity and used_margin in the account state of a transaction event',
  requirements: ['numbers.money-strings-in-transactions'],
  async run(t) {
    const events = await t.account.transactions();
    const { submission } = await t.account.openOrder();
    const event = await events.resultOf(submission);
    if (event === undefined)
      return t.inconclusive('no transaction_event of the order arrived', [submission.exchange.record]);
    for (const member of ACCOUNT_FIGURES) t.expect.at(event.record, `/view/accountState/${member}`, 'present', null);
  },
});
