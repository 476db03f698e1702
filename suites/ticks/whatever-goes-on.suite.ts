// Ticks go on whatever happens on the account and beside the stream (interface 3; 4.6): prices are the market's. What becomes of the stream
// while trading is disabled is open.
import { scenario } from '../runner/registry.js';
import { meanwhile } from '../words/contexts/meanwhile.js';
import { lastRecord } from '../words/streams/last-record.js';

scenario({
  id: 'ticks.carries-ticks/whatever-goes-on',
  title: 'goes on sending ticks whatever goes on on the account and on the other streams',
  needs: { accounts: 0, claims: ['ticks'], streams: 3 },
  effort: 'standard',
  contexts: { meanwhile: ['close-only', 'unfinished', 'quota-exhausted', 'refused-handshake', 'sister-ends'] },
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account } = trial;
      const ticks = await account.ticks();
      const sister = await account.events();
      await ticks.await('tick');
      const end = await meanwhile(t, trial, { all: [], sister, names: { instruments: [], hmr: [] } });
      try {
        const before = ticks.of('tick').length;
        // One may have been under way.
        const next = await ticks.next(() => ticks.of('tick').length > before + 1, { after: lastRecord(ticks) });
        if (next === undefined && !ticks.isOpen) t.notApplicable('the stream has ended, as it may');
        t.expect.arrived(next, 'more ticks', { evidence: [lastRecord(ticks)] });
      } finally {
        await end();
      }
    }),
});
