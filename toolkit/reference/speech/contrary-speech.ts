// The contrary dialect as the service speaks it; the suite reads it through `contrary-dialect.ts`.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Operation, OperationStatus, TradeRequest } from '../domain.js';
import { ContraryEntities, ORDER_KINDS, SIDES } from './contrary-entities.js';
import { readId } from './contrary-ids.js';
import { ContraryMessages } from './contrary-messages.js';
import { objectOf } from './read.js';
import { type PathParams, type ReadCommand, type Speech, type SpeechRoute, STATED_ROUTES } from './speech.js';
import type { Values } from './values.js';

const TRADING = '/v1/trading/accounts/:accountId';

export const CONTRARY_ROUTES: readonly SpeechRoute[] = [
  ...STATED_ROUTES,
  { operation: 'snapshot', method: 'GET', path: '/v1/portfolio/:accountId/now' },
  { operation: 'orderHistory', method: 'GET', path: '/v1/archive/:accountId/finished-orders' },
  { operation: 'dealHistory', method: 'GET', path: '/v1/archive/:accountId/fills' },
  { operation: 'closePosition', method: 'POST', path: `${TRADING}/closures` },
  { operation: 'cancelOrder', method: 'DELETE', path: `${TRADING}/orders/:orderId`, bodiless: true },
];

const OPERATION_PHASES = { pending: 'UNDERWAY', success: 'DONE', rejected: 'DECLINED', failed: 'BROKEN' } as const;
const TRADE_MODES = { normal: 'FULL', trading_disabled: 'trading_disabled' } as const;
const ACCOUNT_STATUSES = { normal: 'ACTIVE', close_only: 'close_only' } as const;

export function createContrarySpeech(values: Values): Speech {
  const entities = new ContraryEntities(values);
  const messages = new ContraryMessages(values, entities);
  const enveloped = (result: JsonValue): JsonObject => values.object({ outcome: 'ok', result });
  const page = (rows: readonly JsonObject[], cursor: string | undefined): JsonObject =>
    enveloped(
      values.object({
        rows,
        paging: values.object({ more: cursor !== undefined, cursor }, ['cursor']),
      }),
    );
  return {
    routes: CONTRARY_ROUTES,
    identifier: (kind, accountId, spoken) => String(readId(kind, accountId, spoken)),
    readTrade,
    readHistory: (_operation, query) => ({
      limit: query.get('limit') ?? undefined,
      cursor: query.get('cursor') ?? undefined,
      from: query.get('since') ?? undefined,
      to: query.get('until') ?? undefined,
      instrument: query.get('symbol') ?? undefined,
    }),
    readCommand,
    ack: (ack) => values.object({ client_request_id: ack.clientRequestId, operation_id: ack.operationId }),
    refusal: (refusal) =>
      values.object({
        outcome: 'error',
        error: values.object({ error_message: refusal.name, code: refusal.code }),
      }),
    operationStatus: (status) => enveloped(writeOperation(status, values)),
    account: (account) =>
      enveloped(
        values.object({
          money: values.object({ code: account.currency, digits: account.currencyDigits }),
          rights: values.object({
            trade_mode: TRADE_MODES[account.tradeMode],
            account_status: ACCOUNT_STATUSES[account.accountStatus],
          }),
        }),
      ),
    instruments: (instruments) =>
      enveloped(
        values.object({
          by_name: Object.fromEntries(
            instruments.map((one) => [one.instrument, entities.conditions(one, 'instruments')]),
          ),
        }),
      ),
    conditions: (conditions) => entities.conditions(conditions, 'conditions'),
    limits: (quotas) =>
      enveloped(
        values.object({
          quotas: Object.fromEntries(
            quotas.map(({ operation, limit, remaining, windowMs }) => [
              operation,
              values.object({ most: limit, left: remaining, per_ms: windowMs }),
            ]),
          ),
        }),
      ),
    snapshot: (state) => enveloped(messages.snapshot(state)),
    orderHistory: ({ items, cursor }) =>
      page(
        items.map((order) => entities.order(order, 'orderHistory')),
        cursor,
      ),
    dealHistory: ({ items, cursor }) =>
      page(
        items.map((deal) => entities.deal(deal, 'dealHistory')),
        cursor,
      ),
    event: (event) => messages.event(event),
    commandAccepted: (answer, { id }) => ({ done: values.object({ event: answer.event, ref: id }) }),
    commandRefused: (refusal, read) => ({
      not_done: values.object({
        event: read?.command.event,
        ref: read?.id,
        error: values.object({ error_message: refusal.name, code: refusal.code }),
      }),
    }),
    greeting: (stream) => ({ hello: values.object({ stream }) }),
    batch: (list) => list,
  };
}

function readTrade(operation: Operation, json: JsonValue, params: PathParams): TradeRequest {
  const body = objectOf(json);
  const wish = objectOf(body['wish']);
  const accountId = params['accountId'] ?? '';
  return {
    instrument: objectOf(wish['symbol'])['code'],
    type: meaning(ORDER_KINDS, wish['kind']),
    side: meaning(SIDES, wish['way']),
    volume: body['volume'],
    price: body['price'],
    stopLossPrice: body['stop_loss_price'],
    takeProfitPrice: body['take_profit_price'],
    positionId: readId('pos', accountId, operation === 'closePosition' ? body['position'] : wish['position']),
    orderId: readId('ord', accountId, params['orderId']),
  };
}

/** The interface's word for one of this dialect; another value stays as it came. */
function meaning(words: Readonly<Record<string, string>>, spoken: JsonValue | undefined): JsonValue | undefined {
  return Object.keys(words).find((word) => words[word] === spoken) ?? spoken;
}

function readCommand(frame: JsonValue): ReadCommand | undefined {
  const { cmd, event, only, ref } = objectOf(frame);
  const action = cmd === 'sub' ? 'subscribe' : cmd === 'unsub' ? 'unsubscribe' : undefined;
  return action === undefined
    ? undefined
    : { command: { action, event, instruments: objectOf(only)['symbols'] }, id: ref };
}

function writeOperation(status: OperationStatus, values: Values): JsonObject {
  const spot = { in: 'operationStatus', of: 'operation' } as const;
  return values.object(
    {
      phase: OPERATION_PHASES[status.state],
      error_message: status.errorMessage,
      error_code: status.errorCode,
      client_request_id: status.clientRequestId,
      operation_id: status.operationId,
      begun: values.time(status.acceptedAtMs, spot, 'created_at'),
      finished: values.time(status.finishedAtMs, spot, 'finished_at'),
    },
    ['error_code', 'error_message', 'finished'],
  );
}
