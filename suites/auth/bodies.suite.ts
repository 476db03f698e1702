// The hash covers bodies of any size, however they are sent (interface 5.2, body_hash): a sound order under many blanks or in chunks, and
// its twin with a blank made a newline after signing. Which bodies a target takes is its own affair: where it refuses the sound one, and
// takes the same order otherwise, there is nothing to judge.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange, WireRequest } from '../../toolkit/wire/exchange.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';
import { expectNotAboutSigning } from './not-about-signing.js';

const KIB = 1024;
/** Statuses of a body that is too large, or has no stated length; 401 where what a target hashed was not the body. */
const REFUSALS = [400, 401, 411, 413];
const LAST_BLANK_AS_NEWLINE = {
  name: 'the last blank of the body made a newline after signing',
  wire: (request: WireRequest): WireRequest => ({
    ...request,
    body: Buffer.concat([request.body.subarray(0, -1), Buffer.from('\n')]),
  }),
};

const SIZES = [
  { slug: 'order-of-two-kib', bytes: 2 * KIB, words: 'an order of 2 KiB' },
  { slug: 'order-of-seventy-kib', bytes: 70 * KIB, words: 'an order of 70 KiB' },
];

for (const { slug, bytes, words, inChunks } of [
  ...SIZES.map((size) => ({ ...size, inChunks: false })),
  { slug: 'order-in-chunks', bytes: 0, words: 'an order sent in chunks', inChunks: true },
]) {
  scenario({
    id: `auth.body-bytes-protected/${slug}`,
    title: `refuses ${words} of which one blank was changed after signing, and executes nothing`,
    purposes: [63],
    async run(t) {
      const params = await t.account.order();
      const body = padded(t, params, bytes);
      const executions = await countFrom(t);
      const send = async (options: SendOptions): Promise<HttpExchange> =>
        (await t.account.submit(params, { ...options, body, inChunks })).exchange;
      const { answer, record } = await send({});
      if (answer === undefined || answer.status >= 300) {
        const isRefusal = answer !== undefined && REFUSALS.includes(answer.status);
        if (isRefusal && (await t.account.submit(params)).accepted)
          t.notApplicable(`the target does not take ${words}`);
        t.inconclusive('the order was refused, and otherwise too', [record]);
      }
      t.expect.refused(await t.twin({ send, damage: LAST_BLANK_AS_NEWLINE }));
      await executions.expect({ orders: 2 });
    },
  });
}

for (const { slug, bytes, words } of SIZES) {
  scenario({
    id: `auth.body-hash-exact-bytes/${slug}`,
    title: `does not take ${words} for wrongly signed`,
    purposes: [15],
    async run(t) {
      const params = await t.account.order();
      expectNotAboutSigning(t, await t.account.submit(params, { body: padded(t, params, bytes) }));
    },
  });
}

/** The order under so many bytes of it and blanks behind it, one blank at least. */
function padded(t: CheckContext, params: RequestParams, bytes: number): string {
  const { body } = t.account.spec('placeOrder', params);
  if (typeof body !== 'string') return t.inconclusive('the dialect writes no body for a placement');
  return body + ' '.repeat(Math.max(1, bytes - Buffer.byteLength(body)));
}
