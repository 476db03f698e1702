// Interface 4; 5.3, rule 9: what concerns an account goes under the path of that account, streams included.
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { isCurrent } from '../stage/expect.js';
import { fact, seenSo, together } from '../stage/grounds.js';
import { sentFor } from '../stage/sendings.js';
import type { Stage, Task } from '../stage/stage.js';

clientCheck(
  'auth.client-own-account/two-in-turn',
  {
    title: 'sends what concerns an account under its path',
    depth: 'wire',
    situation: honest,
    needs: { accounts: 2 },
  },
  async (stage) => {
    const [first = '', second = ''] = stage.accounts;
    stage.reached('a service with two accounts', second !== '');
    await stage.begin({ account: 1 });
    const told: Task[] = [];
    for (const account of [first, second, first]) {
      const order = stage.place({ account });
      told.push(order);
      await order.reply;
      // Repeats of an earlier one may come late.
      const sent = sentFor(stage, order, told);
      stage.reached(`a placement for account ${account}`, sent.length > 0);
      for (const request of sent) {
        stage.expect.that(request.read.accountId === account, {
          grounds: seenSo(request, fact('/path', 'includes', account)),
          expected: `the path of account ${account}`,
          actual: request.target,
          evidence: [request],
          certain: true,
        });
      }
    }
    const streams = stage.seen.opened();
    if (streams.length === 0) return;
    const opened = new Set(streams.map(({ read }) => read?.accountId));
    stage.expect.that(opened.has(first) && opened.has(second), {
      grounds: together(
        ...[first, second].map((account) =>
          seenSo(
            streams.find(({ read }) => read?.accountId === account),
            fact('/path', 'includes', account),
          ),
        ),
      ),
      expected: `a stream of each of the accounts ${first} and ${second}`,
      actual: `streams of ${[...opened].join(' and ')}`,
      evidence: streams,
      timely: true,
    });
  },
);

clientCheck(
  'subscriptions.client-own-account/two-side-by-side',
  {
    title: 'shows of each of two accounts the orders of that one',
    depth: 'view',
    situation: honest,
    needs: { accounts: 2, operations: ['place'] },
  },
  async (stage) => {
    const [first = '', second = ''] = stage.accounts;
    stage.reached('a service with two accounts', second !== '');
    await stage.begin({ account: 1 });
    for (const account of [first, second, first]) {
      const { state } = await stage.place({ account }).settled();
      stage.reached(`an order for account ${account} that the client knows to rest`, state === 'success');
    }
    await stage.barrier();
    for (const [account, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const shown = await shownOrders(stage, account);
      // Two accounts may have names in common.
      const foreign = shown.filter((id) => !isOrderOf(stage, account, id) && isOrderOf(stage, other, id));
      stage.expect.that(foreign.length === 0, {
        expected: `none of the orders of account ${other} in the view of account ${account}`,
        actual: foreign.join(', '),
      });
    }
  },
);

/** By whatever name the client knows it. */
function isOrderOf({ service }: Stage, account: string, shown: string): boolean {
  const id = service.identifier('ord', account, shown);
  return service.view(account).state.orders.some((order) => order.id === id);
}

/** Asked again a few times until the view shows as many as the account has; undecided of one that never does. */
const TRIES = 5;

async function shownOrders(stage: Stage, account: string): Promise<readonly string[]> {
  const { length } = stage.service.view(account).state.orders;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const view = await stage.ask('view', { account });
    const ids = view.orders?.map(({ id }) => id) ?? [];
    const own = ids.filter((id) => isOrderOf(stage, account, id));
    if (isCurrent(view, 'transactions') && own.length >= length) return ids;
    await stage.grace();
  }
  return stage.undecided(`the client never showed the orders of account ${account}`);
}
