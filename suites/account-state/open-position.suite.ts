// used_margin in account_state_event (interface 2.3; 6): what the newest position needs is in the next messages. How margin is reckoned
// is the target's own, so only a figure is judged that both snapshots around it have left behind.

import { scenario } from '../runner/registry.js';
import { differ, figureOf, same } from '../words/figures.js';
import { partedVolume } from '../words/trading/parted-volume.js';

const INTERVAL_MS = 2000;
/** The first message may have been under way; the one after it cannot have been. */
const MESSAGES = 2;
const MORE = 20;

scenario({
  id: 'account-state.shows-current/margin-of-a-new-position',
  title: 'shows in used_margin what a new position needs',
  requirements: ['account-state.used-margin-present'],
  needs: { claims: ['accountStateEvents', 'positions'], requests: ['openPosition'] },
  waitMs: MESSAGES * INTERVAL_MS,
  async run(t) {
    const before = (await t.account.state()).accountState?.usedMargin;
    await t.account.openPosition();
    let opened = await t.account.state();
    // What the smallest volume needs may round to nothing, and that of a cheap instrument twenty times over.
    for (const { name: instrument } of t.account.instruments) {
      if (differ(before, opened.accountState?.usedMargin)) break;
      const least = String((await t.account.order({ instrument })).volume);
      const volume = partedVolume(await t.account.conditions(instrument), least, MORE);
      await t.account.openPosition({ instrument, volume });
      opened = await t.account.state();
    }
    if (!differ(before, opened.accountState?.usedMargin))
      t.inconclusive('the snapshots show no other used_margin after the position than before', [opened.record]);
    const events = await t.account.events();
    await events.subscribed('account_state');
    let beat = await events.next(({ kind }) => kind === 'account_state_event', { withinMs: 3 * INTERVAL_MS });
    const first = beat?.record;
    // A figure that is not the old one needs no second message.
    if (beat?.kind === 'account_state_event' && same(before, beat.view.usedMargin)) {
      beat = await events.next(({ kind }) => kind === 'account_state_event', {
        after: beat.record,
        withinMs: 3 * INTERVAL_MS,
      });
    }
    if (beat?.kind !== 'account_state_event')
      return t.inconclusive(`no account_state_event within ${3 * INTERVAL_MS} ms`, first === undefined ? [] : [first]);
    const { usedMargin } = beat.view;
    if (figureOf(usedMargin) === undefined)
      return t.inconclusive('the event shows no used_margin as a decimal string', [beat.record]);
    const now = await t.account.state();
    if (!differ(before, now.accountState?.usedMargin))
      t.inconclusive('used_margin has gone back to what it was before the position', [now.record]);
    t.expect.that(differ(before, usedMargin), {
      expected: `a used_margin with the position, as in the snapshot: ${String(now.accountState?.usedMargin)}`,
      actual: `${String(usedMargin)}, as before the position`,
      evidence: [beat.record, opened.record, now.record],
    });
  },
});
