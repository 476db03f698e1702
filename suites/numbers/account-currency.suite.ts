// Monetary values are in the currency of the account (interface 1, rule 6; 2.3): what is booked in it is what the figures grow by, on
// every surface, also on an account whose currency is worth something else than that of most.
import {
  add,
  compare,
  type Decimal,
  equals,
  multiply,
  parseDecimal,
  subtract,
  toText,
} from '../../toolkit/decimal/index.js';
import type { AccountStateView } from '../../toolkit/profile/dialect/views.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { figureOf } from '../words/figures.js';
import { balanceEventOf, requireSoleChange } from '../words/streams/balance-event.js';
import { awaitBeat, nextBeat } from '../words/streams/beats.js';
import { costlyPosition, figureIn } from '../words/streams/current-figures.js';

const NEEDS = { accounts: 0, control: ['account.deposit'] } as const;
const DINAR = { code: 'KWD', digits: 3 };
const AMOUNT = '100';

type Transactions = Awaited<ReturnType<Account['transactions']>>;

interface Shown {
  readonly state: AccountStateView | undefined;
  readonly record: number;
}

/** A surface of account states, before a deposit and after it. */
interface Surface {
  readonly slug: string;
  readonly words: string;
  readonly claims: readonly 'accountStateEvents'[];
  readonly deposited: (t: CheckContext, account: Account) => Promise<{ readonly before: Shown; readonly after: Shown }>;
}

const SURFACES: readonly Surface[] = [
  {
    slug: 'transaction-event',
    words: 'the event of the deposit',
    claims: [],
    deposited: async (t, account) => {
      const events = await account.transactions();
      const before = await snapshotOf(account);
      const event = await depositOn(t, account, events);
      return { before, after: { state: event.view.accountState, record: event.record } };
    },
  },
  {
    slug: 'snapshot',
    words: 'the snapshot after it',
    claims: [],
    deposited: async (t, account) => {
      const events = await account.transactions();
      const before = await snapshotOf(account);
      await depositOn(t, account, events);
      const after = await snapshotOf(account);
      await requireSoleChange(t, events, { account });
      return { before, after };
    },
  },
  {
    slug: 'account-state-event',
    words: 'the account state after it',
    claims: ['accountStateEvents'],
    deposited: async (t, account) => {
      const transactions = await account.transactions();
      const events = await account.subscribed('account_state');
      const first = await awaitBeat(t, events);
      const { record } = await depositOn(t, account, transactions);
      // The first after the event may have been on its way already.
      const next = await awaitBeat(t, events, record);
      const last = (await nextBeat(t, events, next.record)) ?? next;
      await requireSoleChange(t, transactions, { account });
      return { before: { state: first.view, record: first.record }, after: { state: last.view, record: last.record } };
    },
  },
];

for (const { slug, words, claims, deposited } of SURFACES) {
  scenario({
    id: `numbers.money-in-account-currency/${slug}`,
    title: `shows in ${words} a balance that has grown by what was booked in a currency of its own worth`,
    needs: { ...NEEDS, claims },
    waitMs: claims.length > 0 ? 5000 : 0,
    run: (t) =>
      onAccountOf(t, DINAR, async (account) => {
        const { before, after } = await deposited(t, account);
        expectGrown(t, 'balance', before, after);
      }),
  });
}

scenario({
  id: 'numbers.money-in-account-currency/equity',
  title: 'shows in the event of a deposit an equity that has grown by what was booked, where no position is open',
  // That equity follows the balance is the meaning of the word, and not said.
  level: 'should',
  needs: NEEDS,
  run: (t) =>
    onAccountOf(t, DINAR, async (account) => {
      const events = await account.transactions();
      const state = await account.state();
      if (state.positions?.length !== 0) t.inconclusive('the account has positions, which move its equity', [state]);
      const event = await depositOn(t, account, events);
      const before = { state: state.accountState, record: state.record };
      expectGrown(t, 'equity', before, { state: event.view.accountState, record: event.record });
    }),
});

/** Far more than what prices move meanwhile, for the smallest position. */
const MUCH = '100000';

scenario({
  id: 'numbers.money-in-account-currency/equity-beside-a-position',
  title:
    'shows in the event of a large deposit an equity that has grown by most of it at least, where a position is open',
  requirements: ['transactions.balance-account-state'],
  // That equity follows the balance is the meaning of the word, and not said.
  level: 'should',
  needs: { claims: ['positions'], control: ['account.deposit'] },
  effort: 'standard',
  async run(t) {
    await costlyPosition(t, await figureIn(t, 'usedMargin'));
    const events = await t.account.transactions();
    const before = await t.account.state();
    const event = await balanceEventOf(t, events, { kind: 'balance', amount: MUCH });
    await requireSoleChange(t, events);
    const [start, end] = [before.accountState, event.view.accountState].map((state) => figureOf(state?.equity));
    if (start === undefined || end === undefined) {
      return t.inconclusive('no equity as a decimal string is shown', [before, event]);
    }
    const isGrown = compare(multiply(subtract(end, start), parseDecimal('2')), parseDecimal(MUCH)) > 0;
    const expected = `equity of about ${MUCH} more than ${toText(start)}`;
    t.expect.that(
      isGrown,
      { expected, actual: toText(end), evidence: [event, before] },
      { also: ['transactions.balance-account-state'] },
    );
  },
});

async function snapshotOf(account: Account): Promise<Shown> {
  const { accountState, record } = await account.state();
  return { state: accountState, record };
}

/** `events`: a stream from before whatever the deposit is compared with, so that it tells of anything else that was booked. */
async function depositOn(t: CheckContext, account: Account, events: Transactions): ReturnType<typeof balanceEventOf> {
  const event = await balanceEventOf(t, events, { kind: 'balance', amount: AMOUNT }, account);
  await requireSoleChange(t, events, { account });
  return event;
}

function expectGrown(t: CheckContext, figure: 'balance' | 'equity', before: Shown, after: Shown): void {
  const read = ({ state, record }: Shown): Decimal =>
    figureOf(state?.[figure]) ?? t.inconclusive(`no ${figure} as a decimal string is shown`, [record]);
  const [start, end] = [read(before), read(after)];
  const expected = add(start, parseDecimal(AMOUNT));
  t.expect.that(equals(end, expected), {
    expected: `${figure} ${toText(expected)}, ${AMOUNT} more than before`,
    actual: toText(end),
    evidence: [after, before],
  });
}
