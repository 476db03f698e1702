// The account in the path is the one that a mutating call acts on (interface 4): what another account has, it neither closes nor cancels
// nor protects. How such a call is refused is open, and whether it names something of its own account by chance as well; judged is
// that the other account is as it was.
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { sltpOf } from '../words/trading/prices.js';

type State = Awaited<ReturnType<Account['state']>>;

interface Call {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly request: RequestName;
  /** What the call acts on, made on the account that has it. */
  readonly make: (t: CheckContext) => Promise<{ readonly id: string; readonly params: RequestParams }>;
  /** Whether the account shows the call's effect on it. */
  readonly isDone: (state: State, id: string) => boolean;
}

async function positionOf(t: CheckContext): Promise<string> {
  const { positionId, result } = await t.account.openPosition({ side: 'buy' });
  return (
    positionId ?? t.inconclusive('the opened position shows no identifier; bind it in the dialect', [result.record])
  );
}

async function orderOf(t: CheckContext): Promise<string> {
  const { orderId, result } = await t.account.openOrder();
  return orderId ?? t.inconclusive('the open order shows no identifier; bind it in the dialect', [result.record]);
}

const CALLS: readonly Call[] = [
  {
    slug: 'close',
    words: 'close a position',
    needs: { claims: ['positions', 'closePosition'], requests: ['closePosition'] },
    request: 'closePosition',
    make: async (t) => {
      const positionId = await positionOf(t);
      return { id: positionId, params: { accountId: t.account.id, positionId } };
    },
    isDone: ({ positions = [] }, id) => !positions.some((position) => position.id === id),
  },
  {
    slug: 'cancellation',
    words: 'cancel an order',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    request: 'cancelOrder',
    make: async (t) => {
      const orderId = await orderOf(t);
      return { id: orderId, params: { accountId: t.account.id, orderId } };
    },
    isDone: ({ orders = [] }, id) => !orders.some((order) => order.id === id),
  },
  {
    slug: 'sltp',
    words: 'protect a position',
    needs: { claims: ['positions', 'sltp'] },
    request: 'placeOrder',
    make: async (t) => {
      const id = await positionOf(t);
      return { id, params: await sltpOf(t, id) };
    },
    isDone: ({ orders = [], positions = [] }, id) =>
      orders.some(({ positionId }) => positionId === id) ||
      positions.some((one) => one.id === id && (isLevel(one.stopLossPrice) || isLevel(one.takeProfitPrice))),
  },
];

/** The same call under the account itself does what it says, so that it was the account that mattered. */
async function expectEffect(
  t: CheckContext,
  account: Account,
  {
    request,
    params,
    isDone,
  }: { readonly request: RequestName; readonly params: RequestParams; readonly isDone: (state: State) => boolean },
): Promise<void> {
  const twin = await account.submit(params, { request });
  const result = twin.accepted ? await account.settle(twin) : undefined;
  if (result?.status !== 'success')
    t.inconclusive('the same call under the account itself does not succeed', [result?.record ?? twin.exchange.record]);
  if (!isDone(await account.state()))
    t.notApplicable('snapshots do not show what such a call does, which is left open');
}

/** A position without a level may show null, or a zero. */
function isLevel(price: unknown): boolean {
  return typeof price === 'string' && /[1-9]/.test(price);
}

for (const { slug, words, needs, request, make, isDone } of CALLS) {
  scenario({
    id: `orders.account-of-the-path/${slug}`,
    title: `does not ${words} of another account than the one in the path`,
    needs: { ...needs, accounts: 2 },
    async run(t) {
      const [one, other] = t.accounts;
      if (one === undefined || other === undefined) return t.inconclusive('two accounts are needed');
      const { id, params } = await make(t);
      const before = await one.state();
      if (isDone(before, id)) t.inconclusive('the account shows the effect beforehand', [before.record]);
      const submission = await other.submit({ ...params, accountId: other.id }, { request });
      if (submission.accepted) await other.settle(submission);
      const after = await one.state();
      const isUntouched = !isDone(after, id);
      if (isUntouched) await expectEffect(t, one, { request, params, isDone: (state) => isDone(state, id) });
      t.expect.that(isUntouched, {
        expected: `${id} as it was`,
        actual: 'changed by a call under the path of another account',
        evidence: [submission.exchange.record, after.record, before.record],
      });
    },
  });
}
