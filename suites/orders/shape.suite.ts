// The shape of a placement (interface 4.1): a JSON object of media type application/json with decimal strings. Each wrong body is
// signed as it is, so that only its shape is judged.

import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';
import { expectNotExecuted, expectStatusAtOnce } from '../words/trading/refusal.js';

const NOT_UTF8 = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);

for (const { id, title, body } of [
  {
    id: 'orders.body-malformed-refused/unclosed-object',
    title: 'a body that ends too early',
    body: '{"volume":"1"',
  },
  { id: 'orders.body-malformed-refused/trailing-comma', title: 'a trailing comma', body: '{"volume":"1",}' },
  { id: 'orders.body-malformed-refused/plain-text', title: 'plain text', body: 'buy one' },
  { id: 'orders.body-malformed-refused/bad-utf8', title: 'bytes that are not UTF-8', body: NOT_UTF8 },
  { id: 'orders.body-not-object-refused/array', title: 'an array', body: '[]' },
  { id: 'orders.body-not-object-refused/text', title: 'a JSON string', body: '"order"' },
  { id: 'orders.body-not-object-refused/null', title: 'null', body: 'null' },
  { id: 'orders.body-missing-refused/empty-body', title: 'no body', body: '' },
] as const) {
  scenario({
    id,
    title: `does not execute a placement whose body is ${title}`,
    ...(body !== '' && { requirements: ['orders.sync-code-400'] as const }),
    purposes: [61],
    async run(t) {
      const refusal = await expectNotExecuted(t, { send: { body } });
      // REQUEST_INVALID may also come as final result, and what stands before the service may refuse odd bytes in its own way (413 or
      // 431 for instance): the table of 4.1 is the service's. Which status refuses an absent body is open.
      if (body !== '') expectStatusAtOnce(t, refusal, 400, { requirement: 'orders.sync-code-400' });
    },
  });
}

for (const { id, contentType } of [
  { id: 'orders.media-type-refused/text-plain', contentType: 'text/plain' },
  { id: 'orders.media-type-refused/form', contentType: 'application/x-www-form-urlencoded' },
  { id: 'orders.media-type-refused/xml', contentType: 'application/xml' },
] as const) {
  scenario({
    id,
    title: `refuses a correctly signed JSON body labelled ${contentType} with 400`,
    // The label binds the sender; the code of 4.1 says how a refusal is named, and nothing that one is owed.
    level: 'should',
    async run(t) {
      const order = await t.account.order();
      const executions = await countFrom(t);
      const send = (options: SendOptions) => t.account.submit(order, options);
      const refused = await t.twin({ send, damage: { contentType } });
      t.expect.refused(refused);
      t.expect.status(refused, 400);
      t.expect.errorName(refused, ['REQUEST_UNSUPPORTED_MEDIA_TYPE']);
      await executions.expect({ orders: 1 });
    },
  });
}

const MALFORMED: readonly { readonly slug: string; readonly value: string; readonly level?: 'should' }[] = [
  { slug: 'words', value: 'one' },
  { slug: 'empty', value: '' },
  { slug: 'two-points', value: '1.0.0' },
  { slug: 'comma', value: '1,5' },
  { slug: 'hexadecimal', value: '0x10' },
  { slug: 'not-a-number', value: 'NaN' },
  { slug: 'infinity', value: 'Infinity' },
  // Digits all the same: the grammar of decimals is left open, and some readers take those of any script.
  { slug: 'arabic-digits', value: '\u0661\u0662', level: 'should' },
];

for (const { malformed, id, member } of [
  { malformed: 'orders.volume-malformed-refused', id: 'orders.volume-number-refused/json-number', member: 'volume' },
  { malformed: 'orders.price-malformed-refused', id: 'orders.price-number-refused/json-number', member: 'price' },
] as const) {
  for (const { slug, value, level } of MALFORMED) {
    scenario({
      id: `${malformed}/${slug}`,
      title: `does not execute an order whose ${member} is ${slug.replaceAll('-', ' ')}`,
      ...(level && { level }),
      purposes: [62],
      async run(t) {
        // Whoever reads such a price as none at all has an order to buy below the market, which rests.
        const make = (): Promise<RequestParams> => t.account.order({ type: 'limit', side: 'buy' });
        await expectNotExecuted(t, { make, spoil: (order) => ({ ...order, [member]: value }) });
      },
    });
  }

  scenario({
    id,
    title: `does not execute an order whose ${member} is a JSON number`,
    async run(t) {
      await expectNotExecuted(t, { spoil: (order) => ({ ...order, [member]: Number(order[member]) }) });
    },
  });
}
