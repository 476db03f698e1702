// Many commands on one connection, one after the other (interface 4.5, rules 2 and 4; 6): the last one counts like the first, be it one
// that subscribes or one that ends a subscription. What a target refuses after so many is its limit, which nothing states.
import type { Needs } from '../runner/check.js';
import type { CheckContext, CommandOutcome, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { unsubscribed } from '../words/streams/commands.js';
import { expectDelivered, witnessedOrder } from '../words/streams/delivery.js';

/** Two commands each. */
const TURNS = 11;
const NEEDS: Needs = { claims: ['instrumentEvents'] };

/** Subscribes an instrument and gives it up again, time after time; each command has its answer before the next. */
async function manyCommands(t: CheckContext, events: Events): Promise<void> {
  const list = [t.account.instrument().name];
  for (let turn = 0; turn < TURNS; turn += 1) {
    requireTaken(t, events, await events.subscribe('instruments', list));
    await unsubscribed(t, events, 'instruments', list);
  }
}

function requireTaken(t: CheckContext, { isOpen }: Events, command: CommandOutcome): void {
  if (!isOpen) t.inconclusive('the connection has ended, as it may', [command]);
  if (command.outcome === 'refused') t.inconclusive('the target takes no more commands', [command]);
}

scenario({
  id: 'subscriptions.command-over-connection/subscribed-after-many',
  title: `delivers what a connection subscribes to after ${2 * TURNS} other commands`,
  requirements: ['transactions.every-change'],
  purposes: [43],
  needs: NEEDS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.events();
    await manyCommands(t, events);
    const command = await events.subscribe('transactions');
    requireTaken(t, events, command);
    const snapshot = await events.next('trading_state_snapshot');
    expectDelivered(t, events, snapshot, 'a trading_state_snapshot', [command]);
    const submission = await witnessedOrder(t);
    const event = await events.resultOf(submission);
    if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
    t.expect.arrived(event, submission, { evidence: [command], requirement: 'transactions.every-change' });
  },
});

scenario({
  id: 'subscriptions.unsubscribed-silent/after-many',
  title: `delivers nothing of what a connection gives up after ${2 * TURNS} other commands`,
  purposes: [44],
  needs: NEEDS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.transactions();
    await manyCommands(t, events);
    const given = await unsubscribed(t, events, 'transactions');
    const submission = await witnessedOrder(t);
    const again = await events.subscribe('transactions');
    const late = events.resultsOf(submission);
    t.expect.none(late, 'no event of an order placed after unsubscribing', { evidence: [given, again] });
  },
});
