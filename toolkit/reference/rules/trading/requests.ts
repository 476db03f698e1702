// The shape of a mutating request's body (interface 4.1, 4.2): what is refused before the ACK for its form alone.
// Speech has read the members; values are as they came. Trading rules, which refuse after the ACK, are in `trading-rules.ts`.
import { isDecimal } from '../../../decimal/index.js';
import type { JsonValue } from '../../../payload/json.js';
import type { OperationKind, TradeRequest } from '../../domain.js';
import type { RequestContext } from '../context.js';

export type PriceMember = 'price' | 'stopLossPrice' | 'takeProfitPrice';

export interface RequestRules {
  /** Interface 4.1, request; 5.5: application/json; parameters are open and allowed. */
  acceptsMediaType(contentType: string | undefined, context: RequestContext): boolean;
  /** Interface 4.1, request: the JSON of the body, or undefined to refuse it; `problem`: what is wrong, if anything. */
  readJson(
    value: JsonValue | undefined,
    problem: string | undefined,
    body: Uint8Array,
    context: RequestContext,
  ): JsonValue | undefined;
  /** Interface 4.1, request: `limit`, `stop`, `sltp`; a market order is refused by this method. */
  acceptsOrderType(type: JsonValue | undefined): boolean;
  /** Interface 4.1, request: `buy` or `sell`. */
  acceptsSide(side: JsonValue | undefined, kind: OperationKind): boolean;
  /** Interface 1, rule 6: a volume is a decimal string. */
  acceptsVolumeForm(volume: JsonValue | undefined, kind: OperationKind): boolean;
  /** Interface 1, rule 6: a price is a decimal string. */
  acceptsPriceForm(price: JsonValue, member: PriceMember, kind: OperationKind): boolean;
  /** Interface 4.1, request: whether a member must be there for this kind of request. */
  requires(member: keyof TradeRequest, kind: OperationKind, type: JsonValue | undefined): boolean;
}

const MEMBERS: Readonly<Record<string, readonly (keyof TradeRequest)[]>> = {
  limit: ['instrument', 'side', 'volume', 'price'],
  stop: ['instrument', 'side', 'volume', 'price'],
  sltp: ['positionId'],
  openPosition: ['instrument', 'side', 'volume'],
  closePosition: ['positionId'],
  cancelOrder: ['orderId'],
};

export const honestRequests: RequestRules = {
  acceptsMediaType: (contentType) => /^application\/json[ \t]*(?:;|$)/i.test(contentType ?? ''),
  readJson: (value, problem) => (problem === undefined ? value : undefined),
  acceptsOrderType: (type) => type === 'limit' || type === 'stop' || type === 'sltp',
  acceptsSide: (side) => side === 'buy' || side === 'sell',
  acceptsVolumeForm: isDecimalString,
  acceptsPriceForm: isDecimalString,
  requires: (member, kind, type) =>
    (MEMBERS[kind === 'placeOrder' && typeof type === 'string' ? type : kind] ?? []).includes(member),
};

function isDecimalString(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && isDecimal(value);
}
