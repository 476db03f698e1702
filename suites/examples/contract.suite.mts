// A suite of your own, in a file of your own: run it with `tsi run own --suites suites/examples`. Ids of requirements that you state yourself
// begin with `own.`; everything else is as in the suites of the package.
import { scenario } from 'tsi-conformance';

scenario({
  id: 'own.order-in-snapshot/after-its-result',
  title: 'shows a resting order in the snapshot that a new subscription brings',
  run: async (t) => {
    const order = await t.account.openOrder();
    const state = await t.account.state();
    t.expect.that(state.orders?.some(({ id }) => id === order.orderId) === true, {
      expected: `order ${order.orderId}`,
      actual: 'a snapshot without it',
      evidence: [state],
    });
  },
});

scenario({
  id: 'own.answers-in-time/account-read',
  title: 'answers a read of the account within the second that our contract grants',
  needs: { shared: true, readOnly: true },
  run: async (t) => {
    const started = performance.now();
    const { answer } = await t.account.request('account', {});
    const tookMs = Math.round(performance.now() - started);
    t.expect.that(tookMs < 1000, {
      expected: 'an answer within 1000 ms',
      actual: `an answer after ${tookMs} ms`,
      evidence: answer === undefined ? [] : [answer],
    });
  },
});
