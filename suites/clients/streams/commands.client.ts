// What a client sends over the events stream (interface 4.5, rules 2 to 4; 6.2, rule 4): commands of the known kinds with their lists.
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import { honest } from '../situations/answers.js';
import { clientCheck } from '../stage/client-check.js';
import { fact, firstRecord, type Grounds, lastRecord, seenSo } from '../stage/grounds.js';
import { expectSent } from '../stage/sent-history.js';
import type { Stage } from '../stage/stage.js';

const KINDS = ['transactions', 'account_state', 'instruments', 'hmr'] as const;

const SENT: readonly (readonly [ClientRequirementId, title: string])[] = [
  ['subscriptions.client-command-members', 'names a kind of event in each command'],
  ['subscriptions.client-known-kinds', 'commands known kinds of events only'],
  ['subscriptions.client-no-ticks', 'asks for no ticks on the events stream'],
];

for (const [requirement, title] of SENT) {
  clientCheck(
    `${requirement}/all-kinds`,
    {
      title,
      depth: 'wire',
      situation: honest,
      needs: { operations: [], streams: ['transactions'] },
      subscribe: KINDS,
    },
    async (stage) => {
      await commandSeen(stage);
      expectSent(stage, requirement, 'a command');
    },
  );
}

clientCheck(
  'subscriptions.client-over-connection/all-kinds',
  {
    title: 'sends its commands over the open connection and not as requests',
    depth: 'wire',
    situation: honest,
    needs: { operations: [], streams: ['transactions'] },
    subscribe: KINDS,
  },
  async (stage) => {
    await stage.until('a stream that is open', () => stage.seen.opened()[0]);
    const posted = stage.seen.all.find(({ method, target }) => method === 'POST' && STREAM_PATH.test(target));
    if (posted === undefined) await commandSeen(stage);
    stage.expect.that(posted === undefined, {
      grounds: nonePosted(stage),
      expected: 'commands as messages of the open connection',
      actual: `POST ${posted?.target}`,
      evidence: posted === undefined ? [] : [posted],
    });
  },
);

clientCheck(
  'subscriptions.client-instruments-list/all-kinds',
  {
    title: 'gives a list with what it asks of instruments',
    depth: 'wire',
    situation: honest,
    needs: { operations: [], streams: ['instruments'] },
    subscribe: KINDS,
  },
  async (stage) => {
    await commandSeen(stage, 'instruments');
    expectSent(stage, 'subscriptions.client-instruments-list', 'a command for instruments');
  },
);

for (const [requirement, title] of [
  ['hmr.client-explicit-list', 'names the instruments whose HMR periods it wants, all of them included'],
  ['subscriptions.client-available-instruments', 'asks for the HMR periods of instruments that its account has'],
] as const) {
  clientCheck(
    `${requirement}/every-instrument`,
    {
      title,
      depth: 'wire',
      situation: honest,
      needs: { operations: ['subscribe'], streams: ['hmr'] },
      subscribe: ['transactions'],
    },
    async (stage) => {
      await stage.tell('subscribe', { event: 'hmr', instruments: 'every' });
      await commandSeen(stage, 'hmr');
      if (requirement === 'hmr.client-explicit-list') {
        expectSent(stage, requirement, 'a command for hmr');
        return;
      }
      const available = new Set(stage.inside().quotes.map(({ instrument }) => instrument.name));
      for (const command of stage.seen.commands()) {
        const { event, instruments } = command.command;
        if (event !== 'hmr' || !Array.isArray(instruments)) continue;
        const unknown = instruments.filter((name) => typeof name !== 'string' || !available.has(name));
        stage.expect.that(unknown.length === 0, {
          requirement,
          grounds: seenSo(command, fact('/view/instruments', 'subsetOf', [...available])),
          expected: `some of ${[...available].join(', ')}`,
          actual: unknown.join(', '),
          evidence: [command],
        });
      }
    },
  );
}

const STREAM_PATH = /\/ws\/\w+(?:$|\?)/;

function nonePosted({ seen }: Stage): Grounds {
  const [from, to] = [firstRecord(seen), lastRecord(seen)];
  if (from === undefined || to === undefined) return {};
  const facts = [fact('/parsed/method', 'equals', 'POST'), fact('/parsed/path', 'matches', STREAM_PATH.source)];
  return { among: [{ from, to, kind: 'invoke', facts, most: 0 }] };
}

function commandSeen(stage: Stage, event?: string): Promise<unknown> {
  return stage.until(`a command${event === undefined ? '' : ` for ${event}`}`, () =>
    stage.seen.commands().find(({ command }) => event === undefined || command.event === event),
  );
}
