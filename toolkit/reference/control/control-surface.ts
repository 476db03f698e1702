// Control actions on the engine, in process: which call of the engine each action of `toolkit/profile/control/actions.ts` is.
// Errors teach: they name what was expected, what came, and what exists.

import { ProtocolError } from '../../payload/protocol-error.js';
import { BALANCE_KINDS, NEGATIVE_STATUSES } from '../../payload/vocabulary.js';
import type { ControlActionName, ControlSurface } from '../../profile/control/actions.js';
import { quoted } from '../engine/control-values.js';
import type { EngineControls } from '../engine/engine.js';
import { type ControlParams, checkParams } from './control-params.js';

type Result = Readonly<Record<string, string>>;

const TRADE_MODES = ['normal', 'trading_disabled'] as const;
const MUTATIONS = ['placeOrder', 'openPosition', 'closePosition', 'cancelOrder'] as const;
const ACCOUNT_STATUSES = ['normal', 'close_only'] as const;

/** Actions that return something. */
const ASKS = {
  'account.create': (controls, p) => {
    const digits = p.optional('currency_digits') === undefined ? undefined : p.integer('currency_digits');
    const draft = { ...given('currency', p.optional('currency')), ...given('currencyDigits', digits) };
    return { account_id: controls.createAccount({ ...draft, late: true }).id };
  },
  'instrument.add': (controls, p) => ({ instrument: controls.addInstrument(p.account, p.optional('instrument')) }),
  'hmr.upsert': (controls, p) => ({
    period_id: controls.upsertHmr(p.account, p.list('instruments'), {
      ...given('periodId', p.optional('period_id')),
      ...given('startsAtMs', p.optionalTime('starts_at')),
      ...given('endsAtMs', p.optionalTime('ends_at')),
    }),
  }),
} as const satisfies Partial<Record<ControlActionName, (controls: EngineControls, p: ControlParams) => Result>>;

/** Actions that only do something. */
const ACTS: Readonly<
  Record<Exclude<ControlActionName, keyof typeof ASKS>, (controls: EngineControls, p: ControlParams) => void>
> = {
  'account.restrict': (controls, p) =>
    controls.restrictAccount(p.account, {
      ...given('tradeMode', p.optionalOneOf('trade_mode', TRADE_MODES)),
      ...given('accountStatus', p.optionalOneOf('account_status', ACCOUNT_STATUSES)),
    }),
  'account.deposit': (controls, p) => controls.deposit(p.account, p.oneOf('kind', BALANCE_KINDS), p.text('amount')),
  'instrument.update': (controls, p) =>
    controls.updateInstrument(p.account, p.text('instrument'), p.text('volume_max')),
  'instrument.remove': (controls, p) => controls.removeInstrument(p.account, p.text('instrument')),
  'hmr.remove': (controls, p) => controls.removeHmr(p.account, p.text('period_id')),
  'hmr.flexible': (controls, p) => controls.setFlexibleHmr(p.account, p.flag('enabled')),
  'stream.drop': (controls, p) => controls.dropStreams(p.account),
  'stream.stall': (controls, p) => controls.stallStreams(p.account, true),
  'stream.resume': (controls, p) => controls.stallStreams(p.account, false),
  'operation.hold': (controls, p) => controls.holdOperations(p.account),
  'operation.release': (controls, p) => controls.releaseOperations(p.account),
  'operation.fail': (controls, p) =>
    controls.failNextOperation(p.account, p.oneOf('status', NEGATIVE_STATUSES), p.text('error_code')),
  'operation.expire': (controls, p) => controls.expireOperation(p.account, p.text('operation_id')),
  'idempotency.expire': (controls, p) => controls.expireIdempotency(p.account),
  'clock.advance': (controls, p) => controls.advanceClock(p.integer('ms')),
  'service.maintenance': (controls, p) => controls.setMaintenance(p.account, p.flag('enabled')),
  'limits.exhaust': (controls, p) => controls.exhaustLimits(p.account, p.optionalOneOf('request', MUTATIONS)),
  'limits.restore': (controls, p) => controls.restoreLimits(p.account),
  'orders.limit': (controls, p) => controls.limitOrders(p.account, p.integer('count')),
  'orders.unlimit': (controls, p) => controls.limitOrders(p.account, undefined),
  'market.close': (controls, p) => controls.closeMarket(p.account, p.text('instrument'), p.flag('closed')),
  'market.quotes': (controls, p) => controls.setQuotes(p.account, p.text('instrument'), p.flag('available')),
  'market.price': (controls, p) => controls.setPrice(p.account, p.text('instrument'), p.text('bid'), p.text('ask')),
  'account.reset': (controls, p) => controls.resetAccount(p.account),
  'order.cancel': (controls, p) => controls.cancelOrder(p.account, p.text('order_id')),
  'order.fill': (controls, p) => controls.fillOrder(p.account, p.text('order_id')),
  'position.close': (controls, p) => controls.closePosition(p.account, p.text('position_id'), p.optional('volume')),
};

const NAMES = [...Object.keys(ASKS), ...Object.keys(ACTS)];

export function createControlSurface(controls: EngineControls): ControlSurface {
  return {
    has: (name) => NAMES.includes(name),
    scope: () => 'account',
    perform: async (name, params) => {
      if (!NAMES.includes(name)) {
        throw new ProtocolError('control-failed', `unknown control action ${quoted(name)}; known: ${NAMES.join(', ')}`);
      }
      const checked = checkParams(name, params);
      if (isAsk(name)) return ASKS[name](controls, checked);
      ACTS[name](controls, checked);
      return {};
    },
  };
}

function isAsk(name: ControlActionName): name is keyof typeof ASKS {
  return Object.hasOwn(ASKS, name);
}

/** A member that is absent, rather than undefined, when it has no value. */
function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [key in Name]?: Value } {
  // A computed member widens to an index signature, which says less than is known here.
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: Value };
}
