// JSON Schemas of what the default dialect adds to the stated ones: entities, bodies, commands and messages with all their members.
// They describe this service; what the interface states is in the schemas that they refer to. A test holds real answers to them.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import { BALANCE_KINDS, TRANSACTION_STATUSES } from '../../payload/vocabulary.js';
import { EVENT_KINDS } from '../../profile/dialect/dialect.js';
import { ref } from './stated-schemas.js';

type Properties = Readonly<Record<string, JsonValue>>;

/** An object whose members are required unless their name ends in `?`. Further members may be added. */
export function object(properties: Properties, description?: string): JsonObject {
  const names = Object.keys(properties);
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), properties[name] ?? true])),
  };
}

export function both(stated: string, own: JsonObject): JsonObject {
  return { allOf: [ref(stated), own] };
}

const text: JsonObject = { type: 'string' };
const whole: JsonObject = { type: 'integer', minimum: 0 };
const time = ref('DateTime');
const decimal = ref('Decimal');
const side: JsonObject = { enum: ['buy', 'sell'] };
const prices = { 'price?': decimal, 'stop_loss_price?': decimal, 'take_profit_price?': decimal };

function list(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

const tradingState = {
  orders: list(ref('Order')),
  positions: list(ref('Position')),
  account_state: ref('AccountState'),
};

export const ENTITY_SCHEMAS: JsonObject = {
  Order: object(
    {
      order_id: text,
      type: { enum: ['limit', 'stop', 'sltp', 'market'] },
      instrument: text,
      side,
      state: { enum: ['pending', 'filled', 'cancelled', 'expired'] },
      volume: decimal,
      ...prices,
      'position_id?': text,
      'parent_order_id?': text,
      'client_request_id?': ref('IdempotencyKey'),
      created_at: time,
      'closed_at?': time,
    },
    'An order. `market` stands for the order of a market execution (interface 2.2).',
  ),
  Position: object({
    position_id: text,
    instrument: text,
    side,
    state: { enum: ['open', 'closed'] },
    volume: decimal,
    ...prices,
    created_at: time,
    'closed_at?': time,
  }),
  Deal: object(
    {
      deal_id: text,
      type: { enum: ['trade', 'balance'] },
      'balance_kind?': { enum: [...BALANCE_KINDS] },
      'order_id?': text,
      'position_id?': text,
      'instrument?': text,
      'side?': side,
      'volume?': decimal,
      'price?': decimal,
      amount: decimal,
      created_at: time,
    },
    'A trading deal, or a balance-type deal of the kind that `balance_kind` names (interface 2.2).',
  ),
  AccountState: ref('StatedAccountState'),
  Conditions: both('InstrumentConditionResponse', object({ instrument: text, point_digits: whole })),
  HmrPeriod: object({ period_id: text, instruments: list(text), starts_at: time, ends_at: time }),
  Ack: both('StatedAck', object({ operation_id: text, client_request_id: ref('IdempotencyKey') })),
  Error: both('StatedError', object({ error: object({ code: { type: ['integer', 'string'] } }), error_message: text })),
  OperationStatus: both(
    'StatedOperationStatus',
    object({
      operation_id: text,
      'client_request_id?': ref('IdempotencyKey'),
      status: { enum: ['pending', ...TRANSACTION_STATUSES] },
      'error_code?': text,
      'error_message?': text,
      created_at: time,
      'finished_at?': time,
    }),
  ),
  Account: object({
    account_id: text,
    currency: text,
    currency_digits: whole,
    trade_mode: { enum: ['normal', 'trading_disabled'] },
    account_status: { enum: ['normal', 'close_only'] },
  }),
  Instruments: object({ instruments: list(ref('Conditions')) }),
  Limits: object({ limits: list(object({ request: text, limit: whole, remaining: whole, window_ms: whole })) }),
  Snapshot: object(tradingState),
  OrderPage: object({ orders: list(ref('Order')), 'next_cursor?': text }),
  DealPage: object({ deals: list(ref('Deal')), 'next_cursor?': text }),
  PlaceOrder: object(
    {
      type: { enum: ['limit', 'stop', 'sltp'] },
      'instrument?': text,
      'side?': side,
      'volume?': decimal,
      ...prices,
      'position_id?': text,
    },
    'An sltp order names its position; the others name instrument, side, volume and price.',
  ),
  OpenPosition: object({
    instrument: text,
    side,
    volume: decimal,
    'stop_loss_price?': decimal,
    'take_profit_price?': decimal,
  }),
  ClosePosition: object({ 'volume?': decimal }, 'Without a volume the whole position is closed.'),
  CancelOrder: object({}),
  Command: both(
    'StatedCommand',
    object({
      type: { enum: ['subscribe', 'unsubscribe'] },
      event: { enum: [...EVENT_KINDS] },
      'instruments?': list(text),
      'id?': true,
    }),
  ),
  CommandAccepted: object({
    type: { enum: ['subscribed', 'unsubscribed'] },
    event: text,
    'instruments?': list(text),
    'id?': true,
  }),
  CommandRefused: object({
    type: { const: 'command_error' },
    'event?': true,
    'id?': true,
    error: object({ code: { type: ['integer', 'string'] } }),
    error_message: text,
  }),
  TransactionEvent: both(
    'StatedTransactionEvent',
    object({
      type: { const: 'transaction_event' },
      event_time: time,
      status: { enum: [...TRANSACTION_STATUSES] },
      'operation_id?': text,
      'client_request_id?': ref('IdempotencyKey'),
      'error_code?': text,
      'error_message?': text,
      payload: object({
        'orders?': list(ref('Order')),
        'deals?': list(ref('Deal')),
        'positions?': list(ref('Position')),
        'account_state?': ref('AccountState'),
      }),
    }),
  ),
  TradingStateSnapshot: object({
    type: { const: 'trading_state_snapshot' },
    event_time: time,
    payload: object(tradingState),
  }),
  AccountStateEvent: object({
    type: { const: 'account_state_event' },
    event_time: time,
    payload: ref('AccountState'),
  }),
  InstrumentEvent: both(
    'StatedInstrumentEvent',
    object({ type: { const: 'instrument_event' }, event_time: time, payload: ref('Conditions') }),
  ),
  HmrSnapshot: both('StatedHmrSnapshot', object({ type: { const: 'hmr_snapshot' }, periods: list(ref('HmrPeriod')) })),
  HmrUpdate: both(
    'StatedHmrUpdate',
    object({
      type: { const: 'hmr_update' },
      upserted_periods: list(ref('HmrPeriod')),
      removed_period_ids: list(text),
    }),
  ),
  Tick: both(
    'StatedTick',
    object({
      type: { const: 'tick' },
      event_time: time,
      instrument: text,
      bid: { type: 'number' },
      ask: { type: 'number' },
    }),
  ),
};
