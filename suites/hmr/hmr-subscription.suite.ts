// Subscribing to HMR events (interface 6.2, rules 4 and 5; 4.5, rule 4): an explicit list of available instruments, refused as a whole,
// and given up instrument by instrument.

import type { CheckId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { CLAIMED, hmr, period, READ, UPSERT, update, upsertOf } from '../words/streams/periods.js';
import { expectNotAccepted } from '../words/streams/subscribing.js';

const REFUSED: readonly {
  readonly id: CheckId;
  readonly title: string;
  readonly list: (t: CheckContext) => readonly string[] | undefined;
  readonly facts?: readonly 'unavailableInstrument'[];
}[] = [
  { id: 'hmr.empty-list-refused/empty', title: 'with an empty list', list: () => [] },
  { id: 'subscriptions.hmr-list-mandatory/no-list', title: 'without a list', list: () => undefined },
  { id: 'subscriptions.hmr-no-wildcard/all', title: 'for ["all"]', list: () => ['all'] },
  {
    id: 'hmr.unknown-refused/with-a-good-one',
    title: 'that names an instrument that does not exist',
    list: (t) => [t.account.instrument().name, t.market.unknown],
  },
  {
    id: 'hmr.unavailable-refuses-whole/with-a-good-one',
    title: 'that names an instrument that the account may not use',
    list: (t) => [t.account.instrument().name, t.market.unavailable[0] ?? ''],
    facts: ['unavailableInstrument'],
  },
];

for (const { id, title, list, facts = [] } of REFUSED) {
  scenario({
    id,
    title: `refuses an hmr subscription ${title}, and sends no snapshot for it`,
    purposes: [45, 49],
    needs: { ...READ, facts },
    async run(t) {
      const events = await t.account.events();
      const outcome = await events.subscribe('hmr', list(t));
      expectNotAccepted(t, outcome);
      if (events.isOpen) await barrier(t, events);
      const snapshots = events.of('hmr_snapshot');
      t.expect.that(snapshots.length === 0, {
        expected: 'no hmr_snapshot',
        actual: `${snapshots.length} of them`,
        evidence: [outcome.record, ...snapshots.map(({ record }) => record)],
      });
    },
  });

  scenario({
    id: `hmr.refusal-keeps-existing/${id.split('/')[0]?.split('.')[1]}`,
    title: `keeps the transactions subscription after it refused one to hmr ${title}`,
    purposes: [45],
    needs: { ...CLAIMED, facts },
    async run(t) {
      const events = await t.account.transactions();
      const outcome = await events.subscribe('hmr', list(t));
      expectNotAccepted(t, outcome);
      // Not by the set-up verb, which awaits the very event that is judged.
      const submission = await t.account.submit({});
      if (!submission.accepted) t.inconclusive('a valid order was refused', [submission.exchange.record]);
      const event = await events.resultOf(submission);
      t.expect.that(event !== undefined, {
        expected: 'the event of an order on the earlier subscription',
        actual: events.isOpen ? 'no event' : 'the connection was closed',
        evidence: [outcome.record, submission.exchange.record],
      });
    },
  });
}

scenario({
  id: 'hmr.refusal-keeps-existing/updates-go-on',
  title: 'keeps the hmr subscription that there was after it refused one for an instrument that does not exist',
  purposes: [45],
  needs: UPSERT,
  async run(t) {
    const { events } = await hmr(t);
    const outcome = await events.subscribe('hmr', [t.market.unknown]);
    expectNotAccepted(t, outcome);
    const { id } = await period(t);
    const message = await upsertOf(events, id, outcome.record);
    t.expect.that(message !== undefined, {
      expected: `an hmr_update with period ${id} on the earlier subscription`,
      actual: events.isOpen ? `none within ${t.timing.eventMs} ms` : 'the connection was closed',
      evidence: [message?.record ?? outcome.record],
    });
  },
});

scenario({
  id: 'hmr.unsubscribe/the-only-instrument',
  title: 'sends no update for an instrument after hmr was unsubscribed for it',
  requirements: ['subscriptions.unsubscribed-silent'],
  purposes: [44],
  needs: UPSERT,
  async run(t) {
    const { events } = await hmr(t);
    await update(t, events);
    const command = await events.unsubscribe('hmr', [t.account.instrument().name]);
    const { id } = await period(t);
    await barrier(t, events);
    const late = events.of('hmr_update').filter(({ view }) => (view.upserted ?? []).some((one) => one.id === id));
    t.expect.that(late.length === 0, {
      expected: 'no hmr_update',
      actual: `${late.length} of them`,
      evidence: [command.record, ...late.map(({ record }) => record)],
    });
  },
});

scenario({
  id: 'hmr.unsubscribe-partial/one-of-two',
  title: 'keeps sending updates for the instrument that stays subscribed',
  purposes: [43],
  needs: { ...UPSERT, instruments: 2 },
  async run(t) {
    const [dropped, kept] = [t.account.instrument(0).name, t.account.instrument(1).name];
    const { events } = await hmr(t, [dropped, kept]);
    const command = await events.unsubscribe('hmr', [dropped]);
    const { id } = await period(t, [kept]);
    const message = await upsertOf(events, id, command.record);
    t.expect.that(message !== undefined, {
      expected: `an hmr_update for ${kept}`,
      actual: `none within ${t.timing.eventMs} ms`,
      evidence: [message?.record ?? command.record],
    });
  },
});
