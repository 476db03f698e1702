// What begins on a connection once another kind was given up there (interface 4.5; 6, table): each subscription is of its own, so that
// the others begin as if that kind had never been. Whether transactions and account_state can be given up is open.
import type { EventKind } from '../../toolkit/profile/dialect/dialect.js';
import type { JudgedId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { nextBeat } from '../words/streams/beats.js';

const KINDS = ['transactions', 'account_state', 'instruments', 'hmr'] as const satisfies readonly EventKind[];

scenario({
  id: 'subscriptions.hmr-snapshot/begun-after-another-was-given-up',
  title: 'begins each kind on a connection that has given up another one',
  requirements: ['account-state.periodic', 'subscriptions.transactions-snapshot'],
  needs: { claims: ['accountStateEvents', 'hmrEvents', 'instrumentEvents'] },
  effort: 'standard',
  async run(t) {
    for (const kind of KINDS) await expectOthersBegin(t, kind);
  },
});

async function expectOthersBegin(t: CheckContext, ended: EventKind): Promise<void> {
  const instrument = t.account.instrument().name;
  const listOf = (kind: EventKind): readonly string[] | undefined =>
    kind === 'instruments' || kind === 'hmr' ? [instrument] : undefined;
  const events = await t.account.events();
  await events.subscribed(ended, listOf(ended));
  const given = await events.unsubscribe(ended, listOf(ended));
  const begin = (kind: EventKind): Promise<unknown> => events.subscribed(kind, listOf(kind));
  const expectNews = (news: { readonly record: number } | undefined, what: string, requirement: JudgedId): void => {
    if (news === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [given]);
    t.expect.arrived(news, `${what} after ${ended} was given up`, { requirement, evidence: [given] });
  };
  if (ended !== 'transactions') {
    await begin('transactions');
    expectNews(await events.next('trading_state_snapshot'), 'a snapshot', 'subscriptions.transactions-snapshot');
  }
  if (ended !== 'hmr') {
    await begin('hmr');
    expectNews(await events.next('hmr_snapshot'), 'an hmr_snapshot', 'subscriptions.hmr-snapshot');
  }
  if (ended !== 'account_state') {
    await begin('account_state');
    expectNews(await nextBeat(t, events), 'an account_state_event', 'account-state.periodic');
  }
  await events.close();
}
