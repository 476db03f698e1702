// Set-up verbs: bring an account into a state from which a check begins. When the target does not let them, the check is undecided,
// never failed: what they rely on is judged elsewhere.
import type { OrderView } from '../../../../toolkit/profile/dialect/views.js';
import { Undecided } from '../../check-end.js';
import type {
  Account,
  Events,
  FinalResult,
  Mark,
  OpenedOrder,
  OpenedPosition,
  OrderWish,
  Placed,
  SetUpOptions,
  Submission,
  SubmitOptions,
} from '../../context.js';
import { OF_MOMENT } from '../market/not-possible-now.js';
import type { CheckScope } from '../scope.js';
import { canCancelOrders, canClosePositions, hasCloseRequest } from '../target/ways-to-undo.js';
import { describeAnswer } from '../verdict/answer.js';

/** What set-up works with: the account's own verbs, and what lies behind them. */
interface AccountAtWork extends Account {
  readonly scope: CheckScope;
  /** The stream on which set-up awaits results; without one it reads operation status. */
  watch(): Promise<Events | undefined>;
}

export async function openOrder(
  account: AccountAtWork,
  wish: OrderWish,
  { events: given, ...send }: SetUpOptions,
): Promise<OpenedOrder> {
  const params = await account.order(wish);
  if (params.type !== 'sltp') refuseWhereFull(account);
  const events = given ?? (await account.watch());
  const submission = await account.place(params, send);
  const result = done('an order', await account.settle(submission, events));
  const { dialect } = account.scope.target;
  const orders = result.event?.orders ?? [];
  const isMain = (order: OrderView): boolean =>
    order.type !== undefined && dialect.meaning('orderType', order.type) === params.type;
  const order = orders.find(isMain) ?? (orders.length === 1 ? orders[0] : undefined);
  return {
    submission,
    result,
    get orderId(): string {
      return shown(order?.id, 'open order', result.record);
    },
  };
}

export async function openPosition(
  account: AccountAtWork,
  wish: OrderWish,
  { events: given, ...send }: SetUpOptions,
): Promise<OpenedPosition> {
  const params = await account.order({ type: 'market', ...wish });
  const events = given ?? (await account.watch());
  const submission = await account.place(params, { ...send, request: 'openPosition' });
  const result = done('a position', await account.settle(submission, events));
  return {
    submission,
    result,
    get positionId(): string {
      return shown(result.event?.positions?.[0]?.id, 'opened position', result.record);
    },
  };
}

/** Through the target's own request where its dialect has one, else by control action. Resolves once the close is reported. */
export async function closePosition(
  account: AccountAtWork,
  positionId: string,
  volume?: string,
): Promise<Submission | undefined> {
  const { target } = account.scope;
  const part = volume === undefined ? {} : { volume };
  if (hasCloseRequest(target)) {
    const params = { accountId: account.id, positionId, ...part };
    return (await account.complete(params, { request: 'closePosition' })).submission;
  }
  if (!target.control.has('position.close')) {
    throw new Undecided(
      'there is no way to close a position',
      [],
      ['dialect request closePosition or control position.close'],
    );
  }
  const events = await account.watch();
  if (events === undefined) throw target.accountStreams.undecided();
  const after = events.received.at(-1)?.record ?? 0;
  await account.scope.controls.perform('position.close', { account_id: account.id, position_id: positionId, ...part });
  const touches = (positions: readonly { readonly id?: string }[] | undefined): boolean =>
    positions?.some((position) => position.id === positionId) === true;
  const reported = await events.next(
    (message) => message.kind === 'transaction_event' && touches(message.view.positions),
    { after },
  );
  if (reported === undefined) throw new Undecided(`no transaction_event reported the close of position ${positionId}`);
  return undefined;
}

/**
 * Causes something that takes effect, as the barrier behind which whatever was sent before has happened or will not: an order as a rule;
 * a market position where orders cannot be cancelled and positions can be closed, or where the account takes no more orders.
 */
export async function mark(account: AccountAtWork, withOrders: boolean): Promise<Mark> {
  if (withOrders) refuseWhereFull(account);
  const { target, untended } = account.scope;
  const canOpen = target.profile.claims.positions && target.dialect.has('openPosition');
  const keeps = !untended.has(account.id) && !canCancelOrders(target);
  if (!canOpen || !keeps || !(canClosePositions(target) || target.fullAccounts.has(account.id))) {
    await openOrder(account, {}, {});
    return { orders: 1, bought: '0' };
  }
  const order = await account.order({ type: 'market', side: 'buy' });
  await openPosition(account, order, {});
  return { orders: 0, bought: String(order.volume) };
}

function refuseWhereFull({ id, scope }: AccountAtWork): void {
  if (scope.target.fullAccounts.has(id)) throw scope.target.fullAccounts.undecided(id);
}

/** What of a set-up the target need not have shown is asked for when a check reads it, since most do not. */
function shown(id: string | undefined, what: string, record: number): string {
  if (id !== undefined) return id;
  throw new Undecided(`the ${what} shows no identifier; bind it in the dialect`, [record]);
}

export function placed(accountId: string, submission: Submission): Placed {
  const { exchange, record, operationId } = submission;
  const { name } = exchange.request;
  if (!submission.accepted) {
    const answer = describeAnswer(exchange, submission.error ?? {});
    throw new Undecided(`${name} on account ${accountId} was not accepted: ${answer}`, [record]);
  }
  return {
    ...submission,
    accepted: true,
    get operationId(): string {
      if (operationId !== undefined) return operationId;
      throw new Undecided(`the ACK of ${name} shows no operation_id; bind it in the dialect`, [record]);
    },
  };
}

export function done(what: string, result: FinalResult): FinalResult {
  if (result.status === 'success') return result;
  const { event, operation } = result;
  const names = [event?.errorMessage, operation?.errorMessage, event?.errorCode, operation?.errorCode];
  const code = names.find((name) => name !== undefined && name !== null) ?? null;
  const reason = `set-up of ${what} ended as ${result.status} ${JSON.stringify(code)}`;
  throw names.some((name) => OF_MOMENT.includes(String(name)))
    ? new WrongMoment(reason, [result.record])
    : new Undecided(reason, [result.record]);
}

/** The result says no more than that it was not possible then. */
class WrongMoment extends Undecided {
  override readonly name = 'WrongMoment';
}

/** Requests of one set-up that may meet the wrong moment, the first included. */
const MOMENTS = 4;

/** Asks again, under another key, where the moment was wrong; a key that was given is the check's, and asked with once. */
export async function inGoodTime<Done>(ask: () => Promise<Done>, { idempotencyKey }: SubmitOptions): Promise<Done> {
  for (let moments = 1; ; moments += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof WrongMoment) || idempotencyKey !== undefined || moments === MOMENTS) throw error;
    }
  }
}
