// What can be subscribed on the events stream, and what cannot (interface 4.5, rules 3 and 4; section 6).
import type { CommandOutcome } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { listedInstruments } from '../words/listed-instruments.js';
import { barrier } from '../words/streams/barrier.js';
import { expectNotAccepted, expectNotRefused } from '../words/streams/commands.js';

/** What is refused so often is not refused by chance. */
const MOST_TRIES = 3;

/** Codes of limits, weather and restrictions (interface 3; 4.1; 7.2); that of a rejected subscription is open (7.1), as are its words. */
const FOR_NOW =
  /\b(429|503)\b|RATE_LIMIT|TEMPORAR|MAINTENANCE|ACCOUNT_DISABLED|CLOSE_ONLY|TRADING_DISABLED|RESTRICTED|TRY AGAIN|TOO MANY/i;

function isForNow({ outcome, error }: CommandOutcome): boolean {
  return outcome === 'refused' && FOR_NOW.test(`${String(error?.code ?? '')} ${String(error?.message ?? '')}`);
}

scenario({
  id: 'subscriptions.transactions-snapshot/first-subscribe',
  title: 'answers a transactions subscription with a trading_state_snapshot',
  requirements: ['subscriptions.command-over-connection'],
  purposes: [40],
  async run(t) {
    const events = await t.account.events();
    const command = await events.subscribe('transactions');
    const snapshot = await events.next('trading_state_snapshot');
    t.expect.arrived(snapshot, 'a trading_state_snapshot', {
      evidence: [command],
      also: ['subscriptions.command-over-connection'],
    });
  },
});

for (const { kind, id, listed, claims } of [
  { kind: 'transactions', id: 'subscriptions.transactions-kind/accepted', listed: false, claims: [] },
  {
    kind: 'account_state',
    id: 'subscriptions.account-state-kind/accepted',
    listed: false,
    claims: ['accountStateEvents'],
  },
  {
    kind: 'instruments',
    id: 'subscriptions.instruments-kind/accepted',
    listed: true,
    claims: ['instrumentEvents'],
  },
  { kind: 'hmr', id: 'subscriptions.hmr-kind/accepted', listed: true, claims: ['hmrEvents'] },
] as const) {
  scenario({
    id,
    title: `does not refuse a subscription to ${kind}`,
    needs: { claims, shared: true },
    async run(t) {
      const names = listed ? (await listedInstruments(t)).names : [];
      const wanted = t.account.instruments.find(({ name }) => names.includes(name))?.name ?? names[0];
      for (let tries = 1; ; tries += 1) {
        const events = await t.account.events();
        const command = await events.subscribe(kind, wanted === undefined ? undefined : [wanted]);
        if (isForNow(command)) t.inconclusive(`the subscription to ${kind} was refused for a passing cause`, [command]);
        if (command.outcome === 'refused' && tries < MOST_TRIES) continue;
        expectNotRefused(t, events, command);
        return;
      }
    },
  });
}

scenario({
  id: 'subscriptions.all-instruments/accepted',
  title: 'does not refuse the list ["all"] for instruments',
  purposes: [51],
  needs: { claims: ['instrumentEvents'], shared: true },
  async run(t) {
    const events = await t.account.events();
    expectNotRefused(t, events, await events.subscribe('instruments', ['all']));
  },
});

scenario({
  id: 'subscriptions.ticks-refused/no-tick-arrives',
  title: 'delivers no tick on the events stream, also when they are asked for there',
  purposes: [52],
  async run(t) {
    const events = await t.account.events();
    const command = await events.subscribe('ticks', [t.account.instrument().name]);
    expectNotAccepted(t, command);
    // Nor when they are asked for once more.
    if (events.isOpen) expectNotAccepted(t, await events.subscribe('ticks', [t.account.instrument().name]));
    await barrier(t, events);
    t.expect.none(events.of('tick'), 'no tick', { evidence: [command], sought: [{ on: events, kind: 'tick' }] });
  },
});

scenario({
  id: 'subscriptions.unknown-kind-refused/nonsense',
  title: 'does not accept a subscription to a kind that does not exist',
  async run(t) {
    const events = await t.account.events();
    expectNotAccepted(t, await events.subscribe('no_such_kind'));
  },
});
