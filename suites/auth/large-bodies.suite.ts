// The hash covers bodies of any size (interface 5.2, body_hash): a sound order under many blanks, and its twin with one of them made a
// newline after signing. How large a body a target takes is its own affair; where it refuses the sound one, the check is undecided.
import type { HttpExchange, WireRequest } from '../../toolkit/wire/exchange.js';
import type { SendOptions } from '../runner/context.js';
import { countFrom } from '../runner/executions.js';
import { scenario } from '../runner/registry.js';

const KIB = 1024;
const LAST_BLANK_AS_NEWLINE = {
  name: 'the last blank of the body made a newline after signing',
  wire: (request: WireRequest): WireRequest => ({
    ...request,
    body: Buffer.concat([request.body.subarray(0, -1), Buffer.from('\n')]),
  }),
};

for (const { slug, kib } of [
  { slug: 'two-kib', kib: 2 },
  { slug: 'seventy-kib', kib: 70 },
]) {
  scenario({
    id: `auth.body-bytes-protected/order-of-${slug}`,
    title: `refuses an order of ${kib} KiB of which one blank was changed after signing, and executes nothing`,
    purposes: [63],
    async run(t) {
      const params = await t.account.order();
      const { body } = t.account.spec('placeOrder', params);
      if (typeof body !== 'string') return t.inconclusive('the dialect writes no body for a placement');
      const large = body + ' '.repeat(Math.max(1, kib * KIB - Buffer.byteLength(body)));
      const executions = await countFrom(t);
      const send = async (options: SendOptions): Promise<HttpExchange> =>
        (await t.account.submit(params, { ...options, body: large })).exchange;
      t.expect.refused(await t.twin({ send, damage: LAST_BLANK_AS_NEWLINE }));
      await executions.expect({ orders: 1 });
    },
  });
}
