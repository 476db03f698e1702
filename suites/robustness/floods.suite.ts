// Floods within a run's budget (interface 6, 6.4): connections that send many commands, texts or pings take nothing from others. What
// becomes of the flooding connections is open; a target may slow them down or close them.
import { OPCODE } from '../../toolkit/wire/streams/websocket-frames.js';
import type { CheckContext, Events } from '../runner/context.js';
import { concurrent } from '../runner/registry.js';

/** One connection for each kind of flood, and one that is to be served. */
const ALL = 4;
const SIZES = { quick: 20, standard: 100, thorough: 1000 } as const;

function pour(events: Events, size: number, write: (n: number) => string): void {
  for (let n = 0; n < size && events.isOpen; n++) events.sendRaw(write(n));
}

/** Subscribes and unsubscribes, now the transactions, now an instrument. */
function commandOf(t: CheckContext, n: number): string {
  const what =
    n % 4 < 2 ? { event: 'transactions' } : { event: 'instruments', instruments: [t.account.instrument().name] };
  return t.dialect.command(n % 2 === 0 ? 'subscribe' : 'unsubscribe', { ...what, commandId: String(n + 1) });
}

concurrent({
  id: 'subscriptions.all-connections-served/among-floods',
  title:
    'delivers the event of an order on one connection while others flood the target with commands, texts and pings',
  purposes: [65],
  needs: { streams: ALL },
  async run(t) {
    const size = SIZES[t.effort];
    const commands = await t.account.events();
    const texts = t.account.streamsAtOnce < ALL ? commands : await t.account.events();
    const events = await t.account.transactions();
    const pings = await t.account.rawStream();
    const order = await t.account.order();
    pour(commands, size, (n) => commandOf(t, n));
    pour(texts, size, (n) => (n % 2 === 0 ? '{' : `{"conformance":${n}}`));
    let sent = 0;
    for (let n = 0; n < size; n++) sent = await pings.sendFrame({ opcode: OPCODE.ping, payload: String(n) });
    // So that the target has met the pings when the orders come; whether it answers them is judged elsewhere.
    const last = String(size - 1);
    await pings.next(({ opcode, payload }) => opcode === OPCODE.pong && payload.toString() === last, t.timing.answerMs);
    // Twice: the first order may overtake what the floods do to the stream.
    for (const wish of [order, order]) {
      const submission = await t.account.place(wish);
      const event = await events.resultOf(submission);
      // A target may count what an account sends over all its connections, and end them all; silence on an open one is another thing.
      const ended = events.isOpen ? {} : ({ level: 'should' } as const);
      t.expect.arrived(event, submission, { on: events, evidence: [sent], ...ended });
    }
    t.expect.accepted(await t.account.request('limits'), { level: 'should' });
  },
});
