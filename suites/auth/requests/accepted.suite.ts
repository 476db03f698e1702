// What a correct signer sends is accepted (interface 5.1 to 5.3): the accepted twins of the damages, as requirements of their own. Other
// spellings of the same are in `spellings.suite.ts`.
import { scenario } from '../../runner/registry.js';
import { READ } from '../../words/needs.js';

scenario({
  id: 'auth.signed-get-accepted/limits',
  title: 'accepts a correctly signed read',
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
    t.expect.accepted(await t.account.submit(await t.account.order()));
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
    t.expect.that(
      handshake.opened,
      {
        expected: 'the stream open',
        actual: `HTTP ${handshake.answer?.status ?? handshake.error?.message}`,
        evidence: [handshake],
      },
      { also: ['domain.server-events-over-websocket'] },
    );
  },
});
