// While trading is disabled the events stream is unavailable (interface 3; 4.5, rule 6): for every kind, as `guards.suite.ts` judges for
// transactions, and on that account alone.
import { SERVER_EVENTS } from '../../toolkit/profile/dialect/views.js';
import type { Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { createdPeriod } from '../words/streams/periods.js';
import { expectNothing } from './nothing-comes.js';

scenario({
  id: 'guards.disabled-no-events/of-any-kind',
  title:
    'delivers nothing of account_state, instruments and hmr on a stream that is asked for while trading is disabled',
  needs: {
    claims: ['accountStateEvents', 'instrumentEvents', 'hmrEvents'],
    control: ['account.restrict', 'hmr.upsert', 'hmr.remove'],
  },
  effort: 'standard',
  async run(t) {
    await t.under('trading-disabled');
    const handshake = await t.account.handshake('eventsStream');
    if (!handshake.opened) return t.expect.refused(handshake);
    const events = await t.account.events();
    const names = [t.account.instrument().name];
    const command = await events.subscribe('hmr', names);
    await events.subscribe('account_state');
    await events.subscribe('instruments', names);
    await createdPeriod(t, names);
    const isEvent = ({ kind }: Received): boolean => SERVER_EVENTS.some((one) => one === kind);
    await expectNothing(t, events, isEvent, command);
  },
});

scenario({
  id: 'subscriptions.transactions-snapshot/while-another-account-is-disabled',
  title:
    'opens the events stream of an account right after it was refused to another one, on which trading is disabled',
  requirements: ['auth.handshake-path-accepted'],
  needs: { accounts: 2, control: ['account.restrict'] },
  effort: 'standard',
  async run(t, disabled, other) {
    await t.under('trading-disabled', { account: disabled });
    const refused = await disabled.handshake('eventsStream');
    const { opened, answer, record } = await other.handshake('eventsStream');
    t.expect.that(
      opened,
      { expected: 'the stream open', actual: `HTTP ${answer?.status}`, evidence: [record, refused] },
      { requirement: 'auth.handshake-path-accepted' },
    );
    const events = await other.events();
    const command = await events.subscribe('transactions');
    const snapshot = await events.next('trading_state_snapshot');
    if (snapshot === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [command]);
    t.expect.arrived(snapshot, 'a trading_state_snapshot', { evidence: [command] });
  },
});
