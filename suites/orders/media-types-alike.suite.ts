// Media types that begin or end like application/json (interface 4.1): each is another one, and is refused like any other.
import { MEDIA_TYPES_ALIKE } from '../../toolkit/values/transport.js';
import type { SendOptions } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { countFrom } from '../words/trading/executions.js';

scenario({
  id: 'orders.media-type-refused/alike',
  title: 'refuses a correctly signed JSON body under a media type that only begins or ends like application/json',
  // The label binds the sender; the code of 4.1 says how a refusal is named, and nothing that one is owed.
  level: 'should',
  async run(t) {
    const executions = await countFrom(t);
    for (const contentType of MEDIA_TYPES_ALIKE) {
      const order = await t.account.order();
      const refused = await t.account.submit(order, { contentType });
      t.expect.refused(refused);
    }
    const send = async (options: SendOptions) => t.account.submit(await t.account.order(), options);
    const [contentType = ''] = MEDIA_TYPES_ALIKE;
    t.expect.refused(await t.twin({ send, damage: { contentType } }));
    await executions.expect({ orders: 1 });
  },
});
