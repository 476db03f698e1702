// HMR given up, instrument by instrument (interface 6.2, rule 5): what is dropped is silent, what is kept goes on.
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { announcedPeriod, expectPeriod, hmr, period, UPSERT, upserts } from '../words/streams/periods.js';

scenario({
  id: 'hmr.unsubscribe/the-only-instrument',
  title: 'sends no update for an instrument after hmr was unsubscribed for it',
  requirements: ['subscriptions.unsubscribed-silent'],
  purposes: [44],
  needs: UPSERT,
  async run(t) {
    const events = await hmr(t);
    await announcedPeriod(t, events);
    const command = await events.unsubscribe('hmr', [t.account.instrument().name]);
    const { id } = await period(t);
    await barrier(t, events);
    const late = events.of('hmr_update', { where: upserts(id) });
    t.expect.none(late, 'no hmr_update', { evidence: [command] });
  },
});

scenario({
  id: 'hmr.unsubscribe-partial/one-of-two',
  title: 'keeps sending updates for the instrument that stays subscribed',
  purposes: [43],
  needs: { ...UPSERT, instruments: 2 },
  async run(t) {
    const [dropped, kept] = [t.account.instrument(0).name, t.account.instrument(1).name];
    const events = await hmr(t, [dropped, kept]);
    const command = await events.unsubscribe('hmr', [dropped]);
    await expectPeriod(t, events, command, [kept]);
  },
});
