// Lists in which one instrument is bad (interface 6.2, rule 4; 6.3, rule 3): the whole request is refused wherever the bad one stands,
// first, among the others, last or twice, and the connection goes on with what it had.
import { LISTS_WITH_ONE_BAD } from '../../toolkit/values/lists.js';
import { scenario } from '../runner/registry.js';
import { listedInstruments, someOf } from '../words/listed-instruments.js';
import { barrier } from '../words/streams/barrier.js';
import { expectNotAccepted } from '../words/streams/commands.js';

for (const { id, event, claim } of [
  { id: 'hmr.unknown-refused/wherever-it-stands', event: 'hmr', claim: 'hmrEvents' },
  { id: 'instruments.unknown-refused/wherever-it-stands', event: 'instruments', claim: 'instrumentEvents' },
] as const) {
  scenario({
    id,
    title: `refuses a whole ${event} subscription for one instrument that does not exist, wherever in the list it stands`,
    purposes: [45],
    needs: { claims: [claim], facts: ['commandRefused'], shared: true, readOnly: true },
    async run(t) {
      const good = someOf(t, (await listedInstruments(t)).names, 3);
      for (const { of } of LISTS_WITH_ONE_BAD) {
        const events = await t.account.events();
        expectNotAccepted(t, await events.subscribe(event, of(good, t.market.unknown)));
        if (event === 'hmr' && events.isOpen) {
          await barrier(t, events);
          const sought = [{ on: events, kind: 'hmr_snapshot' as const }];
          t.expect.none(events.of('hmr_snapshot'), 'no hmr_snapshot', { sought });
        }
        await events.close();
      }
    },
  });
}
