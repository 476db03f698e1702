// What a correct signer may do (interface 5.1 to 5.3): any JSON spelling of the payload, either side of the url alphabet, any bytes as
// body. The accepted twins of the damages, as requirements of their own.
import type { Damage } from '../../toolkit/wire/exchange.js';
import type { CheckContext, SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectNotAboutSigning } from './not-about-signing.js';

const READ = { shared: true, readOnly: true } as const;

/** Not damages: other correct spellings of the payload text, signed as they are. */
const SPELLINGS: readonly { readonly slug: string; readonly words: string; readonly text: (text: string) => string }[] =
  [
    { slug: 'reversed-members', words: 'its members in reverse order', text: (text) => reordered(text) },
    {
      slug: 'indented',
      words: 'line breaks and indentation',
      text: (text) => JSON.stringify(JSON.parse(text), null, 2),
    },
    {
      slug: 'blanks',
      words: 'blanks between all tokens',
      text: (text) => ` ${text.replaceAll('","', '" , "').replaceAll('":', '" : ')} `,
    },
    { slug: 'escaped-slashes', words: 'slashes written as \\/', text: (text) => text.replaceAll('/', '\\/') },
    {
      slug: 'unicode-escapes',
      words: 'letters written as \\u escapes',
      text: (text) => text.replaceAll('accounts', '\\u0061ccounts'),
    },
  ];

function reordered(text: string): string {
  // The text is the payload that this client rendered a moment ago.
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as Record<string, unknown>).reverse()));
}

for (const { slug, words, text } of SPELLINGS) {
  for (const { on, send } of [
    { on: 'read', send: (t: CheckContext, options: SendOptions) => t.account.request('limits', {}, options) },
    { on: 'handshake', send: (t: CheckContext, options: SendOptions) => t.account.handshake('eventsStream', options) },
  ]) {
    scenario({
      id: `auth.payload-any-spelling/${on}-${slug}`,
      title: `accepts a ${on} whose payload has ${words}`,
      requirements: ['auth.signature-over-payload-bytes'],
      needs: READ,
      async run(t) {
        t.expect.accepted(await send(t, { damage: { name: `payload with ${words}`, payloadText: text } }));
      },
    });
  }
}

/** Varies what is free until the encoding holds a character that only the url alphabet has. */
function holding(part: 'data' | 'signature' | 'bodyHash', vary: NonNullable<Damage['vary']>): Damage {
  return { name: `${part} with - or _`, vary, needs: (stages) => /[-_]/.test(stages[part]) };
}

scenario({
  id: 'auth.signature-url-alphabet/dash-or-underscore',
  title: 'verifies a signature whose text holds - or _',
  needs: READ,
  async run(t) {
    t.expect.accepted(await t.account.request('limits', {}, { damage: holding('signature', 'timestamp') }));
  },
});

scenario({
  id: 'auth.data-url-alphabet/dash-or-underscore',
  title: 'decodes SVC-DATA whose text holds - or _',
  async run(t) {
    // Tildes in the key put both characters of the url alphabet into the encoded payload, at whichever of the three offsets.
    const key = `${t.freshKey()}~~~_~~~`;
    const { exchange } = await t.account.submit(await t.account.order(), {
      idempotencyKey: key,
      damage: holding('data', 'payloadText'),
    });
    t.expect.accepted(exchange);
  },
});

scenario({
  id: 'auth.body-hash-url-alphabet/dash-or-underscore',
  title: 'accepts a body hash whose text holds - or _',
  async run(t) {
    const { exchange } = await t.account.submit(await t.account.order(), { damage: holding('bodyHash', 'body') });
    t.expect.accepted(exchange);
  },
});

const BODIES: readonly { readonly slug: string; readonly words: string; readonly write: (text: string) => string }[] = [
  { slug: 'pretty-printed', words: 'pretty-printed', write: (text) => JSON.stringify(JSON.parse(text), null, 4) },
  { slug: 'reversed-members', words: 'with its members reversed', write: (text) => reordered(text) },
  { slug: 'surrounding-blanks', words: 'with white space around it', write: (text) => `\r\n\t ${text} \n` },
  {
    slug: 'unicode-escapes',
    words: 'with a member name written in \\u escapes',
    write: (text) => text.replace('"volume"', '"\\u0076olume"'),
  },
];

for (const { slug, words, write } of BODIES) {
  scenario({
    id: `auth.body-hash-exact-bytes/${slug}`,
    title: `accepts an order whose body is ${words}, hashed as sent`,
    purposes: [15],
    async run(t) {
      const params = await t.account.order();
      const plain = t.account.spec('placeOrder', params).body;
      if (typeof plain !== 'string') return t.inconclusive('the dialect writes no body for a placement');
      const { exchange } = await t.account.submit(params, { body: write(plain) });
      t.expect.accepted(exchange);
    },
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

scenario({
  id: 'auth.signed-get-accepted/limits',
  title: 'accepts a correctly signed read',
  requirements: [
    'auth.empty-body-hash-accepted',
    'auth.read-idempotency-header-empty-accepted',
    'auth.own-key-accepted',
    'auth.sign-version-one',
    'auth.timestamp-near-accepted',
  ],
  needs: READ,
  basic: true,
  async run(t) {
    t.expect.accepted(await t.account.request('limits'));
  },
});

for (const { id, title } of [
  { id: 'auth.own-key-accepted/read', title: 'accepts a signature by the key that belongs to the API key' },
  { id: 'auth.sign-version-one/read', title: 'accepts signature protocol version 1' },
  { id: 'auth.empty-body-hash-accepted/read', title: 'accepts a read with the hash of the empty byte sequence' },
  {
    id: 'auth.read-idempotency-header-empty-accepted/read',
    title: 'accepts a read with the idempotency header present and empty',
  },
  { id: 'auth.timestamp-near-accepted/read', title: 'accepts a timestamp that is the present time of the target' },
] as const) {
  scenario({
    id,
    title,
    needs: READ,
    basic: true,
    async run(t) {
      t.expect.accepted(await t.account.request('account'));
    },
  });
}

scenario({
  id: 'auth.signed-post-accepted/order',
  title: 'accepts a correctly signed placement',
  basic: true,
  async run(t) {
    t.expect.accepted((await t.account.submit(await t.account.order())).exchange);
  },
});

scenario({
  id: 'auth.handshake-path-accepted/events',
  title: 'opens the events stream on a handshake that signs its bare path',
  requirements: ['domain.server-events-over-websocket'],
  needs: READ,
  basic: true,
  async run(t) {
    const handshake = await t.account.handshake('eventsStream');
    t.expect.that(handshake.opened, {
      expected: 'the stream open',
      actual: `HTTP ${handshake.answer?.status ?? handshake.error?.message}`,
      evidence: [handshake.record],
    });
  },
});
