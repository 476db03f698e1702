// The flexible HMR status where nobody asked (interface 6; 6.2, rules 2 and 5): its snapshots go to subscriptions of hmr alone, neither to
// a connection that has other kinds, nor to one that has given hmr up.
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { unsubscribed } from '../words/streams/commands.js';
import { HMR_EVENTS, hmr } from '../words/streams/periods.js';

const SWITCHES = { ...HMR_EVENTS, control: ['hmr.flexible'] } as const;

/** Switches it on and off beside a connection that is told of it, so that the others had their chance. */
async function switched(t: CheckContext): Promise<void> {
  const told = await hmr(t);
  const off = await t.under('flexible-hmr');
  const on = await told.next('hmr_snapshot', { after: told.snapshot.record });
  const before = on?.record ?? t.inconclusive('no hmr_snapshot came of the flexible status', [told.snapshot]);
  await off();
  if ((await told.next('hmr_snapshot', { after: before })) === undefined) {
    t.inconclusive('no hmr_snapshot came of the end of the flexible status', [told.snapshot]);
  }
}

async function expectNone(t: CheckContext, events: Events, after: number): Promise<void> {
  await barrier(t, events);
  const sought = [{ on: events, kind: 'hmr_snapshot', after }] as const;
  t.expect.none(events.of('hmr_snapshot', { after }), 'no hmr_snapshot', { evidence: [after], sought });
}

scenario({
  id: 'subscriptions.active-only/flexible-status',
  title: 'sends no hmr_snapshot of the flexible status to connections that subscribed to other kinds alone',
  needs: { ...SWITCHES, claims: ['hmrEvents', 'accountStateEvents'] },
  async run(t) {
    const [transactions, figures] = [await t.account.transactions(), await t.account.subscribed('account_state')];
    await switched(t);
    await expectNone(t, transactions, transactions.snapshot.record);
    await expectNone(t, figures, figures.command.record);
  },
});

scenario({
  id: 'hmr.unsubscribe/before-a-flexible-change',
  title: 'sends no hmr_snapshot of the flexible status to a connection that has unsubscribed hmr',
  requirements: ['subscriptions.unsubscribed-silent'],
  purposes: [44],
  needs: SWITCHES,
  async run(t) {
    const name = t.account.instrument().name;
    const events = await hmr(t, [name]);
    const { record } = await unsubscribed(t, events, 'hmr', [name]);
    await switched(t);
    await barrier(t, events);
    const sought = [{ on: events, kind: 'hmr_snapshot', after: record }] as const;
    t.expect.none(events.of('hmr_snapshot', { after: record }), 'no hmr_snapshot', {
      evidence: [record],
      sought,
      also: ['subscriptions.unsubscribed-silent'],
    });
  },
});
