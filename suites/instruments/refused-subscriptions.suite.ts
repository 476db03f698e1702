// Subscriptions to instruments that are refused as a whole (interface 6.3, rule 3; 4.5, rule 3): for one that does not exist, or one that
// the account may not use. What was subscribed before goes on.
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { barrier } from '../words/streams/barrier.js';
import { CHANGE, CLAIMED, change, expectSilent, expectUpdate, followed } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { expectNotAccepted } from '../words/streams/subscribing.js';

for (const { word, words, requirement, bad, facts } of [
  {
    word: 'unknown',
    words: 'that does not exist',
    requirement: 'instruments.unknown-refused',
    bad: (t: CheckContext) => t.market.unknown,
    facts: [],
  },
  {
    word: 'unavailable',
    words: 'that the account may not use',
    requirement: 'instruments.unavailable-refuses-whole',
    bad: (t: CheckContext) => t.market.unavailable[0] ?? '',
    facts: ['unavailableInstrument'],
  },
] as const) {
  scenario({
    id: `${requirement}/with-a-good-one`,
    title: `refuses a whole instruments subscription for one instrument ${words}, and subscribes to none of it`,
    purposes: [45],
    needs: { ...CHANGE, facts },
    async run(t) {
      const good = await instrumentToChange(t);
      const events = await t.account.events();
      expectNotAccepted(t, await events.subscribe('instruments', [good, bad(t)]));
      await change(t, good);
      if (events.isOpen) await barrier(t, events);
      expectSilent(t, events, good, 0);
    },
  });

  scenario({
    id: `instruments.refusal-keeps-existing/${word}`,
    title: `keeps the earlier subscription after it refused one for an instrument ${words}`,
    purposes: [45],
    needs: { ...CHANGE, facts },
    async run(t) {
      const { name: kept, events } = await followed(t);
      const command = await events.subscribe('instruments', [bad(t)]);
      expectNotAccepted(t, command);
      await expectUpdate(t, events, kept, command);
    },
  });

  // Without control actions only the answer to the command tells.
  scenario({
    id: `${requirement}/by-its-answer`,
    title: `refuses an instruments subscription that names an ${word} instrument beside a good one, and stays connected`,
    requirements: ['instruments.refusal-keeps-existing'],
    purposes: [45],
    needs: { ...CLAIMED, facts: ['commandRefused', ...facts], shared: true },
    async run(t) {
      const events = await t.account.transactions();
      const command = await events.subscribe('instruments', [t.account.instrument().name, bad(t)]);
      const { outcome } = command;
      t.expect.that(outcome === 'refused', { expected: 'the command refused', actual: outcome, evidence: [command] });
      t.expect.that(
        events.isOpen,
        { expected: 'the connection open', actual: 'the connection closed', evidence: [command] },
        { requirement: 'instruments.refusal-keeps-existing' },
      );
    },
  });
}
