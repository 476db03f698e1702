// A period that is changed (interface 2.5; 6.2, rule 3): the update shows it as it is now.
import { scenario } from '../runner/registry.js';
import { hmr, UPSERT, update, upsertOf } from '../words/streams/periods.js';

scenario({
  id: 'hmr.update-upserted/other-instruments',
  title: 'shows the instruments of a changed period as they are after the change',
  requirements: ['hmr.period-instruments'],
  needs: { ...UPSERT, instruments: 2 },
  async run(t) {
    const [one = '', other = ''] = t.account.instruments.map(({ name }) => name);
    const { events } = await hmr(t, [one, other]);
    const { id, update: created } = await update(t, events);
    await t.control('hmr.upsert', { account_id: t.account.id, instruments: other, period_id: id });
    const message = await upsertOf(events, id, created.record);
    if (message?.kind !== 'hmr_update')
      return t.inconclusive('no hmr_update followed the change of the period', [created.record]);
    const index = message.view.upserted?.findIndex((period) => period.id === id) ?? -1;
    t.expect.at(message.record, `/view/upserted/${index}/instruments`, 'includes', other);
  },
});
