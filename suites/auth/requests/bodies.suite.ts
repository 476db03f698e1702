// The hash covers the bytes of the body as they are sent (interface 5.2, body_hash), whatever their letters, size or framing. Which bodies
// a target takes is its own affair: where it refuses a sound one, and takes the same order otherwise, there is nothing to judge.
import type { HttpExchange, WireRequest } from '../../../toolkit/wire/exchange.js';
import type { CheckContext, SendOptions, Submission } from '../../runner/context.js';
import { scenario } from '../../runner/registry.js';
import { callTrial } from '../../words/calls/call-trial.js';
import { ORDER } from '../../words/calls/calls.js';
import { placementBody } from '../../words/calls/placement-body.js';

/** Judges that a sound request, which may be refused for reasons of its own, was answered, and not with 401. */
function expectNotAboutSigning(t: CheckContext, { exchange, error }: Submission): void {
  const status = exchange.answer?.status ?? t.inconclusive('the order was not answered', [exchange]);
  t.expect.that(status !== 401, {
    expected: 'any answer but one about signing',
    actual: `HTTP ${status} ${error?.message ?? ''}`,
    evidence: [exchange],
    shown: [[exchange, '/status', 'notEquals', 401]],
  });
}

scenario({
  id: 'auth.body-hash-exact-bytes/letters-of-two-forms',
  title: 'does not take an order for wrongly signed whose body holds composed and decomposed letters',
  purposes: [15],
  async run(t) {
    // On an instrument that does not exist, so that whatever follows signing may refuse it.
    const instrument = `${t.market.unknown} \u00e9 e\u0301 \u212b A\u030a`;
    expectNotAboutSigning(t, await t.account.submit({ ...(await t.account.order()), instrument }));
  },
});

const KIB = 1024;
const SIZES = [
  { slug: 'order-of-two-kib', words: 'an order of 2 KiB', bytes: 2 * KIB, inChunks: false },
  { slug: 'order-of-seventy-kib', words: 'an order of 70 KiB', bytes: 70 * KIB, inChunks: false },
];

for (const { slug, words, bytes } of SIZES) {
  scenario({
    id: `auth.body-hash-exact-bytes/${slug}`,
    title: `does not take ${words} for wrongly signed`,
    purposes: [15],
    async run(t) {
      const order = await t.account.order();
      expectNotAboutSigning(t, await t.account.submit(order, { body: padded(placementBody(t, order), bytes) }));
    },
  });
}

/** Statuses of a body that is too large, or has no stated length; 401 where what a target hashed was not the body. */
const REFUSALS: readonly (number | undefined)[] = [400, 401, 411, 413];

const LAST_BLANK_AS_NEWLINE = {
  name: 'the last blank of the body made a newline after signing',
  wire: (request: WireRequest): WireRequest => ({
    ...request,
    body: Buffer.concat([request.body.subarray(0, -1), Buffer.from('\n')]),
  }),
};

for (const { slug, words, bytes, inChunks } of [
  ...SIZES,
  { slug: 'order-in-chunks', words: 'an order sent in chunks', bytes: 0, inChunks: true },
]) {
  scenario({
    id: `auth.body-bytes-protected/${slug}`,
    title: `refuses ${words} of which one blank was changed after signing, and executes nothing`,
    purposes: [63],
    async run(t) {
      const order = await t.account.order();
      const body = padded(placementBody(t, order), bytes);
      const { send, expectExecuted } = await callTrial(t, ORDER, order);
      const sendBody = (options: SendOptions): Promise<HttpExchange> => send({ ...options, body, inChunks });
      const { answer, record } = await sendBody({});
      if (answer === undefined || answer.status >= 300) {
        if (REFUSALS.includes(answer?.status) && (await t.account.submit(order)).accepted) {
          t.notApplicable(`the target does not take ${words}`);
        }
        t.inconclusive('the order was refused, and otherwise too', [record]);
      }
      t.expect.refused(await t.twin({ send: sendBody, damage: LAST_BLANK_AS_NEWLINE }));
      await expectExecuted(2);
    },
  });
}

/** Under so many bytes of it and blanks behind it, one blank at least. */
function padded(body: string, bytes: number): string {
  return body + ' '.repeat(Math.max(1, bytes - Buffer.byteLength(body)));
}
