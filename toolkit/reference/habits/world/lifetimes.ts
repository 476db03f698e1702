// How long and for whom things last: short lives of keys, statuses, history and timestamps, few streams, accounts that
// have traded before, and control actions that reach everybody or come late (interface 4.3; 4.5; 8).
import { among, type Cost, type Habit } from '../algebra/index.js';

const keys = among('key-retention', '8', ['idempotency-retention']);
const status = among('status-retention', '4.3', ['status-retention']);
const history = among('history-retention', '8', ['trading-retention']);
const window = among('timestamp-window', '8', ['timestamp-window']);
const streams = among('streams-per-account', '4.5', ['ws-details']);
const pending = among('pending-maximum', '8', ['pending-maximum']);
const reach = among('control-reach', '1', []);
const openings = among('account-opening', '1', []);
const decimals = among('decimals-of-opened-accounts', '1', []);
const access = among('account-access', '5.3', []);
const pace = among('control-pace', '1', []);
const lifetime = among('stream-lifetime', '6.4', ['ws-details']);
const orders = among('order-lifetime', '3', ['transitions']);
const house = among('house-endings', '3', ['transitions']);
const past = among('past-of-accounts', '1', []);
const conditions = among('conditions-by-themselves', '6.3', []);

const DAY = 86_400_000;

/** What takes longer on one connection than any has. */
const SHORT_STREAMS: readonly Cost[] = [
  { checks: '*', verdict: 'inconclusive', because: 'the target closes every stream after' },
  {
    checks: 'account-state.interval/journal-*',
    verdict: 'not-applicable',
    because: 'nothing that this checker could judge',
  },
];

/** What a check was about to end itself, at every try. */
const ENDED_BEFORE: readonly Cost[] = [
  'the target ended what the check had open',
  'TRADING_RULE_OPERATION_RESTRICTED',
  'the control action',
].map((because) => ({ checks: '*', verdict: 'inconclusive', because }));

