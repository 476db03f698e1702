// A correct signer may spell payload and body as any JSON, and meets either side of the url alphabet (interface 5.1, 5.2). What else the
// bytes of a body may be is in `bodies.suite.ts`.
import type { Damage } from '../../../toolkit/wire/exchange.js';
import { scenario } from '../../runner/registry.js';
import { membersReversed, placementBody } from '../../words/calls/placement-body.js';
import { READ } from '../../words/needs.js';
import { sendOf } from '../../words/send.js';

/** Not damages: other correct spellings of the payload text, signed as they are. */
for (const { slug, words, spell } of [
  { slug: 'reversed-members', words: 'its members in reverse order', spell: membersReversed },
  {
    slug: 'indented',
    words: 'line breaks and indentation',
    spell: (text: string) => JSON.stringify(JSON.parse(text), null, 2),
  },
  {
    slug: 'blanks',
    words: 'blanks between all tokens',
    spell: (text: string) => ` ${text.replaceAll('","', '" , "').replaceAll('":', '" : ')} `,
  },
  { slug: 'escaped-slashes', words: 'slashes written as \\/', spell: (text: string) => text.replaceAll('/', '\\/') },
  {
    slug: 'unicode-escapes',
    words: 'letters written as \\u escapes',
    spell: (text: string) => text.replaceAll('accounts', '\\u0061ccounts'),
  },
]) {
  for (const { on, request } of [
    { on: 'read', request: 'limits' },
    { on: 'handshake', request: 'eventsStream' },
  ] as const) {
    scenario({
      id: `auth.payload-any-spelling/${on}-${slug}`,
      title: `accepts a ${on} whose payload has ${words}`,
      requirements: ['auth.signature-over-payload-bytes'],
      needs: READ,
      async run(t) {
        const send = sendOf(t.account, request);
        t.expect.accepted(await send({ damage: { name: `payload with ${words}`, payloadText: spell } }), {
          also: ['auth.signature-over-payload-bytes'],
        });
      },
    });
  }
}

for (const { id, words, write } of [
  {
    id: 'auth.body-hash-exact-bytes/pretty-printed',
    words: 'pretty-printed',
    write: (text: string) => JSON.stringify(JSON.parse(text), null, 4),
  },
  { id: 'auth.body-hash-exact-bytes/reversed-members', words: 'with its members reversed', write: membersReversed },
  {
    id: 'auth.body-hash-exact-bytes/surrounding-blanks',
    words: 'with white space around it',
    write: (text: string) => `\r\n\t ${text} \n`,
  },
  {
    id: 'auth.body-hash-exact-bytes/unicode-escapes',
    words: 'with a member name written in \\u escapes',
    write: (text: string) => text.replace('"volume"', '"\\u0076olume"'),
  },
] as const) {
  scenario({
    id,
    title: `accepts an order whose body is ${words}, hashed as sent`,
    purposes: [15],
    async run(t) {
      const order = await t.account.order();
      t.expect.accepted(await t.account.submit(order, { body: write(placementBody(t, order)) }));
    },
  });
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
    const submission = await t.account.submit(await t.account.order(), {
      // Tildes in the key put both characters of the url alphabet into the encoded payload, at whichever of the three offsets.
      idempotencyKey: `${t.freshKey()}~~~_~~~`,
      damage: holding('data', 'payloadText'),
    });
    t.expect.accepted(submission);
  },
});

scenario({
  id: 'auth.body-hash-url-alphabet/dash-or-underscore',
  title: 'accepts a body hash whose text holds - or _',
  async run(t) {
    t.expect.accepted(await t.account.submit(await t.account.order(), { damage: holding('bodyHash', 'body') }));
  },
});
