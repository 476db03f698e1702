// Faults of figures (interface 1, rule 6): one form, one place, one digit at a time.
import type { Place } from '../../rules/telling/rendering.js';
import { amended } from '../algebra/edits.js';
import { type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';
import { on, WORDS } from './surfaces.js';

const moneyStringsInAccountState = violating('1', ['numbers.money-strings-in-account-state']);
const moneyStringsInTransactions = violating('1', ['numbers.money-strings-in-transactions']);
const moneyRounded = violating('1', ['numbers.money-rounded']);
const volumePrecisionByInstrument = violating('1', [
  'numbers.volume-precision-by-instrument',
  'numbers.decimals-exact',
]);
const priceStringsInEvents = violating('1', ['numbers.price-strings-in-events', 'numbers.price-strings-in-snapshots']);

type Where = (place: Place) => boolean;
/** Money, volume or price as a JSON number in one place. */
const money = (where: Where): Edits => ({
  renderMoney: amended((text, _amount, _digits, place) => (where(place) ? Number(text) : text)),
});
const volumes = (where: Where): Edits => ({
  renderVolume: amended((text, _volume, _digits, place) => (where(place) ? Number(text) : text)),
});
const prices = (where: Where): Edits => ({
  renderPrice: amended((text, _price, _digits, place) => (where(place) ? Number(text) : text)),
});

const isAccountState = (place: Place): boolean => place.in === 'account_state_event';
const isTransaction = (place: Place): boolean => place.in === 'transaction_event';

/** Accounts of three decimals are those in dinars, which are worth more. */
const dollars = (where: Where): Edits => ({
  renderMoney: (honest) => (amount, digits, place) =>
    digits === 3 && place.of === 'account_state' && where(place)
      ? honest({ coefficient: (amount.coefficient * 325n) / 100n, scale: amount.scale }, digits, place)
      : honest(amount, digits, place),
});

export const figureFaults: readonly Fault[] = [
  ...(
    [
      ['transactions', 'transaction events', isTransaction],
      ['snapshots', 'snapshots', on('snapshots')],
      ['account-state', 'account state events', isAccountState],
    ] as const
  ).map(([word, words, where]) =>
    violating('1', ['numbers.money-in-account-currency'])(`money-in-dollars-in-${word}`, {
      summary: `The account state of an account in dinars is in dollars in ${words}.`,
      needs: 'account.deposit',
      ...dollars(where),
    }),
  ),
  violating('1', ['numbers.money-in-account-currency'])('equity-in-dollars', {
    summary: 'The equity of an account in dinars is in dollars, its balance is not.',
    // That equity follows the balance is not said.
    level: 'should',
    needs: 'account.deposit',
    ...dollars(({ member }) => member === 'equity'),
  }),
  moneyStringsInAccountState('money-numbers-in-account-state', {
    summary: 'The figures of account state events are JSON numbers.',
    ...money(isAccountState),
  }),
  moneyStringsInAccountState('used-margin-number-in-account-state', {
    summary: 'used_margin of account state events is a JSON number, balance and equity are strings.',
    ...money((place) => isAccountState(place) && place.member === 'used_margin'),
  }),
  moneyStringsInTransactions('money-numbers-in-transactions', {
    summary: 'Monetary values in transaction events are JSON numbers.',
    ...money(isTransaction),
  }),
  moneyStringsInTransactions('deal-amount-number-in-transactions', {
    summary: 'The amount of a deal is a JSON number in transaction events.',
    ...money((place) => isTransaction(place) && place.of === 'deal'),
  }),
  violating('1', ['numbers.money-strings-in-snapshots'])('money-numbers-in-snapshots', {
    summary: 'Monetary values in snapshots are JSON numbers.',
    ...money(on('snapshots')),
  }),
  violating('1', ['numbers.money-strings-in-history'])('money-numbers-in-history', {
    summary: 'Monetary values in history are JSON numbers.',
    ...money(on('history')),
  }),
  ...(['events', 'snapshots', 'history'] as const).flatMap((surface) => [
    violating('1', [`numbers.volume-strings-in-${surface}`])(`volume-numbers-in-${surface}`, {
      summary: `Volumes in ${WORDS[surface]} are JSON numbers.`,
      ...volumes((place) => on(surface)(place) && place.of !== 'conditions'),
    }),
    violating('1', [`numbers.price-strings-in-${surface}`])(`price-numbers-in-${surface}`, {
      summary: `Prices in ${WORDS[surface]} are JSON numbers.`,
      ...prices(on(surface)),
    }),
  ]),
  violating('1', ['numbers.price-strings-in-events'])('stop-loss-number-in-events', {
    summary: 'stop_loss_price is a JSON number in events, other prices are strings.',
    ...prices((place) => isTransaction(place) && place.member === 'stop_loss_price'),
  }),
  moneyRounded('money-with-four-decimals', {
    summary: 'Monetary values have four decimals whatever the currency.',
    renderMoney: (honest) => (amount, digits, place) => {
      const text = String(honest(amount, digits, place));
      return `${text}${text.includes('.') ? '' : '.'}${'1'.repeat(4 - Math.min(digits, 3))}`;
    },
  }),
  moneyRounded('money-with-two-decimals-at-most', {
    summary: 'Monetary values are rounded to two decimals, also in a currency that has three.',
    renderMoney: (honest) => (amount, digits, place) => honest(amount, Math.min(digits, 2), place),
  }),
  moneyRounded('money-of-dinars-to-five-units', {
    summary: 'Monetary values in a currency of three decimals are rounded to the next five of the last of them.',
    renderMoney: (honest) => (amount, digits, place) =>
      digits === 3 && amount.scale === 3
        ? honest({ coefficient: ((amount.coefficient + 2n) / 5n) * 5n, scale: 3 }, digits, place)
        : honest(amount, digits, place),
  }),
  moneyRounded('equity-unrounded-beside-positions', {
    summary: 'The equity of an account with a position open has five decimals.',
    change: sharing(
      () => ({ isMoved: false }),
      (memory) => ({
        equityOf: amended((equity, _balance, unrealised) => {
          memory.isMoved = unrealised !== 0n;
          return equity;
        }),
        renderMoney: amended((text, _amount, digits, place) =>
          memory.isMoved && place.member === 'equity' ? withFiveDecimals(String(text), digits) : text,
        ),
      }),
    ),
  }),
  violating('6.1', ['transactions.balance-arithmetic'])('amounts-below-one-lose-their-sign', {
    summary: 'Amounts of deals between minus one and zero are shown without their sign.',
    needs: 'account.deposit',
    renderMoney: amended((answer, _amount, _digits, { of }) =>
      of === 'deal' && typeof answer === 'string' ? answer.replace(/^-0\./, '0.') : answer,
    ),
  }),
  moneyRounded('money-with-two-decimals-always', {
    summary: 'Monetary values have two decimals, also in a currency that has none.',
    renderMoney: amended((answer, _amount, digits) => (digits === 0 ? `${answer}.01` : answer)),
  }),
  ...(['deal', 'position'] as const).map((entity) =>
    violating('1', ['numbers.price-precision-by-instrument'])(`${entity}-prices-with-the-digits-of-the-currency`, {
      summary: `The prices of ${entity}s are rounded to two decimals whatever the instrument.`,
      needs: 'market.price',
      renderPrice: amended((answer, _price, _digits, place) =>
        place.of === entity && place.member === 'price' ? Number(answer).toFixed(2) : answer,
      ),
    }),
  ),
  violating('1', ['numbers.price-precision-by-instrument', 'numbers.decimals-exact', 'orders.parameters-kept'])(
    'prices-with-the-digits-of-the-currency',
    {
      summary: 'Prices are rounded to two decimals whatever the instrument.',
      renderPrice: amended((answer) => Number(answer).toFixed(2)),
    },
  ),
  volumePrecisionByInstrument('volumes-with-the-digits-of-the-currency', {
    summary: 'Volumes are rounded to two decimals whatever the instrument.',
    renderVolume: amended((answer, _volume, _digits, place) =>
      place.of === 'conditions' ? answer : Number(answer).toFixed(2),
    ),
  }),
  violating('1', ['numbers.decimals-exact'])('volumes-through-single-precision', {
    summary: 'Volumes pass through a float of 32 bits on their way out.',
    renderVolume: amended((answer, _volume, _digits, place) =>
      place.of === 'conditions' ? answer : String(Math.fround(Number(answer))),
    ),
  }),
  priceStringsInEvents('prices-with-thousands-separators', {
    summary: 'Prices are written for people, with a comma between thousands.',
    renderPrice: amended((answer) => String(answer).replace(/^(\d+?)(\d{3})(?=\.|$)/, '$1,$2')),
  }),
];

function withFiveDecimals(text: string, digits: number): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(digits, '0')}${'37373'.slice(digits)}`;
}
