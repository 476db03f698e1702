// From what speech read in a body to a command of the state machine, or to the rejection of its form (interface 4.1, 4.2).
import { type Decimal, parseDecimal, readDecimal } from '../../decimal/index.js';
import type { JsonValue } from '../../payload/json.js';
import type { OperationKind, OrderType, Side, TradeRequest } from '../domain.js';
import type { Rules } from '../rules/rules.js';
import type { PriceMember } from '../rules/trading/requests.js';
import type { Command, Rejection } from '../state/decision.js';

const WIRE_NAMES: Readonly<Record<keyof TradeRequest, string>> = {
  instrument: 'instrument',
  type: 'type',
  side: 'side',
  volume: 'volume',
  price: 'price',
  stopLossPrice: 'stop_loss_price',
  takeProfitPrice: 'take_profit_price',
  positionId: 'position_id',
  orderId: 'order_id',
};
const MEMBERS = Object.keys(WIRE_NAMES) as (keyof TradeRequest)[]; // The keys of a closed record.
const PRICES: readonly PriceMember[] = ['price', 'stopLossPrice', 'takeProfitPrice'];

export function readCommand(
  rules: Rules,
  kind: OperationKind,
  request: TradeRequest,
  clientRequestId: string,
): Command | { readonly rejection: Rejection } {
  const rejection = formRejection(rules, kind, request);
  return rejection === undefined ? commandOf(kind, request, clientRequestId) : { rejection };
}

function formRejection(rules: Rules, kind: OperationKind, request: TradeRequest): Rejection | undefined {
  if (kind === 'placeOrder' && !rules.acceptsOrderType(request.type)) {
    return { code: 'REQUEST_INVALID', detail: `expected type limit, stop or sltp, got ${excerpt(request.type)}` };
  }
  for (const member of MEMBERS) {
    if (isAbsent(request[member]) && rules.requires(member, kind, request.type)) {
      return { code: 'REQUEST_INVALID_PARAMETERS', detail: `expected ${WIRE_NAMES[member]}, got none` };
    }
  }
  const { side, volume, instrument, positionId, orderId } = request;
  for (const [name, value] of Object.entries({ instrument, position_id: positionId, order_id: orderId })) {
    if (!isAbsent(value) && typeof value !== 'string') {
      return { code: 'REQUEST_INVALID_PARAMETERS', detail: `expected ${name} to be text, got ${excerpt(value)}` };
    }
  }
  if (!isAbsent(side) && !rules.acceptsSide(side, kind)) {
    return { code: 'REQUEST_INVALID_PARAMETERS', detail: `expected side buy or sell, got ${excerpt(side)}` };
  }
  if (!isAbsent(volume) && !rules.acceptsVolumeForm(volume, kind)) {
    return {
      code: 'REQUEST_INVALID_PARAMETERS',
      detail: `expected volume as a decimal string, got ${excerpt(volume)}`,
    };
  }
  for (const member of PRICES) {
    const price = request[member];
    if (!isAbsent(price) && price !== undefined && !rules.acceptsPriceForm(price, member, kind)) {
      const detail = `expected ${WIRE_NAMES[member]} as a decimal string, got ${excerpt(price)}`;
      return { code: 'REQUEST_INVALID_PRICE', detail };
    }
  }
  return undefined;
}

function commandOf(kind: OperationKind, request: TradeRequest, clientRequestId: string): Command {
  const volume = decimalOf(request.volume);
  const stopLossPrice = decimalOf(request.stopLossPrice);
  const takeProfitPrice = decimalOf(request.takeProfitPrice);
  const side = request.side as Side | undefined; // Accepted as a side above, or not required.
  switch (kind) {
    case 'placeOrder':
      return {
        kind,
        type: request.type as OrderType, // Accepted as an order type above.
        instrument: textOf(request.instrument),
        side,
        volume,
        price: decimalOf(request.price),
        stopLossPrice,
        takeProfitPrice,
        positionId: textOf(request.positionId),
        clientRequestId,
      };
    case 'openPosition':
      return {
        kind,
        instrument: textOf(request.instrument) ?? '',
        side: side ?? 'buy',
        volume: volume ?? { coefficient: 0n, scale: 0 },
        stopLossPrice,
        takeProfitPrice,
        clientRequestId,
      };
    case 'closePosition':
      return { kind, positionId: textOf(request.positionId) ?? '', volume, clientRequestId };
    case 'cancelOrder':
      return { kind, orderId: textOf(request.orderId) ?? '', clientRequestId };
  }
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A value that a lenient rule let through may be a JSON number or an unusual spelling. */
function decimalOf(value: JsonValue | undefined): Decimal | undefined {
  if (isAbsent(value)) return undefined;
  const number = Number(value);
  return readDecimal(String(value)) ?? parseDecimal(Number.isFinite(number) ? number.toFixed(8) : '0');
}

function excerpt(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
