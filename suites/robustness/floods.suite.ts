// Floods within a run's budget (interface 6, 6.4): a connection that sends many commands, pings or texts takes nothing from others. What
// becomes of the flooding connection is open; a target may slow it down or close it.
import { OPCODE } from '../../toolkit/wire/websocket-frames.js';
import type { CheckContext } from '../runner/context.js';
import { concurrent } from '../runner/registry.js';

const SIZES = { quick: 20, standard: 100, thorough: 1000 } as const;

interface Flood {
  readonly slug: string;
  readonly words: string;
  /** Sends it on a connection of its own and returns a record of it. */
  readonly pour: (t: CheckContext, size: number) => Promise<number>;
}

const FLOODS: readonly Flood[] = [
  {
    slug: 'commands',
    words: 'subscriptions and unsubscriptions',
    pour: async (t, size) => {
      const events = await t.account.events();
      const instruments = [t.account.instrument().name];
      for (let n = 0; n < size && events.isOpen; n++) {
        const event = n % 4 < 2 ? 'transactions' : 'instruments';
        const command = { event, commandId: String(n + 1), ...(event === 'instruments' && { instruments }) };
        events.sendRaw(t.dialect.command(n % 2 === 0 ? 'subscribe' : 'unsubscribe', command));
      }
      return events.received.at(-1)?.record ?? 0;
    },
  },
  {
    slug: 'texts',
    words: 'texts that are no commands',
    pour: async (t, size) => {
      const events = await t.account.events();
      for (let n = 0; n < size && events.isOpen; n++) events.sendRaw(n % 2 === 0 ? '{' : `{"conformance":${n}}`);
      return events.received.at(-1)?.record ?? 0;
    },
  },
  {
    slug: 'pings',
    words: 'pings',
    pour: async (t, size) => {
      const stream = await t.account.rawStream();
      let sent = 0;
      for (let n = 0; n < size; n++) sent = await stream.sendFrame({ opcode: OPCODE.ping, payload: String(n) });
      return sent;
    },
  },
];

for (const { slug, words, pour } of FLOODS) {
  concurrent({
    id: `subscriptions.all-connections-served/flood-of-${slug}`,
    title: `delivers the event of an order on one connection while another floods the target with ${words}`,
    // A target may count what an account sends over all its connections, and end them all.
    level: 'should',
    purposes: [65],
    async run(t) {
      const events = await t.account.transactions();
      const [poured, submission] = await Promise.all([
        pour(t, SIZES[t.effort]),
        t.account.order().then((order) => t.account.submit(order)),
      ]);
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      t.expect.that(event !== undefined && events.isOpen, {
        expected: 'the event of the order',
        actual: events.isOpen ? `none within ${t.timing.resultMs} ms` : 'the connection was closed',
        evidence: [event?.record ?? submission.exchange.record, poured],
      });
      t.expect.accepted(await t.account.request('limits'));
    },
  });
}
