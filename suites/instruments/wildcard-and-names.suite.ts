// The wildcard and names one after the other on a connection (interface 4.5, rule 4; 6.3, rules 2 and 4): an instrument that both of them
// cover is told of, and one that is named after the wildcard was given up is told of again. Whether a later command adds to an earlier one
// or takes its place is open, so that only what the later one covers is judged. A command may be refused for what is subscribed already.
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, CommandOutcome, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CHANGE_INSTRUMENTS, changeEventOf, expectChangeEvent } from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';

const ALL: readonly string[] = ['all'];

async function next(t: CheckContext, events: Events, list: readonly string[]): Promise<CommandOutcome> {
  const command = await events.subscribe('instruments', list);
  return command.outcome === 'refused'
    ? t.notApplicable('the target refuses to subscribe what is subscribed already, which it may')
    : command;
}

for (const { id, words, lists } of [
  {
    id: 'subscriptions.all-instruments/after-a-name',
    words: 'that was named, once all are subscribed',
    lists: (name: string) => [[name], ALL],
  },
  {
    id: 'instruments.event-per-instrument/named-beside-the-wildcard',
    words: 'that is named once all are subscribed',
    lists: (name: string) => [ALL, [name]],
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly lists: (name: string) => readonly (readonly string[])[];
}[]) {
  scenario({
    id,
    title: `sends events for an instrument ${words}`,
    purposes: [51],
    needs: CHANGE_INSTRUMENTS,
    async run(t) {
      const name = await instrumentToChange(t);
      const [first = ALL, second = ALL] = lists(name);
      const events = await t.account.subscribed('instruments', first);
      await expectChangeEvent(t, events, name, await next(t, events, second));
    },
  });
}

for (const { id, words, again } of [
  {
    id: 'instruments.event-per-instrument/named-after-the-wildcard-was-given-up',
    words: 'for an instrument that is named after all were unsubscribed',
    again: (name: string) => [name],
  },
  {
    id: 'subscriptions.all-instruments/after-it-was-given-up',
    words: 'when all are subscribed again after all were unsubscribed',
    again: () => ALL,
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly again: (name: string) => readonly string[];
}[]) {
  scenario({
    id,
    title: `sends events ${words}`,
    purposes: [43, 51],
    needs: CHANGE_INSTRUMENTS,
    async run(t) {
      const name = await instrumentToChange(t);
      const events = await t.account.subscribed('instruments', ALL);
      await changeEventOf(t, events, name);
      await events.unsubscribe('instruments', ALL);
      await expectChangeEvent(t, events, name, await next(t, events, again(name)));
    },
  });
}
