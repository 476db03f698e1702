// What a context has done: an operation of any kind as parameters that are ready to be sent, and the result that it should have (interface
// 4.1; 4.2; 7.2). Set-up; what becomes of the operation is the check's to judge.
import { compare, parseDecimal, toPlainText } from '../../../toolkit/decimal/index.js';
import type { RequestName, RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { PositionView } from '../../../toolkit/profile/dialect/views.js';
import type { ProfileInstrument } from '../../../toolkit/profile/profile.js';
import type { Account, CheckContext, ContextTrial, OrderWish, Placed } from '../../runner/context.js';
import type { Context } from '../../runner/contexts/context.js';
import { placed } from '../../runner/live/account/set-up.js';
import { openingOf } from '../calls/calls.js';
import { figureOf } from '../figures.js';
import { filledPosition } from '../trading/filled-position.js';
import { withLevelsOf } from '../trading/levels.js';
import { sltpOf } from '../trading/prices.js';
import { belowMinimum, failNext } from '../trading/rejected-order.js';
import { sizesOf, timesOf } from '../trading/sizes-of-parts.js';
import { keyOf } from './key-of.js';

export interface Deed {
  readonly request: Extract<RequestName, 'placeOrder' | 'openPosition' | 'closePosition' | 'cancelOrder'>;
  readonly params: RequestParams;
  /** What it is done to, where it is done to something. */
  readonly subject?: { readonly list: 'orders' | 'positions'; readonly id: string };
}

/** Calls that the interface does not show (4.1; 4.2): what is judged of them weighs less. */
export function weightOf({ request }: { readonly request: RequestName }): { readonly level?: 'should' } {
  return request === 'closePosition' || request === 'cancelOrder' ? { level: 'should' } : {};
}

/** Parameters of an operation as the context has it, another one each time; what it is to be done to is opened first. */
export async function deedOf(t: CheckContext, trial: ContextTrial, instrument: ProfileInstrument): Promise<Deed> {
  const { account, context } = trial;
  const { operation, side, orderType: type, result } = context;
  if (operation === 'order') {
    const wish = { type, side, instrument };
    const params = result === 'rejected' ? await belowMinimum(t, account, wish) : await account.order(wish);
    return { request: 'placeOrder', params: { ...params, ...(await levels(account, params, context)) } };
  }
  if (operation === 'opening') {
    const wish = { type: 'market', side, instrument } as const;
    const params = result === 'rejected' ? await belowMinimum(t, account, wish) : await account.order(wish);
    return { request: 'openPosition', params: openingOf(params) };
  }
  if (operation === 'cancellation') {
    const order = await account.order({ type, side, instrument });
    const { orderId: id } = await account.openOrder({ ...wished(order), ...(await levels(account, order, context)) });
    const params = { accountId: account.id, orderId: id };
    if (result === 'rejected') await account.complete(params, { request: 'cancelOrder' });
    return { request: 'cancelOrder', params, subject: { list: 'orders', id } };
  }
  return onPosition(t, trial, instrument);
}

async function onPosition(
  t: CheckContext,
  { account, context }: ContextTrial,
  instrument: ProfileInstrument,
): Promise<Deed> {
  const { operation, side, state } = context;
  const market = await account.order({ type: 'market', side, instrument });
  const part = String(market.volume);
  const { volume, closed } = sizesOf(await account.conditions(instrument.name), part, context);
  const { id, opened } = await openedBy(t, account, context, { side, instrument, volume });
  const subject = { list: 'positions', id } as const;
  const times = 1 + Number(state === 'partly-closed') + Number(operation === 'partial-close');
  requireFilled(t, opened, context.part === 'quarter' ? toPlainText(timesOf(part, times)) : volume);
  if (state === 'partly-closed') await account.closePosition(id, part);
  if (operation === 'sltp') {
    const params = withStateOf(context, await sltpOf(t, id, account, instrument));
    if (context.result === 'rejected') await end(t, account, id);
    return { request: 'placeOrder', params, subject };
  }
  if (PROTECTED.includes(state)) await account.complete(withStateOf(context, await sltpOf(t, id, account, instrument)));
  if (context.result === 'rejected') await end(t, account, id);
  const params = { accountId: account.id, positionId: id };
  return {
    request: 'closePosition',
    params: operation === 'partial-close' ? { ...params, volume: closed } : params,
    subject,
  };
}

const PROTECTED: readonly Context['state'][] = ['protected', 'with-stop-loss', 'with-take-profit'];

/** The levels that the position is to have. */
function withStateOf({ state }: Context, sltp: RequestParams): RequestParams {
  if (state === 'with-stop-loss') return withLevelsOf({ protection: 'stop-loss' }, sltp);
  return state === 'with-take-profit' ? withLevelsOf({ protection: 'take-profit' }, sltp) : sltp;
}

/** What is closed can be closed or protected no more, so that whatever is asked of it is rejected. */
async function end(t: CheckContext, account: Account, id: string): Promise<void> {
  if (!t.dialect.has('closePosition')) t.notApplicable('the dialect has no close, so that no position can be over');
  await account.closePosition(id);
}

/** At the market, or by the execution of a pending order. */
async function openedBy(
  t: CheckContext,
  account: Account,
  { state, part, orderType: type }: Context,
  wish: OrderWish,
): Promise<{ readonly id: string; readonly opened: PositionView | undefined }> {
  if (state === 'filled') {
    const { positionId, position } = await filledPosition(t, account, { ...wish, type });
    return { id: positionId, opened: position };
  }
  if (part === 'hundreds') await requireAfforded(t, account, wish);
  const { positionId, result } = await account.openPosition(wish);
  return { id: positionId, opened: result.event?.positions?.[0] };
}

/** So much need not be within the margin of the account. */
async function requireAfforded(t: CheckContext, account: Account, wish: OrderWish): Promise<void> {
  const params = openingOf(await account.order({ ...wish, type: 'market' }));
  const submission = await account.submit(params, { request: 'openPosition' });
  const result = submission.accepted ? await account.settle(submission) : undefined;
  if (result?.status !== 'success') t.notApplicable('the target does not let so much be opened');
  const id = result.event?.positions?.[0]?.id;
  if (id !== undefined && t.dialect.has('closePosition')) await account.closePosition(id);
}

/** The market may fill an opening in part: then there may not be enough to close parts of. */
function requireFilled(t: CheckContext, opened: PositionView | undefined, wanted: string): void {
  const shown = figureOf(opened?.volume);
  if (shown !== undefined && compare(shown, parseDecimal(wanted)) < 0) {
    t.notApplicable('the market filled the opening in part');
  }
}

/** The parameters without their account, as a wish. */
function wished({ accountId: _account, instrument, ...order }: RequestParams): object {
  return { ...order, ...(instrument && { instrument }) };
}

async function levels(
  account: Account,
  order: RequestParams,
  { protection, orderType: type, side }: Context,
): Promise<Partial<RequestParams>> {
  if (protection === 'none') return {};
  const { accountId: _account, instrument, price, ...rest } = order;
  const { stopLossPrice, takeProfitPrice } = await account.protection({
    ...rest,
    type,
    side,
    ...(instrument && { instrument }),
    ...(price !== undefined && { price }),
  });
  return {
    ...(protection !== 'take-profit' && { stopLossPrice }),
    ...(protection !== 'stop-loss' && { takeProfitPrice }),
  };
}

/**
 * Sends it, so that it ends as the context has it; undecided unless the target acknowledges it. What a trading rule rejects may break the
 * form of a request as well, and what is over may not be found: where it is refused at once there is nothing here to judge.
 */
export async function done(t: CheckContext, { account, context }: ContextTrial, deed: Deed): Promise<Placed> {
  const { params, request, subject } = deed;
  if (context.result === 'failed') await failNext(t, account);
  const options = { request, ...keyOf(t, context) };
  if (context.result !== 'rejected') return account.place(params, options);
  const submission = await account.submit(params, options);
  const { status = 0 } = submission.exchange.answer ?? {};
  const isRefused = subject === undefined ? status === 400 : status >= 400 && status <= 499 && status !== 429;
  if (isRefused) t.notApplicable('the target refuses such a request before the ACK');
  return placed(account.id, submission);
}

/** Does the like of it so often before as the context has it. */
export async function doneBefore(t: CheckContext, trial: ContextTrial, instrument: ProfileInstrument): Promise<void> {
  const times = { first: 0, second: 1, sixth: 5 }[trial.context.use];
  for (let time = 0; time < times; time += 1) {
    const submission = await done(t, trial, await deedOf(t, trial, instrument));
    await trial.account.settle(submission);
  }
}

export const DELAY_MS: Readonly<Record<Context['delay'], number>> = {
  none: 0,
  unfinished: 0,
  moment: 300,
  seconds: 2000,
};
