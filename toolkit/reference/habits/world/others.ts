// What else goes on at a correct service (interface 2.2; 6; 8): others trade, settings follow after a moment.
import { always, amended, instead } from '../../faults/algebra/edits.js';
import { among, type Cost, type Habit } from '../algebra/index.js';

const interval = among('account-state-interval', '8', []);
const company = among('other-clients', '1', []);
const nets = among('positions-of-an-instrument', '3', ['transitions']);
const identifiers = among('operation-identifiers', '2.1', ['account-id-format']);
const pending = among('pending-maximum', '8', ['pending-maximum']);
const forms = among('volume-form', '4.1', ['decimal-grammar']);
const control = among('control-pace', '1', []);

const WARNED: readonly Cost[] = ['ms', 'the standard interval'].map((because) => ({
  checks: 'account-state.interval/*',
  verdict: 'warning',
  because,
}));

/** A check that waits for many of them. */
const FEW: Cost = {
  checks: 'account-state.interval/*',
  verdict: 'inconclusive',
  because: 'no account_state_event within',
};

/** Of checks that ended before the run knew how late the control actions are, and were not among those that it tried again. */
const NOT_UNDONE_YET: readonly Cost[] = ['ACCOUNT_DISABLED', 'ACCOUNT_CLOSE_ONLY', 'show the same equity'].map(
  (because) => ({ checks: '*', verdict: 'inconclusive', because }),
);

const SPECULATED: Cost = {
  checks: 'transactions.rejected-changes-nothing/used-margin',
  verdict: 'inconclusive',
  because: 'the account has open orders or positions',
};

function unclear(because: string): Cost {
  return { checks: '*', verdict: 'inconclusive', because };
}

export const otherHabits: readonly Habit[] = [
  nets('positions-netted', {
    summary: 'An account has one position on an instrument: executions add to it, take from it, end it or turn it.',
    rules: { entersInto: amended((_none, _side, there) => there[0]) },
    alone: true,
    costs: [{ checks: '*', verdict: 'not-applicable', because: 'the target keeps one position' }],
  }),
  interval('account-state-every-seven-seconds', {
    summary: 'Account state events come every seven seconds.',
    rules: { accountStateIntervalMs: always(7_000) },
    costs: [...WARNED, FEW],
  }),
  interval('account-state-twice-a-second', {
    summary: 'Account state events come twice a second.',
    rules: { accountStateIntervalMs: always(500) },
    costs: WARNED,
  }),
  company('others-trade', {
    summary: 'Another client places orders on every account and cancels them again.',
    alone: true,
    behaviour: { otherClients: 'trade' },
  }),
  company('others-hedge', {
    summary: 'Another client opens as much on the other side of another instrument beside each position.',
    alone: true,
    behaviour: { otherClients: 'hedge' },
  }),
  company('others-speculate', {
    summary: 'Another client opens a position at the market of every account and closes it again, at any moment.',
    alone: true,
    behaviour: { otherClients: 'speculate' },
    costs: [
      SPECULATED,
      { checks: 'domain.open-orders-in-snapshot/*', verdict: 'inconclusive', because: 'others trade here' },
    ],
  }),
  company('others-right-after-subscriptions', {
    summary:
      'Another client places an order, or cancels it, right after each subscription to the transactions of an account.',
    alone: true,
    behaviour: { otherClients: 'greet' },
    costs: [{ checks: '*', verdict: 'inconclusive', because: 'others trade here' }],
  }),
  company('a-desk-deals', {
    summary:
      'A dealing desk places orders, opens positions and ends both on every account, and its events have no key.',
    alone: true,
    behaviour: { otherClients: 'desk' },
    costs: [SPECULATED],
  }),
  company('a-terminal-deals-in-little', {
    summary: 'Somebody at a terminal does both on every account in the smallest volume, and the events have no key.',
    alone: true,
    behaviour: { otherClients: 'terminal' },
    costs: [SPECULATED, ...['somebody else', 'others trade here', 'meanwhile'].map(unclear)],
  }),
  company('others-mirror', {
    summary: 'Another client opens the very same beside each position, under a key of its own.',
    alone: true,
    behaviour: { otherClients: 'mirror' },
    costs: [SPECULATED, ...['somebody else', 'others trade here', 'meanwhile'].map(unclear)],
  }),
  identifiers('operations-counted', {
    summary: 'The operations of an account are counted: 1, 2, 3.',
    rules: { operationId: instead((serial) => String(serial)) },
  }),
  pending('forty-pending-orders', {
    summary: 'An account may hold 40 pending orders.',
    settings: { pendingOrdersPerAccount: 40 },
  }),
  forms('twelve-digits-at-most', {
    summary: 'A volume of more than twelve fractional digits is refused for its form.',
    rules: { acceptsVolumeForm: amended((accepted, volume) => accepted && fractionOf(volume) <= 12) },
  }),
  forms('four-digits-at-most', {
    summary: 'A volume of more than three fractional digits is refused for its form.',
    rules: { acceptsVolumeForm: amended((accepted, volume) => accepted && fractionOf(volume) <= 3) },
  }),
  ...(
    [
      ['control-takes-a-moment', '200 ms', [200, 200]],
      ['control-takes-two-seconds', 'two seconds', [2000, 2000]],
      ['control-overtakes', 'up to three seconds, the later before the earlier or not,', [0, 3000]],
    ] as const
  ).map(([id, words, controlsTake]) =>
    control(id, {
      summary: `Control actions take effect ${words} after their answers, and the profile does not say so.`,
      alone: true,
      settings: { controlsTake },
      profile: ({ timing: { controlMs: _, ...timing }, ...profile }) => ({ ...profile, timing }),
      costs: [
        // It falls between two handshakes.
        {
          checks: 'guards.disabled-no-events/*',
          verdict: 'inconclusive',
          because: 'handshake of the eventsStream was refused',
        },
        ...(id === 'control-overtakes' ? NOT_UNDONE_YET : []),
      ],
    }),
  ),
];

function fractionOf(volume: unknown): number {
  return typeof volume === 'string' ? (volume.split('.')[1]?.length ?? 0) : 0;
}
