// JSON Schemas of what the contrary dialect adds to the stated ones, under the same component names as those of the default
// dialect: they describe this service as `speech/contrary-speech.ts` speaks. A test holds real answers to them.
import type { JsonObject } from '../../payload/json.js';
import { BALANCE_KINDS, TRANSACTION_STATUSES } from '../../payload/vocabulary.js';
import { EVENT_KINDS } from '../../profile/dialect/dialect.js';
import { both, object } from './entity-schemas.js';
import { ref } from './stated-schemas.js';

const text: JsonObject = { type: 'string' };
const id: JsonObject = { type: 'integer', minimum: 1 };
const whole: JsonObject = { type: 'integer', minimum: 0 };
const time = ref('DateTime');
const decimal = ref('Decimal');
const symbol = object({ code: text });
const way: JsonObject = { enum: ['LONG', 'SHORT'] };
const level: JsonObject = { anyOf: [decimal, { type: 'null' }] };
const levels = object({ 'entry?': level, 'stop?': level, 'target?': level });
const of = object({ 'position?': id, 'order?': id });
const key: JsonObject = { anyOf: [ref('IdempotencyKey'), { type: 'null' }] };
const ended: JsonObject = { anyOf: [time, { type: 'null' }] };
const nullable: JsonObject = { type: ['string', 'null'] };
const protection = { 'stop_loss_price?': decimal, 'take_profit_price?': decimal };

const live = object({ orders: map('Order'), positions: map('Position') });
const tradingState = { live, account: ref('AccountState') };

function map(component: string): JsonObject {
  return { type: 'object', additionalProperties: ref(component) };
}

function enveloped(result: JsonObject): JsonObject {
  return object({ outcome: { const: 'ok' }, result });
}

function page(component: string): JsonObject {
  const paging = object({ more: { type: 'boolean' }, 'cursor?': nullable });
  return enveloped(object({ rows: { type: 'array', items: ref(component) }, paging }));
}

export const CONTRARY_SCHEMAS: JsonObject = {
  Order: object({
    no: id,
    kind: { enum: ['limit', 'stop', 'sltp', 'INSTANT'] },
    symbol,
    way,
    phase: { enum: ['RESTING', 'EXECUTED', 'WITHDRAWN', 'LAPSED'] },
    volume: decimal,
    levels,
    of,
    'wished_by?': key,
    placed: time,
    'ended?': ended,
  }),
  Position: object({
    no: id,
    symbol,
    way,
    phase: { enum: ['LIVE', 'FLAT'] },
    volume: decimal,
    levels,
    opened: time,
    'ended?': ended,
  }),
  Deal: object({
    no: id,
    sort: { enum: ['fill', 'balance'] },
    'booked_as?': { enum: [...BALANCE_KINDS] },
    of,
    'symbol?': symbol,
    'way?': way,
    'volume?': decimal,
    'levels?': levels,
    cash: decimal,
    booked: time,
  }),
  AccountState: ref('StatedAccountState'),
  Conditions: both('InstrumentConditionResponse', object({ symbol, point_digits: text })),
  HmrPeriod: object({ pid: text, concerns: { type: 'array', items: symbol }, starting: time, ending: time }),
  Ack: both('StatedAck', object({ operation_id: text, client_request_id: ref('IdempotencyKey') })),
  Error: both(
    'StatedError',
    object({
      outcome: { const: 'error' },
      error: object({ code: { type: ['integer', 'string'] }, error_message: text }),
    }),
  ),
  OperationStatus: enveloped(
    object({
      operation_id: text,
      'client_request_id?': ref('IdempotencyKey'),
      phase: { enum: ['UNDERWAY', 'DONE', 'DECLINED', 'BROKEN'] },
      'error_code?': nullable,
      'error_message?': nullable,
      begun: time,
      'finished?': ended,
    }),
  ),
  Account: enveloped(
    object({
      money: object({ code: text, digits: whole }),
      rights: object({
        trade_mode: { enum: ['FULL', 'trading_disabled'] },
        account_status: { enum: ['ACTIVE', 'close_only'] },
      }),
    }),
  ),
  Instruments: enveloped(object({ by_name: map('Conditions') })),
  Limits: enveloped(
    object({
      quotas: {
        type: 'object',
        properties: { placeOrder: ref('Quota') },
        additionalProperties: ref('Quota'),
      },
    }),
  ),
  Quota: object({ most: whole, left: whole, per_ms: whole }),
  Snapshot: enveloped(object(tradingState)),
  OrderPage: page('Order'),
  DealPage: page('Deal'),
  PlaceOrder: object(
    {
      wish: object({
        kind: { enum: ['limit', 'stop', 'sltp'] },
        'symbol?': symbol,
        'way?': way,
        'position?': id,
      }),
      'volume?': decimal,
      'price?': decimal,
      ...protection,
    },
    'An sltp order names its position; the others name symbol, way, volume and price.',
  ),
  OpenPosition: object({ wish: object({ symbol, way }), volume: decimal, ...protection }),
  ClosePosition: object({ position: id, 'volume?': decimal }, 'Without a volume the whole position is closed.'),
  CancelOrder: object({}),
  Command: object({
    cmd: { enum: ['sub', 'unsub'] },
    event: { enum: [...EVENT_KINDS] },
    'only?': object({ 'symbols?': { type: 'array', items: text } }),
    'ref?': true,
  }),
  CommandAccepted: object({ done: object({ event: text, 'ref?': true }) }),
  CommandRefused: object({
    not_done: object({
      'event?': true,
      'ref?': true,
      error: object({ code: { type: ['integer', 'string'] }, error_message: text }),
    }),
  }),
  TransactionEvent: object({
    transaction_event: both(
      'StatedTransactionEvent',
      object({
        status: { enum: [...TRANSACTION_STATUSES] },
        'operation_id?': text,
        'client_request_id?': ref('IdempotencyKey'),
        'error_code?': nullable,
        'error_message?': nullable,
        at: time,
        payload: {
          anyOf: [
            object({
              'orders?': map('Order'),
              'deals?': map('Deal'),
              'positions?': map('Position'),
              'account_state?': ref('AccountState'),
            }),
            { type: 'null' },
          ],
        },
      }),
    ),
  }),
  TradingStateSnapshot: object({ trading_state_snapshot: object({ ...tradingState, at: time }) }),
  AccountStateEvent: object({ account_state_event: both('StatedAccountState', object({ at: time })) }),
  InstrumentEvent: object({
    instrument_event: both('StatedInstrumentEvent', object({ conditions: ref('Conditions'), at: time })),
  }),
  HmrSnapshot: both(
    'StatedHmrSnapshot',
    object({ hmr_snapshot: { const: true }, periods: { type: 'array', items: ref('HmrPeriod') } }),
  ),
  HmrUpdate: both(
    'StatedHmrUpdate',
    object({
      hmr_update: { const: true },
      upserted_periods: { type: 'array', items: ref('HmrPeriod') },
      removed_period_ids: { type: 'array', items: text },
    }),
  ),
  Tick: object({
    tick: object({ symbol, quote: object({ bid: { type: 'number' }, ask: { type: 'number' } }), at: time }),
  }),
};
