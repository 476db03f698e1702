// The same wrong placement time and again (interface 4.1, synchronous responses): it is refused each time, and a service that fails on some
// of them is seen. An unexpected error may happen once; other refusals in between are the world's.
import type { SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const TIMES = 9;
const UNEXPECTED = 500;

for (const { id, words, wrong } of [
  {
    id: 'orders.sync-code-500/broken-body-again-and-again',
    words: 'a body that is no JSON',
    wrong: { body: '{' },
  },
  {
    id: 'orders.sync-code-500/malformed-key-again-and-again',
    words: 'a malformed idempotency key',
    wrong: { idempotencyKey: 'no/such key' },
  },
] as const) {
  scenario({
    id,
    title: `refuses ${words} ${TIMES} times, and does not fail on some of them`,
    effort: 'standard',
    async run(t) {
      const order = await t.account.order();
      const options: SendOptions = wrong;
      const first = await t.twin({ send: (damage) => t.account.submit(order, damage), damage: options });
      const failed = [];
      for (let n = 1; n < TIMES; n += 1) {
        const again = await t.account.submit(order, options);
        if (again.exchange.answer?.status === UNEXPECTED) failed.push(again);
      }
      t.expect.that(failed.length <= 1 || first.answer?.status === UNEXPECTED, {
        expected: `HTTP ${first.answer?.status} as the first time`,
        actual: `HTTP ${UNEXPECTED}, ${failed.length} of ${TIMES} times`,
        evidence: [first, ...failed],
      });
    },
  });
}
