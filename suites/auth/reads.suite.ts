// A read carries the idempotency header, and empty (interface 5.3, rule 6): a key on a read, properly signed, is not what 5.2 states.
// What becomes of it is not spelled out in words of its own, so the requirement is one of level should.
import { scenario } from '../runner/registry.js';

const READ = { shared: true, readOnly: true } as const;
const KEY = 'conformance-key-on-a-read';

scenario({
  id: 'auth.read-idempotency-key-empty/limits',
  title: 'refuses a read that carries a key in header and payload alike',
  needs: READ,
  async run(t) {
    const refused = await t.twin({
      send: (options) => t.account.request('limits', {}, options),
      damage: { idempotencyKey: KEY },
    });
    t.expect.refused(refused);
  },
});

scenario({
  id: 'auth.read-idempotency-key-empty/handshake',
  title: 'refuses a handshake that carries a key in header and payload alike',
  needs: READ,
  async run(t) {
    const refused = await t.twin({
      send: (options) => t.account.handshake('eventsStream', options),
      damage: { idempotencyKey: KEY },
    });
    t.expect.refused(refused);
  },
});
