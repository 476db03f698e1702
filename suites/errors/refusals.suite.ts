// The form of refusals (interface 7.1): a JSON object with error.code and error_message, a public name, and nothing of the inside of
// the service. Which status and code stand for what is judged where the interface names them.
import { isSuccessful } from '../../toolkit/base/is-successful.js';
import { damageOf } from '../../toolkit/wire/damage/library.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { READ } from '../words/needs.js';

interface Refused {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  /** The interface shows no code for it, so none is asked for. */
  readonly hasNoCode?: true;
  readonly provoke: (t: CheckContext) => Promise<HttpExchange>;
}

const REFUSED: readonly Refused[] = [
  {
    id: 'errors.body-json/wrong-signature',
    words: 'a wrongly signed read',
    needs: READ,
    provoke: (t) =>
      t.twin({ send: (options) => t.account.request('limits', {}, options), damage: damageOf('sign-bit-in-s').damage }),
  },
  {
    id: 'errors.body-json/broken-body',
    words: 'a placement whose body is no JSON',
    needs: {},
    provoke: (t) => damagedOrder(t, { body: '{"volume":' }),
  },
  {
    id: 'errors.body-json/malformed-key',
    words: 'a placement with a malformed idempotency key',
    needs: {},
    provoke: (t) => damagedOrder(t, { idempotencyKey: 'no/such key' }),
  },
  {
    id: 'errors.body-json/unknown-account',
    words: 'a placement on an account that does not exist',
    needs: {},
    hasNoCode: true,
    provoke: async (t) => {
      const order = { ...(await t.account.order()), accountId: t.unknownAccountId };
      return (await t.account.submit(order)).exchange;
    },
  },
];

async function damagedOrder(t: CheckContext, damage: SendOptions): Promise<HttpExchange> {
  const order = await t.account.order();
  return t.twin({ send: (options) => t.account.submit(order, options), damage });
}

for (const { id, words, needs, hasNoCode, provoke } of REFUSED) {
  scenario({
    id,
    title: `answers ${words} with a JSON object${hasNoCode ? '' : ' that carries error.code and error_message'}`,
    ...(hasNoCode !== true && { requirements: ['errors.code-present', 'errors.message-present'] }),
    needs,
    async run(t) {
      const refused = await provoke(t);
      // A body that is not JSON is journalled as null; what acknowledges a wrong body first has nothing to show here.
      if (refused.answer !== undefined && isSuccessful(refused.answer.status)) {
        t.inconclusive('the request was accepted', [refused]);
      }
      t.expect.refused(refused);
      t.expect.at(refused, '/body', 'type', 'object');
      if (hasNoCode === true) return;
      t.expect.at(refused, '/view/code', 'type', ['string', 'number'], { requirement: 'errors.code-present' });
      t.expect.at(refused, '/view/message', 'type', 'string', { requirement: 'errors.message-present' });
    },
  });
}
