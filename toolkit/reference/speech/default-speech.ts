// The default dialect as the service speaks it: the spelling of `toolkit/profile/dialect/default-spelling.ts`, in the style of the
// interface.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Operation, Quota, TradeRequest } from '../domain.js';
import { DefaultEntities } from './default-entities.js';
import { DefaultMessages } from './default-messages.js';
import { objectOf } from './read.js';
import { type PathParams, type Speech, type SpeechRoute, STATED_ROUTES } from './speech.js';
import type { Values } from './values.js';

const ACCOUNT = '/v1/trading/accounts/:accountId';

export const DEFAULT_ROUTES: readonly SpeechRoute[] = [
  ...STATED_ROUTES,
  { operation: 'snapshot', method: 'GET', path: `${ACCOUNT}/snapshot` },
  { operation: 'orderHistory', method: 'GET', path: `${ACCOUNT}/history/orders` },
  { operation: 'dealHistory', method: 'GET', path: `${ACCOUNT}/history/deals` },
  { operation: 'closePosition', method: 'POST', path: `${ACCOUNT}/positions/:positionId/close` },
  { operation: 'cancelOrder', method: 'POST', path: `${ACCOUNT}/orders/:orderId/cancel` },
];

export function createDefaultSpeech(values: Values): Speech {
  const entities = new DefaultEntities(values);
  const messages = new DefaultMessages(values, entities);
  const page = (member: string, items: readonly JsonObject[], cursor: string | undefined): JsonObject =>
    values.object({ [member]: items, next_cursor: cursor }, ['next_cursor']);
  return {
    routes: DEFAULT_ROUTES,
    identifier: (_kind, _accountId, spoken) => spoken,
    readTrade,
    readHistory: (_operation, query) => ({
      limit: query.get('limit') ?? undefined,
      cursor: query.get('cursor') ?? undefined,
      from: query.get('from') ?? undefined,
      to: query.get('to') ?? undefined,
      instrument: query.get('instrument') ?? undefined,
    }),
    readCommand: (frame) => {
      const command = objectOf(frame);
      const action = command['type'];
      return action === 'subscribe' || action === 'unsubscribe'
        ? { command: { action, event: command['event'], instruments: command['instruments'] }, id: command['id'] }
        : undefined;
    },
    ack: (ack) => values.object({ operation_id: ack.operationId, client_request_id: ack.clientRequestId }),
    refusal: (refusal) => values.object({ error: values.object({ code: refusal.code }), error_message: refusal.name }),
    operationStatus: (status) => {
      const spot = { in: 'operationStatus', of: 'operation' } as const;
      return values.object(
        {
          operation_id: status.operationId,
          client_request_id: status.clientRequestId,
          status: status.state,
          error_code: status.errorCode,
          error_message: status.errorMessage,
          created_at: values.time(status.acceptedAtMs, spot, 'created_at'),
          finished_at: values.time(status.finishedAtMs, spot, 'finished_at'),
        },
        ['error_code', 'error_message', 'finished_at'],
      );
    },
    account: (account) =>
      values.object({
        account_id: account.id,
        currency: account.currency,
        currency_digits: account.currencyDigits,
        trade_mode: account.tradeMode,
        account_status: account.accountStatus,
      }),
    instruments: (instruments) =>
      values.object({ instruments: instruments.map((one) => entities.conditions(one, 'instruments')) }),
    conditions: (conditions) => entities.conditions(conditions, 'conditions'),
    limits: (quotas) => values.object({ limits: quotas.map((quota) => writeQuota(quota, values)) }),
    snapshot: (state) => messages.tradingState(state, 'snapshot'),
    orderHistory: ({ items, cursor }) =>
      page(
        'orders',
        items.map((order) => entities.order(order, 'orderHistory')),
        cursor,
      ),
    dealHistory: ({ items, cursor }) =>
      page(
        'deals',
        items.map((deal) => entities.deal(deal, 'dealHistory')),
        cursor,
      ),
    event: (event) => messages.event(event),
    commandAccepted: (answer, { id }) =>
      values.object({
        type: answer.action === 'subscribe' ? 'subscribed' : 'unsubscribed',
        event: answer.event,
        instruments: answer.instruments,
        id,
      }),
    commandRefused: (refusal, read) =>
      values.object({
        type: 'command_error',
        event: read?.command.event,
        id: read?.id,
        error: values.object({ code: refusal.code }),
        error_message: refusal.name,
      }),
    greeting: () => undefined,
    batch: () => undefined,
  };
}

function readTrade(_operation: Operation, json: JsonValue, params: PathParams): TradeRequest {
  const body = objectOf(json);
  return {
    instrument: body['instrument'],
    type: body['type'],
    side: body['side'],
    volume: body['volume'],
    price: body['price'],
    stopLossPrice: body['stop_loss_price'],
    takeProfitPrice: body['take_profit_price'],
    positionId: params['positionId'] ?? body['position_id'],
    orderId: params['orderId'],
  };
}

/** Names of the requests as this dialect writes them in the limits: `place_order`. */
function writeQuota(quota: Quota, values: Values): JsonObject {
  return values.object({
    request: quota.operation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    limit: quota.limit,
    remaining: quota.remaining,
    window_ms: quota.windowMs,
  });
}
