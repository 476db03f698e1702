// Interface 4; 5.3, rule 9: what concerns an account goes under the path of that account, streams included.
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { fact, seenSo, together } from '../stage/grounds.js';
import { sentFor } from '../stage/sendings.js';
import type { Task } from '../stage/stage.js';

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
