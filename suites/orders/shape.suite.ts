// The shape of a placement (interface 4.1): a JSON object of media type application/json with decimal strings. Each faulty body is
// signed as it is, so that only its shape is judged.

import type { JsonValue } from '../../toolkit/payload/json.js';
import type { CheckId } from '../runner/check-id.js';
import type { SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';
import { expectNotExecuted } from '../words/trading/not-executed.js';

interface WrongShape {
  readonly id: CheckId;
  readonly title: string;
  readonly damage: SendOptions;
  readonly status?: number;
}

const SHAPES: readonly WrongShape[] = [
  {
    id: 'orders.body-malformed-refused/unclosed-object',
    title: 'a body that ends too early',
    damage: { body: '{"volume":"1"' },
    status: 400,
  },
  {
    id: 'orders.body-malformed-refused/trailing-comma',
    title: 'a trailing comma',
    damage: { body: '{"volume":"1",}' },
    status: 400,
  },
  { id: 'orders.body-malformed-refused/plain-text', title: 'plain text', damage: { body: 'buy one' }, status: 400 },
  {
    id: 'orders.body-malformed-refused/bad-utf8',
    title: 'bytes that are not UTF-8',
    damage: { body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
    status: 400,
  },
  { id: 'orders.body-not-object-refused/array', title: 'an array', damage: { body: '[]' }, status: 400 },
  { id: 'orders.body-not-object-refused/text', title: 'a JSON string', damage: { body: '"order"' }, status: 400 },
  { id: 'orders.body-not-object-refused/null', title: 'null', damage: { body: 'null' }, status: 400 },
  { id: 'orders.body-missing-refused/empty-body', title: 'no body', damage: { body: '' } },
];

for (const { id, title, damage, status } of SHAPES) {
  scenario({
    id,
    title: `does not execute a placement whose body is ${title}`,
    purposes: [61],
    async run(t) {
      const good = await t.account.order();
      const refusal = await expectNotExecuted(t, { good, bad: await t.account.order(), options: damage });
      // REQUEST_INVALID may also come as final result; only an immediate refusal has a status to judge.
      if (refusal.result === undefined && status !== undefined) t.expect.status(refusal.submission.exchange, status);
    },
  });
}

for (const { slug, contentType } of [
  { slug: 'text-plain', contentType: 'text/plain' },
  { slug: 'form', contentType: 'application/x-www-form-urlencoded' },
  { slug: 'xml', contentType: 'application/xml' },
]) {
  scenario({
    id: `orders.media-type-refused/${slug}`,
    title: `refuses a correctly signed JSON body labelled ${contentType} with 400`,
    async run(t) {
      const params = await t.account.order();
      const executions = await countFrom(t);
      const refused = await t.twin({
        send: async (options) => (await t.account.submit(params, options)).exchange,
        damage: { contentType },
      });
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

for (const { of, member, noun } of [
  { of: 'orders.volume-malformed-refused', member: 'volume', noun: 'volume' },
  { of: 'orders.price-malformed-refused', member: 'price', noun: 'price' },
] as const) {
  for (const { slug, value, level } of MALFORMED) {
    scenario({
      id: `${of}/${slug}`,
      title: `does not execute an order whose ${noun} is ${slug.replaceAll('-', ' ')}`,
      ...(level && { level }),
      purposes: [62],
      async run(t) {
        const good = await t.account.order();
        await expectNotExecuted(t, { good, bad: { ...(await t.account.order()), [member]: value } });
      },
    });
  }
}

for (const { of, member } of [
  { of: 'orders.volume-number-refused', member: 'volume' },
  { of: 'orders.price-number-refused', member: 'price' },
] as const) {
  scenario({
    id: `${of}/json-number`,
    title: `does not execute an order whose ${member} is a JSON number`,
    async run(t) {
      const good = await t.account.order();
      const order = await t.account.order();
      const asNumber: JsonValue = Number(order[member]);
      await expectNotExecuted(t, { good, bad: { ...order, [member]: asNumber } });
    },
  });
}
