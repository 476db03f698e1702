// What can be subscribed on the events stream, and what cannot (interface 4.5, rules 3 and 4; section 6).
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { expectNotAccepted, expectNotRefused } from '../words/streams/commands.js';

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
      const events = await t.account.events();
      const instruments = listed ? [t.account.instrument().name] : undefined;
      expectNotRefused(t, events, await events.subscribe(kind, instruments));
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
    await barrier(t, events);
    t.expect.none(events.of('tick'), 'no tick', { evidence: [command] });
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
