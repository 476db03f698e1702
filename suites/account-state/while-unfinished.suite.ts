// account_state_event while an operation of the account has no result yet (interface 6, table; 8): it is for whoever watches the account,
// and goes on.
import { scenario } from '../runner/registry.js';
import { awaitBeat, INTERVAL_MS, nextBeat, patienceMs } from '../words/streams/beats.js';
import { lastRecord } from '../words/streams/last-record.js';

/** The first may have been under way. */
const BEATS = 2;

scenario({
  id: 'account-state.periodic/while-an-operation-is-unfinished',
  title: 'goes on sending account_state_event while an order of the account is unfinished',
  purposes: [50],
  needs: { claims: ['accountStateEvents'], control: ['operation.hold', 'operation.release'] },
  waitMs: (BEATS + 1) * INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.subscribed('account_state');
    const first = await awaitBeat(t, events);
    await t.under('operations-held');
    const placed = await t.account.place();
    let after = lastRecord(events);
    for (let n = 1; n <= BEATS; n += 1) {
      const beat = await nextBeat(t, events, after);
      if (beat === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [events.command]);
      const { record } = t.expect.arrived(beat, `message ${n} while the order is unfinished`, {
        evidence: [first, placed],
        withinMs: patienceMs(t),
      });
      after = record;
    }
  },
});
