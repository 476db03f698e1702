// Requests of another form are signed like all others (interface 5.1 to 5.3): a body in chunks or of many bytes, a read with a query or
// behind a cursor. Where a service verifies on a way of their own, it may leave something out there. Which bodies a target takes is its
// own affair, so that the sound request is tried first.
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { CheckId } from '../../runner/check-id.js';
import type { CheckContext, SendOptions } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { ORDER } from '../../words/calls/calls.js';
import { placementBody } from '../../words/calls/placement-body.js';
import { latelyOf, pageOf } from '../../words/pages.js';
import { type Send, sendOf } from '../../words/send.js';
import { BATTERY } from './battery.js';

const MANY_BYTES = 70 * 1024;

/** Judges that each damage of the battery is refused, beside the sound request. */
async function expectRefused(t: CheckContext, send: Send): Promise<void> {
  const { answer, record } = await send({});
  const status = answer?.status ?? t.inconclusive('the sound request was not answered', [record]);
  if (status >= 300) t.notApplicable('the target does not take a sound request of that form');
  for (const { damage } of BATTERY) t.expect.refused(await send({ damage }), { message: `with ${damage.name}` });
}

for (const { id, words, bytes, inChunks } of [
  { id: 'auth.signed-place-order/each-part-in-chunks', words: 'sent in chunks', bytes: 0, inChunks: true },
  { id: 'auth.signed-place-order/each-part-of-many-bytes', words: 'of 70 KiB', bytes: MANY_BYTES, inChunks: false },
] as const satisfies readonly { readonly id: CheckId; [member: string]: unknown }[]) {
  scenario({
    id,
    title: `refuses an order ${words} where any part of what is signed is wrong, and executes nothing`,
    purposes: [63],
    effort: 'standard',
    async run(t) {
      const order = await t.account.order();
      const plain = placementBody(t, order);
      const body = plain + ' '.repeat(Math.max(1, bytes - Buffer.byteLength(plain)));
      const { send, expectExecuted } = await callTrial(t, ORDER, order);
      await expectRefused(t, (options: SendOptions): Promise<HttpExchange> => send({ ...options, body, inChunks }));
      await expectExecuted(1);
    },
  });
}

scenario({
  id: 'auth.signed-deal-history/each-part-with-a-query',
  title: 'refuses a page of deals with a limit, and one behind a cursor, where any part of what is signed is wrong',
  purposes: [63],
  needs: { claims: ['dealHistory', 'positions'], requests: ['dealHistory'] },
  effort: 'standard',
  async run(t) {
    for (let n = 0; n < 2; n += 1) await t.account.openPosition();
    const first = { ...latelyOf(t.account, 'dealHistory'), limit: 1 };
    await expectRefused(t, sendOf(t.account, 'dealHistory', first));
    const { cursor } = await pageOf(t, 'dealHistory', first);
    // A cursor may be good for one use, and a target may list what is new after a while.
    if (cursor !== undefined) await expectRefused(t, sendOf(t.account, 'dealHistory', { cursor }));
  },
});
