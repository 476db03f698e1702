// Money and prices where a position is open (interface 1, rule 6; 2.3; 6.1, rule 2): what is reckoned from prices has more digits than a
// currency shows, and a price more than a currency has. Each is written with the digits of its own kind, on every surface.
import { parseDecimal } from '../../toolkit/decimal/index.js';
import { ACCOUNT_FIGURES, type AccountStateView } from '../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../toolkit/profile/profile.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { Account, CheckContext, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { onAccountOf } from '../words/account-of-currency.js';
import { figureOf } from '../words/figures.js';
import { onFinerInstrument } from '../words/finer-instrument.js';
import { awaitBeat, INTERVAL_MS } from '../words/streams/beats.js';
import { lastRecord } from '../words/streams/last-record.js';
import { oddQuotes, quote } from '../words/trading/quotes.js';

const NEEDS: Needs = { accounts: 0, claims: ['positions', 'accountStateEvents'] };

const CURRENCIES = [
  { code: 'JPY', digits: 0, slug: 'currency-without-decimals' },
  { code: 'KWD', digits: 3, slug: 'currency-of-three-decimals' },
] as const;

for (const { code, digits, slug } of CURRENCIES) {
  const words = `a currency of ${digits === 0 ? 'no' : digits} decimals`;
  scenario({
    id: `numbers.money-rounded/beside-a-position-in-a-${slug}`,
    title: `shows no more decimals than ${words} has on any surface while a position is open`,
    needs: NEEDS,
    waitMs: INTERVAL_MS,
    run: (t) => onAccountOf(t, { code, digits }, (account) => expectRounded(t, account, digits)),
  });
}

scenario({
  id: 'numbers.money-rounded/beside-a-position',
  title: 'shows no more decimals than the currency of the account has on any surface while a position is open',
  needs: { ...NEEDS, accounts: 1, facts: ['currencyDigits'] },
  waitMs: INTERVAL_MS,
  run: (t, account) => expectRounded(t, account, digitsIn(t, account)),
});

scenario({
  id: 'numbers.money-rounded/beside-a-moved-price',
  title: 'shows no more decimals than the currency of the account has after the price of an open position has moved',
  needs: { ...NEEDS, accounts: 1, facts: ['currencyDigits'], control: ['market.price'] },
  waitMs: INTERVAL_MS,
  effort: 'standard',
  run: (t, account) =>
    expectRounded(t, account, digitsIn(t, account), async (instrument) => {
      for (const price of await oddQuotes(t, account, instrument)) await quote(t, account, instrument, price);
    }),
});

function digitsIn(t: CheckContext, { currencyDigits }: Account): number {
  return currencyDigits ?? t.inconclusive('the profile says nothing of the decimals of the currency');
}

/** Opens a position, lets something happen to its worth, and judges every account state that is shown from then on. */
async function expectRounded(
  t: CheckContext,
  account: Account,
  digits: number,
  happen: (instrument: ProfileInstrument) => Promise<void> = async () => {},
): Promise<void> {
  const events = await account.transactions();
  const streamed = await account.subscribed('account_state');
  const instrument = account.instrument();
  const { result } = await account.openPosition({ instrument, side: 'buy' }, { events });
  await happen(instrument);
  const beat = await awaitBeat(t, streamed, lastRecord(streamed));
  const state = await account.state();
  const second = await account.openPosition({ instrument, side: 'buy' }, { events });
  const shown: readonly Recorded<{ readonly of: AccountStateView | undefined; readonly at: string }>[] = [
    { of: beat.view, at: '/view', record: beat.record },
    { of: state.accountState, at: '/view/accountState', record: state.record },
    ...[result, second.result].flatMap(({ event, record }) =>
      event === undefined ? [] : [{ of: event.accountState, at: '/view/accountState', record }],
    ),
  ];
  let judged = 0;
  for (const { of, at, record } of shown) {
    for (const member of ACCOUNT_FIGURES) {
      if (typeof of?.[member] !== 'string') continue;
      t.expect.at(record, `${at}/${member}`, 'fractionDigitsAtMost', digits);
      judged += 1;
    }
  }
  if (judged === 0) t.inconclusive('no surface shows figures of the account as decimal strings', [beat, state]);
}

const VIEWS = ['deals', 'positions'] as const;

for (const { id, view } of [
  { id: 'numbers.price-precision-by-instrument/deals-of-market-executions', view: 'deals' },
  { id: 'numbers.price-precision-by-instrument/positions-of-market-executions', view: 'positions' },
] as const satisfies readonly { readonly id: CheckId; readonly view: (typeof VIEWS)[number] }[]) {
  scenario({
    id,
    title: `shows the prices of ${view} with the digits that their instrument has, and not with those of the currency`,
    needs: { accounts: 0, claims: ['positions'], control: ['market.price'] },
    async run(t) {
      await onFinerInstrument(t, async ({ account, instrument, digits, currency }) => {
        const events = await account.transactions();
        const quotes = await oddQuotes(t, account, instrument);
        const shown: { readonly price: string; readonly record: number }[] = [];
        for (const price of quotes) {
          await quote(t, account, instrument, price);
          const { result } = await account.openPosition({ instrument, side: 'buy' }, { events });
          const of = result.event?.[view]?.find((one) => (one.price ?? null) !== null)?.price;
          if (typeof of === 'string') shown.push({ price: of, record: result.record });
        }
        if (shown.length === 0) t.notApplicable(`${view} show no price`);
        if (shown.length < quotes.length) t.inconclusive('not every execution showed its price', shown);
        // A mark-up may make any digit of one price a zero, and not that of three prices that end otherwise.
        t.expect.that(
          shown.some(({ price }) => fractionOf(price) > currency),
          {
            expected: `prices with ${digits} digits, near ${quotes.join(', ')}`,
            actual: `${shown.map(({ price }) => price).join(', ')}: none with more than ${currency}`,
            evidence: shown,
          },
        );
      });
    },
  });
}

/** Digits after the point that matter. */
function fractionOf(text: string): number {
  const { coefficient, scale } = figureOf(text) ?? parseDecimal('0');
  const zeros = /0*$/.exec(String(coefficient))?.[0].length ?? 0;
  return Math.max(0, scale - zeros);
}
