// The contrary dialect as a profile states it: another spelling for everything that the interface leaves open, to prove that the
// suite judges by the interface and not by habit. What the interface states keeps its name. Spoken by `contrary-speech.ts`.

import type { JsonObject } from '../../payload/json.js';

const TRADING = '/v1/trading/accounts/{account_id}';
const PAGE_QUERY = { limit: '{limit}', cursor: '{cursor}', since: '{from}', until: '{to}', symbol: '{instrument}' };
const PRICES = { price: '{price}', stop_loss_price: '{stop_loss_price}', take_profit_price: '{take_profit_price}' };

const LEVELS = { price: '/levels/entry', stopLossPrice: '/levels/stop', takeProfitPrice: '/levels/target' };
const PAGE = { items: '/rows', cursor: '/paging/cursor', more: '/paging/more' };

export const CONTRARY_DIALECT: JsonObject = {
  requests: {
    placeOrder: {
      body: {
        wish: { kind: '{type}', symbol: { code: '{instrument}' }, way: '{side}', position: '{position_id|integer}' },
        volume: '{volume}',
        ...PRICES,
      },
    },
    openPosition: {
      body: {
        wish: { symbol: { code: '{instrument}' }, way: '{side}' },
        volume: '{volume}',
        stop_loss_price: '{stop_loss_price}',
        take_profit_price: '{take_profit_price}',
      },
    },
    snapshot: { method: 'GET', path: '/v1/portfolio/{account_id}/now' },
    orderHistory: { method: 'GET', path: '/v1/archive/{account_id}/finished-orders', query: PAGE_QUERY },
    dealHistory: { method: 'GET', path: '/v1/archive/{account_id}/fills', query: PAGE_QUERY },
    closePosition: {
      method: 'POST',
      path: `${TRADING}/closures`,
      body: { position: '{position_id|integer}', volume: '{volume}' },
    },
    cancelOrder: { method: 'DELETE', path: `${TRADING}/orders/{order_id}`, body: null },
  },
  commands: {
    subscribe: { cmd: 'sub', event: '{event}', only: { symbols: '{instruments}' }, ref: '{command_id}' },
    unsubscribe: { cmd: 'unsub', event: '{event}', only: { symbols: '{instruments}' }, ref: '{command_id}' },
  },
  words: {
    side: { buy: 'LONG', sell: 'SHORT' },
    orderType: { limit: 'limit', stop: 'stop', sltp: 'sltp', market: 'INSTANT' },
    orderState: { pending: 'RESTING', filled: 'EXECUTED', cancelled: 'WITHDRAWN', expired: 'LAPSED' },
    positionState: { open: 'LIVE', closed: 'FLAT' },
    operationState: { pending: 'UNDERWAY', success: 'DONE', rejected: 'DECLINED', failed: 'BROKEN' },
    tradeMode: { normal: 'FULL', trading_disabled: 'trading_disabled' },
    accountStatus: { normal: 'ACTIVE', close_only: 'close_only' },
  },
  bodies: {
    at: '/result',
    ack: { at: '', operationId: '/operation_id', clientRequestId: '/client_request_id' },
    error: { code: '/error/code', message: '/error/error_message' },
    operation: {
      operationId: '/operation_id',
      clientRequestId: '/client_request_id',
      state: '/phase',
      errorCode: '/error_code',
      errorMessage: '/error_message',
    },
    account: {
      tradeMode: '/rights/trade_mode',
      accountStatus: '/rights/account_status',
      currency: '/money/code',
      currencyDigits: '/money/digits',
    },
    instruments: { items: { at: '/by_name', form: 'map' }, name: '@key' },
    conditions: { at: '' },
    limits: {
      placeOrder: { at: '/quotas/placeOrder', form: 'single' },
      limit: '/most',
      remaining: '/left',
      windowMs: '/per_ms',
    },
    snapshot: {
      orders: { at: '/live/orders', form: 'map' },
      positions: { at: '/live/positions', form: 'map' },
      accountState: '/account',
    },
    orderHistory: PAGE,
    dealHistory: PAGE,
  },
  frames: { documents: 'one', split: '', kind: null, at: '' },
  messages: {
    transaction_event: {
      when: { '/transaction_event': { present: true } },
      at: '/transaction_event',
      status: '/status',
      operationId: '/operation_id',
      clientRequestId: '/client_request_id',
      errorCode: '/error_code',
      errorMessage: '/error_message',
      orders: { at: '/payload/orders', form: 'map' },
      deals: { at: '/payload/deals', form: 'map' },
      positions: { at: '/payload/positions', form: 'map' },
      accountState: '/payload/account_state',
    },
    trading_state_snapshot: {
      when: { '/trading_state_snapshot': { present: true } },
      at: '/trading_state_snapshot',
      orders: { at: '/live/orders', form: 'map' },
      positions: { at: '/live/positions', form: 'map' },
      accountState: '/account',
    },
    account_state_event: {
      when: { '/account_state_event': { present: true } },
      at: '/account_state_event',
      accountState: '',
    },
    instrument_event: {
      when: { '/instrument_event': { present: true } },
      at: '/instrument_event',
      action: '/action',
      instrument: '/conditions/symbol/code',
      conditions: '/conditions',
    },
    hmr_snapshot: { when: { '/hmr_snapshot': { present: true } }, periods: '/periods' },
    hmr_update: {
      when: { '/hmr_update': { present: true } },
      upserted: '/upserted_periods',
      removedIds: '/removed_period_ids',
    },
    tick: {
      when: { '/tick': { present: true } },
      at: '/tick',
      instrument: '/symbol/code',
      bid: '/quote/bid',
      ask: '/quote/ask',
      time: '/at',
    },
    command_accepted: { when: { '/done': { present: true } }, at: '/done', event: '/event', commandId: '/ref' },
    command_refused: {
      when: { '/not_done': { present: true } },
      at: '/not_done',
      event: '/event',
      commandId: '/ref',
      code: '/error/code',
      message: '/error/error_message',
    },
    ignored: { when: { '/hello': { present: true } } },
  },
  entities: {
    order: {
      id: '/no',
      type: '/kind',
      instrument: '/symbol/code',
      side: '/way',
      state: '/phase',
      volume: '/volume',
      ...LEVELS,
      positionId: '/of/position',
      parentOrderId: '/of/order',
      clientRequestId: '/wished_by',
      time: '/placed',
    },
    position: {
      id: '/no',
      instrument: '/symbol/code',
      side: '/way',
      state: '/phase',
      volume: '/volume',
      ...LEVELS,
      time: '/opened',
    },
    deal: {
      id: '/no',
      orderId: '/of/order',
      positionId: '/of/position',
      balanceKind: '/booked_as',
      instrument: '/symbol/code',
      side: '/way',
      volume: '/volume',
      price: '/levels/entry',
      amount: '/cash',
      time: '/booked',
    },
    balanceWhen: { '/sort': 'balance' },
    conditions: {
      volumeMin: '/volume_min',
      volumeMax: '/volume_max',
      volumeStep: '/volume_step',
      pointDigits: '/point_digits',
    },
    hmrPeriod: { id: '/pid', instruments: '/concerns', instrumentName: '/code', start: '/starting', end: '/ending' },
  },
  dateTimes: [
    '/**/at',
    '/**/placed',
    '/**/ended',
    '/**/opened',
    '/**/booked',
    '/**/begun',
    '/**/finished',
    '/**/starting',
    '/**/ending',
  ],
};
