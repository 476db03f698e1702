// The form of refusals that lie in no fault of a request (interface 7.1): beyond a quota, during a maintenance, and for a key that was used
// for something else, each call that changes something names error.code and error_message. What is wrong with a request itself is judged
// wherever it comes, by the history checker `error-form`.
import { isSuccessful } from '../../toolkit/base/is-successful.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CALLS, type Call } from '../words/calls/calls.js';
import { beyondQuota } from '../words/trading/beyond-quota.js';

interface Cause {
  readonly slug: string;
  readonly words: string;
  readonly needs: Needs;
  /** How the conflict is answered is not shown; what else is refused is of the table, for the call that has one. */
  readonly level?: 'should';
  readonly provoke: (t: CheckContext, call: Call) => Promise<HttpExchange>;
}

const CAUSES: readonly Cause[] = [
  {
    slug: 'conflict',
    words: 'under a key that was used for another one',
    needs: {},
    level: 'should',
    async provoke(t, call) {
      const { key } = await call.place(t.account);
      // Of another price, or of another side.
      const side = (await call.params(t.account)).side === 'buy' ? 'sell' : 'buy';
      const other = await call.params(t.account);
      const changed: RequestParams = call.word === 'order' ? other : { ...other, side };
      return (await call.submit(t.account, changed, { idempotencyKey: key })).exchange;
    },
  },
  {
    slug: 'beyond-a-quota',
    words: 'beyond its quota',
    needs: { claims: ['quota'], control: ['limits.exhaust', 'limits.restore'] },
    async provoke(t, call) {
      const account = { account_id: t.account.id };
      const params = await call.params(t.account);
      const restored = t.cleanup(() => t.control('limits.restore', account));
      const { sent } = await beyondQuota(
        t,
        async () => {
          await t.control('limits.exhaust', { ...account, request: call.request });
          return restored;
        },
        () => call.submit(t.account, params),
      );
      if (sent.exchange.answer?.status !== 429) t.inconclusive(`the ${call.word} was not refused so`, [sent]);
      return sent.exchange;
    },
  },
  {
    slug: 'maintenance',
    words: 'during a maintenance',
    needs: { control: ['service.maintenance'] },
    async provoke(t, call) {
      const params = await call.params(t.account);
      const end = await t.under('maintenance');
      const sent = await call.submit(t.account, params);
      await end();
      if (sent.accepted) t.notApplicable('the target acknowledges it then, and tells the end by the result');
      return sent.exchange;
    },
  },
];

for (const call of CALLS) {
  for (const { slug, words, needs, level, provoke } of CAUSES) {
    scenario({
      id: `errors.code-present/${call.word}-${slug}`,
      title: `names error.code and error_message where it refuses an ${call.word} ${words}`,
      requirements: ['errors.message-present', 'errors.body-json'],
      ...((level ?? (call.word === 'opening' ? 'should' : undefined)) === 'should' && { level: 'should' as const }),
      needs: { ...call.needs, ...needs },
      effort: 'standard',
      async run(t) {
        const refused = await provoke(t, call);
        if (isSuccessful(refused.answer?.status ?? 0)) t.inconclusive('the request was accepted', [refused]);
        t.expect.at(refused, '/body', 'type', 'object', { requirement: 'errors.body-json' });
        t.expect.at(refused, '/view/code', 'type', ['string', 'number']);
        t.expect.at(refused, '/view/message', 'type', 'string', { requirement: 'errors.message-present' });
      },
    });
  }
}
