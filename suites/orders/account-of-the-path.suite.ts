// The account in the path is the one that a mutating call acts on (interface 4): what another account has, it neither closes nor cancels
// nor protects. How such a call is refused is open, and whether it names something of its own account by chance as well; judged is
// that the other account is as it was.
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { ENDINGS } from '../words/calls/endings.js';
import { sltpOf } from '../words/trading/prices.js';
import { submitToEnd } from '../words/trading/refusal.js';

type State = Awaited<ReturnType<Account['state']>>;

interface ForeignCall {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  readonly request: RequestName;
  /** What the call acts on, made on the account that has it, and the call under that account. */
  readonly make: (t: CheckContext) => Promise<{ readonly id: string; readonly params: RequestParams }>;
  /** Whether the account shows the call's effect on it. */
  readonly isDone: (state: State, id: string) => boolean;
}

const FOREIGN_CALLS: readonly ForeignCall[] = [
  ...ENDINGS.map(
    ({ word, doing, needs, request, list, member, begin }): ForeignCall => ({
      slug: word,
      words: doing,
      needs,
      request,
      make: async (t) => {
        const { id } = await begin(t);
        return { id, params: { accountId: t.account.id, [member]: id } };
      },
      isDone: (state, id) => !(state[list] ?? []).some((one) => one.id === id),
    }),
  ),
  {
    slug: 'sltp',
    words: 'protect a position',
    needs: { claims: ['positions', 'sltp'] },
    request: 'placeOrder',
    make: async (t) => {
      const { positionId: id } = await t.account.openPosition({ side: 'buy' });
      return { id, params: await sltpOf(t, id) };
    },
    isDone: ({ orders = [], positions = [] }, id) =>
      orders.some(({ positionId }) => positionId === id) ||
      positions.some((one) => one.id === id && (isLevel(one.stopLossPrice) || isLevel(one.takeProfitPrice))),
  },
];

/** A position without a level may show null, or a zero. */
function isLevel(price: unknown): boolean {
  return typeof price === 'string' && /[1-9]/.test(price);
}

for (const { slug, words, needs, request, make, isDone } of FOREIGN_CALLS) {
  scenario({
    id: `orders.account-of-the-path/${slug}`,
    title: `does not ${words} of another account than the one in the path`,
    needs: { ...needs, accounts: 2 },
    async run(t, own, other) {
      const { id, params } = await make(t);
      const before = await own.state();
      if (isDone(before, id)) t.inconclusive('the account shows the effect beforehand', [before]);
      const { submission } = await submitToEnd(t, { ...params, accountId: other.id }, { request, account: other });
      const after = await own.state();
      t.expect.that(!isDone(after, id), {
        expected: `${id} as it was`,
        actual: 'changed by a call under the path of another account',
        evidence: [submission, after, before],
      });
      // The same call under the account itself does what it says, so that it was the account that mattered.
      await own.complete(params, { request });
      if (!isDone(await own.state(), id)) {
        t.notApplicable('snapshots do not show what such a call does, which is left open');
      }
    },
  });
}
