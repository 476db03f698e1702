// Each subscription begins as it is stated (interface 6, table), whatever goes on on the connection, beside it and on the account: with the
// snapshot of its kind, and account_state with messages. What is told later on is `whatever-goes-on.suite.ts`.
import type { Account, CheckContext, ContextTrial, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { BESIDE_EVENTS, meanwhile } from '../words/contexts/meanwhile.js';
import { nextBeat } from '../words/streams/beats.js';

/** What lasts, so that the next message of an interval is still beside it. */
const LASTING: readonly ContextTrial['context']['meanwhile'][] = ['close-only', 'unfinished'];

scenario({
  id: 'subscriptions.transactions-snapshot/whatever-goes-on',
  title: 'begins each subscription as stated, on an open connection and on a new one, whatever else goes on',
  requirements: ['subscriptions.hmr-snapshot', 'account-state.periodic'],
  needs: { accounts: 0, claims: ['hmrEvents', 'accountStateEvents'], streams: 3 },
  effort: 'standard',
  contexts: { meanwhile: BESIDE_EVENTS },
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account } = trial;
      const names = { instruments: [account.instrument().name], hmr: [account.instrument().name] };
      const sister = await account.transactions();
      for (const kind of ['instruments', 'hmr'] as const) await sister.subscribe(kind, names[kind]);
      const events = await account.events();
      const end = await meanwhile(t, trial, { all: [events], sister, names });
      try {
        await expectBegun(t, account, events);
        const fresh = await account.events();
        await expectBegun(t, account, fresh);
        if (LASTING.includes(trial.context.meanwhile)) await expectBeat(t, fresh);
      } finally {
        await end();
      }
    }),
});

async function expectBegun(t: CheckContext, account: Account, events: Events): Promise<void> {
  const transactions = await events.subscribe('transactions');
  expectCame(t, events, await events.next('trading_state_snapshot'), transactions.record, 'trading_state_snapshot');
  const hmr = await events.subscribe('hmr', [account.instrument().name]);
  expectCame(t, events, await events.next('hmr_snapshot'), hmr.record, 'hmr_snapshot');
}

async function expectBeat(t: CheckContext, events: Events): Promise<void> {
  const command = await events.subscribe('account_state');
  let after = 0;
  // The first may come with the subscription, and not by its interval.
  for (const which of ['an account_state_event', 'another account_state_event']) {
    const beat = await nextBeat(t, events, after);
    if (beat === undefined && !events.isOpen) t.notApplicable('the connection has ended, as it may');
    after = t.expect.arrived(beat, which, { requirement: 'account-state.periodic', evidence: [command] }).record;
  }
}

function expectCame(
  t: CheckContext,
  events: Events,
  snapshot: { readonly record: number } | undefined,
  command: number,
  kind: 'trading_state_snapshot' | 'hmr_snapshot',
): void {
  if (snapshot === undefined && !events.isOpen) t.notApplicable('the connection has ended, as it may');
  t.expect.arrived(snapshot, `a ${kind}`, {
    evidence: [command],
    ...(kind === 'hmr_snapshot' && { requirement: 'subscriptions.hmr-snapshot' }),
  });
}