export const lifetimeHabits: readonly Habit[] = [
  keys('keys-kept-for-five-seconds', {
    summary: 'Idempotency keys are remembered for five seconds.',
    settings: { idempotencyRetentionMs: 5_000 },
    costs: [{ checks: '*', verdict: 'inconclusive', because: 'its record may have expired' }],
    alone: true,
  }),
  status('status-kept-for-four-seconds', {
    summary: 'The status of an operation is kept for four seconds.',
    settings: { operationRetentionMs: 4_000 },
    costs: [
      { checks: 'guards.reads-unaffected/*', verdict: 'inconclusive', because: 'not retained any more' },
      { checks: '*', verdict: 'inconclusive', because: 'shows no final result' },
    ],
    alone: true,
  }),
  history('history-of-a-day', {
    summary: 'Closed orders and deals are kept for a day.',
    settings: { historyRetentionMs: DAY },
  }),
  past('accounts-with-a-past', {
    summary: 'Every account has traded for four months: its history has many pages and every kind of entry.',
    alone: true,
    settings: { past: 400, historyRetentionMs: 365 * DAY },
  }),
  lifetime('streams-of-five-seconds', {
    summary: 'A stream is closed after five seconds, whatever happens on it.',
    alone: true,
    limits: { streamLifetimeMs: 5_000 },
    costs: SHORT_STREAMS,
  }),
  lifetime('streams-of-half-a-minute', {
    summary: 'A stream is closed after half a minute, whatever happens on it.',
    alone: true,
    limits: { streamLifetimeMs: 30_000 },
    costs: SHORT_STREAMS,
  }),
  lifetime('streams-of-nodes-emptied-in-turn', {
    summary:
      'Three nodes are emptied in turn, one every six seconds, and close their streams in order, whatever their age.',
    alone: true,
    limits: { drainMs: 6_000 },
    // What takes longer than a node has left is cut each time.
    costs: [
      ...SHORT_STREAMS,
      ...['arrived', 'within', 'the connection'].map((because) => ({
        checks: '*',
        verdict: 'inconclusive' as const,
        because,
      })),
    ],
  }),
  window('window-of-two-seconds-and-a-half', {
    summary: 'A timestamp may be two and a half seconds old.',
    settings: { timestampWindowMs: 2_500 },
    alone: true,
  }),
  orders('orders-good-for-seconds', {
    summary: 'A pending order is good for one and a half to six seconds; then the platform ends it as expired.',
    settings: { pendingOrdersLiveMs: [1_500, 6_000] },
    // What takes longer than any of its orders has.
    costs: [{ checks: '*', verdict: 'inconclusive', because: 'an order of the check expired meanwhile' }],
    alone: true,
  }),
  house('house-cancels-orders', {
    summary: 'A risk desk cancels one of nine pending orders by itself, a moment after it was placed.',
    settings: { houseCancelsOneOf: 9 },
    costs: ENDED_BEFORE,
    alone: true,
  }),
  house('house-closes-positions', {
    summary: 'A risk desk closes one of seven positions by itself, a moment after it was opened.',
    settings: { houseClosesOneOf: 7 },
    costs: ENDED_BEFORE,
    alone: true,
  }),
  conditions('conditions-sway', {
    summary: 'The largest volume of an instrument changes by itself every second and a half.',
    settings: { conditionsChangeEveryMs: 1_500 },
    // What takes longer than the conditions last.
    costs: [{ checks: '*', verdict: 'inconclusive', because: 'changed while the check relied on them' }],
    alone: true,
  }),
  streams('two-streams-per-account', {
    summary: 'An account has two streams; a third ends the oldest.',
    settings: { connectionsPerAccount: 2 },
    behaviour: { streamBeyond: 'oldest-ends' },
    costs: [{ checks: '*', verdict: 'inconclusive', because: 'the target allows 2 streams per account' }],
    alone: true,
  }),
  pending('pending-orders-at-most-25', {
    summary: 'An account may have twenty-five pending orders.',
    settings: { pendingOrdersPerAccount: 25 },
  }),
  pending('pending-orders-at-most-5', {
    summary: 'An account may have five pending orders.',
    alone: true,
    settings: { pendingOrdersPerAccount: 5 },
    costs: [
      { checks: '*', verdict: 'inconclusive', because: 'TRADING_RULE_TOO_MANY_PENDING_ORDERS' },
      { checks: '*after-many-orders', verdict: 'inconclusive', because: 'ended rejected' },
    ],
  }),
  reach('controls-for-everybody', {
    summary: 'What control actions change of instruments and of the service, they change for every account.',
    alone: true,
    profile: ({ control, ...profile }) => ({
      ...profile,
      control: Object.fromEntries(Object.entries(control).map(([name, { scope: _, ...binding }]) => [name, binding])),
    }),
  }),
  openings('accounts-opened-late', {
    summary:
      'An account that control opens is there up to four seconds later, for reads, then for trades, then for streams.',
    alone: true,
    settings: { accountsOpenIn: [200, 4_000] },
  }),
  access('opened-accounts-for-the-main-key', {
    summary:
      'An account that control opens is for the main key alone; the other keys may use the accounts from before.',
    behaviour: { openedAccountsFor: 'main-key' },
  }),
  decimals('decimals-as-the-service-knows-them', {
    summary:
      'An account that control opens has the decimals that the service knows of its currency, whatever was asked for.',
    behaviour: { decimalsOfOpened: 'known' },
  }),
  pace('prices-at-the-next-tick', {
    summary: 'A price that control sets is there with a later tick, and the profile does not say so.',
    alone: true,
    settings: { controlsTake: [100, 700], lateControls: ['market.price'] },
    profile: ({ timing: { controlMs: _, ...timing }, ...profile }) => ({ ...profile, timing }),
  }),
  pace('quotas-that-come-back-while-controls-are-late', {
    summary:
      'A quota is used up up to two seconds after the answer of the control action that does it, and comes back by itself two seconds later.',
    alone: true,
    settings: { controlsTake: [0, 2_000], lateControls: ['limits.exhaust'], exhaustionLastsMs: 2_000 },
    profile: ({ timing: { controlMs: _, ...timing }, ...profile }) => ({ ...profile, timing }),
  }),
  pace('controls-late-as-stated', {
    summary: 'Control actions take effect half a second after their answers, and the profile says so.',
    alone: true,
    settings: { controlsTake: [500, 500] },
    profile: (profile) => ({ ...profile, timing: { ...profile.timing, controlMs: 700 } }),
  }),
];
