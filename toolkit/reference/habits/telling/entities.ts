// Legal ways of writing ACKs, entities, account states, conditions and HMR periods: members beyond those that are stated,
// and how they lie (interface 2.1 to 2.5).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray } from '../../../payload/json-kind.js';
import {
  among,
  answering,
  everyObject,
  type Habit,
  objectOr,
  only,
  renamed,
  speakingOf,
  stating,
  statingApart,
  without,
} from '../algebra/index.js';

const everywhere = among('extra-members', '2', [
  'ack-extra',
  'entity-fields',
  'account-state-entity',
  'conditions-extra',
  'snapshot-extra',
  'envelope-extra',
]);
const ack = among('ack-members', '2.1', ['ack-extra']);
const members = among('entity-members', '2.2', ['entity-fields']);
const times = among('entity-times', '2.2', ['entity-fields', 'date-fields']);
const amounts = among('deal-amounts', '2.2', ['entity-fields']);
const states = among('entity-states', '2.2', ['entity-fields', 'transitions']);
const requestKeys = among('entity-request-keys', '2.2', ['entity-fields']);
const states23 = among('account-state-members', '2.3', ['account-state-entity']);
const conditions = among('condition-members', '2.4', ['conditions-extra']);
const digits = among('point-digits-form', '2.4', ['point-digits-type']);
const periods = among('hmr-period-members', '2.5', ['hmr-period-fields']);
const concerned = among('hmr-period-instruments', '2.5', ['hmr-period-fields']);

const ACK = ['operation_id', 'client_request_id'];
const FIGURES = ['balance', 'equity', 'used_margin'];
const CONDITIONS = ['instrument', 'symbol', 'volume_min', 'volume_max', 'volume_step', 'point_digits'];
const PERIOD = ['period_id', 'instruments', 'pid', 'concerns', 'key', 'symbols'];
const TIMES = ['created_at', 'closed_at', 'placed', 'opened', 'ended', 'booked'];
const UNTIMED = { order: { time: null }, position: { time: null }, deal: { time: null } };
const UNKEYED = { entities: { order: { clientRequestId: null } } };
const STATELESS = { entities: { order: { state: null }, position: { state: null } } };

