// Prices and volumes beside a valid one: what checks need to vary an order while it stays valid (interface 4.1).
import { add, parseDecimal, rescale, toText } from '../../../toolkit/decimal/index.js';
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { ConditionsView } from '../../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../../toolkit/profile/profile.js';
import type { Account, CheckContext, OrderWish } from '../../runner/context.js';
import { figureOf } from '../figures.js';

/**
 * Parameters of an sltp order that protects the position with levels far on either side of the market. A target that nets may show
 * the position of a purchase as a sold one, if more had been sold before.
 */
export async function sltpOf(
  t: CheckContext,
  positionId: string,
  account: Account = t.account,
  instrumentOf: ProfileInstrument = account.instrument(),
): Promise<RequestParams> {
  const position = (await account.state()).positions?.find(({ id }) => id === positionId);
  const isSold = t.dialect.meaning('side', position?.side ?? null) === 'sell';
  const { accountId, instrument, volume, price } = await account.order({ instrument: instrumentOf });
  // A profile may write them in few digits, whose units are large steps; an order's price has all.
  const { scale } = parseDecimal(String(price));
  const inFull = (text: string): string => toText(parseDecimal(text), scale);
  const [below, above] = [inFull(instrumentOf.restingBuyLimit), inFull(instrumentOf.restingSellLimit)];
  return {
    accountId,
    type: 'sltp',
    side: isSold ? 'buy' : 'sell',
    positionId,
    stopLossPrice: isSold ? above : below,
    takeProfitPrice: isSold ? below : above,
    ...(instrument !== undefined && { instrument }),
    ...(volume !== undefined && { volume }),
  };
}

/** A resting order with a stop loss and a take profit. */
export async function protectedOrder(
  account: Account,
  wish: OrderWish = {},
): Promise<RequestParams & { readonly stopLossPrice: string; readonly takeProfitPrice: string }> {
  const order = await account.order(wish);
  return { ...order, ...(await account.protection(order)) };
}

/** A price or volume with `points` units of its last written digit added. */
export function shifted(text: string, points: bigint): string {
  const value = parseDecimal(text);
  return toText({ coefficient: value.coefficient + points, scale: value.scale });
}

/** The volume one step larger; undefined where the conditions show no step as a decimal, or leave no room. */
export function oneStepMore(volume: string, conditions: ConditionsView): string | undefined {
  const step = figureOf(conditions.volumeStep);
  const max = figureOf(conditions.volumeMax);
  if (step === undefined || max === undefined) return undefined;
  const more = add(parseDecimal(volume), step);
  const scale = Math.max(more.scale, max.scale);
  return rescale(more, scale) > rescale(max, scale) ? undefined : toText(more);
}