export const entityHabits: readonly Habit[] = [
  everywhere('extra-members-nowhere', {
    summary: 'No object has members that a reader could not expect.',
    behaviour: { extraMembers: false },
  }),
  everywhere('extra-members-everywhere', {
    summary: 'Every object has a member that nobody expects.',
    behaviour: { extraMembers: true },
  }),
  ack('ack-bare', {
    summary: 'An ACK has the two members that are shown and no other.',
    speech: answering('ack', (body) => only(objectOr(body, {}), ...ACK)),
  }),
  ack('ack-with-more', {
    summary: 'An ACK tells when it was given, where the status can be read and where the request was taken.',
    speech: answering('ack', (body) => ({
      ...objectOr(body, {}),
      accepted_at: '2026-01-05T10:00:00+00:00',
      links: { status: '/operations' },
      node: 7,
    })),
  }),
  ack('ack-with-a-status', {
    summary:
      'An ACK has the members of a result, without a result: a word for the phase, a null error, a null payload.',
    speech: answering('ack', (body) => ({
      status: 'accepted',
      error_code: null,
      error_message: null,
      payload: null,
      ...objectOr(body, {}),
    })),
  }),
  members('entities-with-more', {
    summary: 'Orders, deals and positions have further figures, notes and lists.',
    speech: (speech) => [withMore.order, withMore.position, withMore.deal].reduce((said, edit) => edit(said), speech),
  }),
  times('entities-without-times', {
    summary: 'Orders, deals and positions say nothing of when they came about.',
    speech: (speech) =>
      (['order', 'position', 'deal'] as const).reduce(
        (said, sort) => speakingOf(sort, (entity) => without(entity, ...TIMES))(said),
        speech,
      ),
    stated: stating({ entities: UNTIMED }),
    costs: [
      { checks: 'history.*', verdict: 'inconclusive', because: 'show no' },
      { checks: 'time.moment-is-utc/*', verdict: 'not-applicable', because: 'it shows no time as text' },
      { checks: 'time.*', verdict: 'inconclusive', because: 'nothing that could be judged' },
      { checks: 'time.*', verdict: 'not-applicable', because: 'nothing that this checker could judge' },
    ],
  }),
  states('entities-without-states', {
    summary: 'Orders and positions say nothing of their state.',
    speech: (speech) => stateless('order')(stateless('position')(speech)),
    stated: stating(STATELESS),
    costs: [
      { checks: 'history.closed-orders/of-a-close', verdict: 'not-applicable', because: 'shows no executed order' },
      { checks: 'history.closed-orders/sltp-order', verdict: 'not-applicable', because: 'no event announces the end' },
      // An order that is told once more may have ended.
      ...[
        'idempotency.conflict-any-member/cancellation-of-another-order',
        'subscriptions.transactions-snapshot-orders/*',
      ].map((checks) => ({ checks, verdict: 'inconclusive', because: 'the target ended' }) as const),
    ],
  }),
  states('orders-working-and-done', {
    summary: 'Orders and positions have states of other names.',
    speech: (speech) => inOtherStates('order')(inOtherStates('position')(speech)),
    stated: stating({
      words: {
        orderState: { pending: 'working', filled: 'done', cancelled: 'withdrawn', expired: 'lapsed' },
        positionState: { open: 'held', closed: 'settled' },
      },
    }),
  }),
  amounts('deals-without-amounts', {
    summary:
      'Deals do not tell by how much they changed the balance, as where profit, commission and swap are told apart.',
    speech: speakingOf('deal', (deal) => without(deal, 'amount', 'cash')),
    stated: stating({ entities: { deal: { amount: null } } }),
    costs: [
      { checks: 'transactions.balance-arithmetic/journal-balances', verdict: 'not-applicable', because: 'nothing' },
      {
        checks: 'domain.events-lead-to-snapshot/balance-of-a-close',
        verdict: 'not-applicable',
        because: 'the same figure before and after',
      },
    ],
  }),
  requestKeys('orders-without-request-keys', {
    summary: 'Orders do not tell under which key they were asked for.',
    speech: speakingOf('order', (order) => without(order, 'client_request_id', 'wished_by')),
    stated: stating(UNKEYED),
  }),
  states23('account-state-bare', {
    summary: 'An account state has the three figures and no other member.',
    speech: speakingOf('account_state', (state) => only(state, ...FIGURES)),
  }),
  states23('account-state-with-more', {
    summary: 'An account state tells the free margin, the margin level and the credit besides.',
    speech: speakingOf('account_state', (state) => ({
      free_margin: '1.00',
      margin_level: null,
      credit: 0,
      ...state,
    })),
  }),
  conditions('conditions-bare', {
    summary: 'A condition object has the four members and the name of its instrument.',
    speech: speakingOf('conditions', (one) => only(one, ...CONDITIONS)),
  }),
  conditions('conditions-with-more', {
    summary: 'A condition object tells trade mode, sessions and sizes besides.',
    speech: speakingOf('conditions', (one) => ({
      trade_mode: 'full',
      contract_size: 100_000,
      volume_digits: 2,
      sessions: [{ day: 1, from: '00:00', to: '24:00' }],
      ...one,
    })),
  }),
  digits('point-digits-number', {
    summary: 'The digits of a price are a JSON number.',
    speech: speakingOf('conditions', (one) => ({ ...one, point_digits: Number(one['point_digits']) })),
  }),
  digits('point-digits-text', {
    summary: 'The digits of a price are text.',
    speech: speakingOf('conditions', (one) => ({ ...one, point_digits: String(one['point_digits']) })),
  }),
  periods('hmr-periods-bare', {
    summary: 'An HMR period has its identifier and its instruments and no other member.',
    speech: speakingOf('hmr_period', (one) => only(one, ...PERIOD)),
    costs: [
      { checks: 'time.format-in-events/of-periods', verdict: 'inconclusive', because: 'nothing that could be judged' },
      { checks: 'time.format-in-events/journal-period-times', verdict: 'not-applicable', because: 'nothing that this' },
      { checks: 'hmr.updates-add-up/changed-times', verdict: 'not-applicable', because: 'periods show no times' },
      { checks: 'time.moment-is-utc/periods-*', verdict: 'not-applicable', because: 'periods show no start' },
    ],
  }),
  periods('hmr-periods-with-more', {
    summary: 'An HMR period tells its margin rates, its reason and that it is flexible.',
    speech: speakingOf('hmr_period', (one) => ({ ...one, margin_rate: '0.2', reason: null, flexible: false })),
  }),
  concerned('hmr-periods-under-other-names', {
    summary: 'An HMR period calls its identifier and its instruments by other names.',
    speech: speakingOf('hmr_period', (one) =>
      renamed(one, { period_id: 'key', pid: 'key', instruments: 'symbols', concerns: 'symbols' }),
    ),
    stated: stating({ entities: { hmrPeriod: { id: '/key', instruments: '/symbols' } } }),
  }),
  concerned('hmr-periods-with-names', {
    summary: 'An HMR period lists its instruments by name.',
    speech: speakingOf(
      'hmr_period',
      instrumentsAs((names) => names),
    ),
  }),
  concerned('hmr-periods-with-objects', {
    summary: 'An HMR period lists its instruments as objects.',
    speech: speakingOf(
      'hmr_period',
      instrumentsAs((names) => names.map((name) => ({ code: name, rate: '0.1' }))),
    ),
    stated: stating({ entities: { hmrPeriod: { instrumentName: '/code' } } }),
  }),
  concerned('hmr-periods-with-a-map', {
    summary: 'An HMR period has its instruments as a map by name.',
    speech: speakingOf(
      'hmr_period',
      instrumentsAs((names) => Object.fromEntries(names.map((name) => [name, { rate: '0.1' }]))),
    ),
    stated: statingApart({
      default: {
        entities: { hmrPeriod: { instruments: { at: '/instruments', form: 'map' }, instrumentName: '@key' } },
      },
      contrary: { entities: { hmrPeriod: { instruments: { at: '/concerns', form: 'map' }, instrumentName: '@key' } } },
    }),
  }),
];

const withMore = {
  order: speakingOf('order', (one) => ({
    comment: '',
    expires_at: null,
    filled: '0',
    magic: 12,
    tags: ['api'],
    ...one,
  })),
  position: speakingOf('position', (one) => ({ swap: '0.00', profit: '-1.50', mark: 1.5, closes: [], ...one })),
  deal: speakingOf('deal', (one) => ({ commission: '-0.10', entry: 'in', fee: null, ticket: 9, ...one })),
};

function stateless(sort: 'order' | 'position'): ReturnType<typeof speakingOf> {
  return speakingOf(sort, (entity) => without(entity, 'state', 'phase'));
}

const OTHER_STATES: Readonly<Record<string, string>> = {
  pending: 'working',
  filled: 'done',
  cancelled: 'withdrawn',
  expired: 'lapsed',
  open: 'held',
  closed: 'settled',
  RESTING: 'working',
  EXECUTED: 'done',
  LAPSED: 'lapsed',
  WITHDRAWN: 'withdrawn',
  LIVE: 'held',
  FLAT: 'settled',
};

function inOtherStates(sort: 'order' | 'position'): ReturnType<typeof speakingOf> {
  return speakingOf(sort, (entity) =>
    Object.fromEntries(
      Object.entries(entity).map(([name, value]) => [
        name,
        name === 'state' || name === 'phase' ? (OTHER_STATES[String(value)] ?? value) : value,
      ]),
    ),
  );
}

/** Writes the instruments of a period anew from their names. */
function instrumentsAs(write: (names: readonly string[]) => JsonValue): (period: JsonObject) => JsonObject {
  return (period) =>
    Object.fromEntries(
      Object.entries(period).map(([name, value]) => [
        name,
        (name === 'instruments' || name === 'concerns') && isJsonArray(value) ? write(value.map(nameOf)) : value,
      ]),
    );
}

/** A name as it is, or the one that lies in an object. */
function nameOf(instrument: JsonValue): string {
  let name = typeof instrument === 'string' ? instrument : '';
  everyObject(instrument, (object) => {
    if (typeof object['code'] === 'string') name = object['code'];
    return object;
  });
  return name;
}
