// Conditions of instruments as a client keeps them (interface 2.4; 6.3): each message carries the whole of them, instruments come and go, a
// refused subscription leaves the others as they were, and every account has its own.

import { compare, readDecimal } from '../../../toolkit/decimal/index.js';
import type { JsonObject, JsonValue } from '../../../toolkit/payload/json.js';
import { isJsonArray } from '../../../toolkit/payload/json-kind.js';
import type { ConditionsView } from '../../../toolkit/profile/index.js';
import { asTold } from '../situations/operations.js';
import { ownConditions } from '../situations/telling.js';
import { clientCheck } from '../stage/client-check.js';
import { expectCurrent, subscribed } from '../stage/connections.js';
import { fact, seenSo } from '../stage/grounds.js';
import type { Judged, Stage } from '../stage/stage.js';
import { conditionsShown, requireShown } from '../stage/views.js';

const WATCHING = { operations: [], streams: ['instruments'] } as const;
const SUBSCRIBED = ['transactions', 'instruments'] as const;

/** What a check begins with, and is not about: whoever takes in no message at all breaks this and nothing else. */
const BY_MESSAGES: Judged = { requirement: 'instruments.client-whole-object' };

clientCheck(
  'instruments.client-whole-object/updated-twice',
  {
    title: 'holds the conditions that the latest message carries',
    depth: 'view',
    situation: asTold,
    needs: WATCHING,
    subscribe: SUBSCRIBED,
  },
  async (stage) => {
    const { name } = await watched(stage);
    await updated(stage, name, '55');
    await expectConditions(stage, name);
    await updated(stage, name, '44');
    await expectConditions(stage, name);
  },
);

clientCheck(
  'instruments.client-actions/deleted-and-new',
  {
    title: 'lets go of an instrument that is deleted, and takes it in when it is new again',
    requirements: ['instruments.client-whole-object'],
    depth: 'view',
    situation: asTold,
    needs: { operations: ['subscribe'], streams: ['instruments'] },
    subscribe: SUBSCRIBED,
  },
  async (stage) => {
    await watched(stage);
    const { instrument = '' } = await stage.control('instrument.add');
    await stage.ask('subscribe', { event: 'instruments', instruments: [instrument] });
    await updated(stage, instrument, '22');
    await expectConditions(stage, instrument, BY_MESSAGES);
    await stage.control('instrument.remove', { instrument });
    await stage.expect.view(
      `no conditions of ${instrument}, since it was deleted`,
      () => [fact('/conditions', 'optional', { predicate: 'none', expected: isOf(instrument) })],
      { kind: 'instruments' },
    );
    const since = stage.seen.now;
    await stage.control('instrument.add', { instrument });
    // Whether a subscription outlives its instrument is the service's choice.
    const back = await stage.eventually(() => toldOf(stage, instrument, since), ANNOUNCED_WITHIN_MS);
    if (back !== undefined) await expectConditions(stage, instrument);
  },
);

const ANNOUNCED_WITHIN_MS = 500;

clientCheck(
  'subscriptions.client-refusal-keeps/one-unavailable',
  {
    title: 'goes on with its earlier subscriptions when one is refused for an instrument that there is not',
    requirements: ['instruments.client-whole-object'],
    depth: 'view',
    situation: asTold,
    needs: { operations: ['subscribe'], streams: ['instruments'] },
    subscribe: SUBSCRIBED,
  },
  async (stage) => {
    const { name } = await watched(stage);
    await updated(stage, name, '66');
    await expectConditions(stage, name, BY_MESSAGES);
    await stage.tell('subscribe', { event: 'instruments', instruments: [name, 'NOSUCHTHING'] });
    await stage.until('a refused subscription', () =>
      stage.seen.events().find(({ message }) => message.kind === 'command_refused'),
    );
    await stage.barrier();
    await expectCurrent(stage, 'instruments');
    await updated(stage, name, '33');
    await expectConditions(stage, name);
    await expectCurrent(stage, 'transactions');
  },
);

clientCheck(
  'subscriptions.client-available-instruments/refused-once',
  {
    title: 'does not send a subscription over and over that was refused',
    depth: 'wire',
    // What is not available may become so, and the interface states no number.
    level: 'should',
    situation: asTold,
    needs: { operations: ['subscribe'], streams: ['instruments'] },
    subscribe: SUBSCRIBED,
  },
  async (stage) => {
    const { name } = stage.instrument;
    await stage.tell('subscribe', { event: 'instruments', instruments: [name, 'NOSUCHTHING'] });
    const refused = await stage.until('a refused subscription', () =>
      stage.seen.events().find(({ message }) => message.kind === 'command_refused'),
    );
    await stage.grace();
    const again = stage.seen
      .since(refused.seq)
      .commands()
      .filter(({ command: { action, instruments } }) => action === 'subscribe' && namesUnknown(instruments));
    stage.expect.that(again.length <= MOST_ASKED, {
      expected: `the same command at most ${MOST_ASKED} times more`,
      actual: `${again.length}`,
      evidence: [...again.slice(-1), refused],
    });
  },
);

const namesUnknown = (list: JsonValue | undefined): boolean => isJsonArray(list) && list.includes('NOSUCHTHING');

/** A client may ask again after a pause, or on another connection. */
const MOST_ASKED = 4;

clientCheck(
  'configuration.client-conditions-per-account/smallest-volume',
  {
    title: 'takes the smallest volume from the conditions of the account that it trades on',
    depth: 'wire',
    situation: ownConditions,
    needs: { operations: ['place'], accounts: 2, streams: ['transactions'] },
  },
  async (stage) => {
    const [, second = ''] = stage.accounts;
    const { name } = stage.instrument;
    await stage.control('instrument.update', { account_id: second, instrument: name, volume_max: '50' });
    await stage.place({ volume: 'smallest' }).reply;
    await stage.begin({ account: 1 });
    await stage.place({ volume: 'smallest', account: second }).reply;
    const sent = await stage.until('placements on two accounts', () => {
      const placed = stage.seen.requests('placeOrder');
      return placed.some(({ read }) => read.accountId === second) && placed.length > 1 ? placed : undefined;
    });
    const least = await stage.until('conditions that the client read', () =>
      stage.seen.requests('conditions').find(({ answer }) => answer?.status === 200),
    );
    const order = sent.find(({ read }) => read.accountId === second);
    const volume = readDecimal(String(order?.read.params['volume'] ?? ''));
    stage.reached('a volume that the client chose by itself', volume !== undefined);
    const minimum = readDecimal(LEAST_OF_SECOND);
    stage.expect.that(volume !== undefined && minimum !== undefined && compare(volume, minimum) >= 0, {
      expected: `a volume of at least ${LEAST_OF_SECOND}, the smallest of this account`,
      actual: String(order?.read.params['volume']),
      grounds: seenSo(order, fact('/params/volume', 'atLeast', LEAST_OF_SECOND)),
      evidence: order === undefined ? [least] : [order, least],
    });
  },
);

/** The smallest volume of the second account in that situation. */
const LEAST_OF_SECOND = '0.50';

function isOf(instrument: string): JsonObject {
  return { member: 'instrument', predicate: 'equals', expected: instrument };
}

async function watched(stage: Stage): Promise<Stage['instrument']> {
  await subscribed(stage, 'instruments');
  await requireShown(stage, 'conditions');
  return stage.instrument;
}

async function updated(stage: Stage, instrument: string, volume_max: string): Promise<void> {
  const since = stage.seen.now;
  await stage.control('instrument.update', { instrument, volume_max });
  await stage.until(`an instrument_event of ${instrument}`, () => toldOf(stage, instrument, since));
}

/** What the latest event of the instrument carries. */
function toldOf(stage: Stage, instrument: string, since = 0): ConditionsView | undefined {
  const told = stage.seen
    .since(since)
    .events()
    .flatMap(({ message }) =>
      message.kind === 'instrument_event' && message.view.instrument === instrument
        ? (message.view.conditions ?? [])
        : [],
    );
  return told.at(-1);
}

async function expectConditions(stage: Stage, instrument: string, judged: Judged = {}): Promise<void> {
  const told = toldOf(stage, instrument) ?? {};
  await stage.expect.view(
    `the conditions of ${instrument} that the latest instrument_event carries: ${JSON.stringify(told)}`,
    (view) => conditionsShown(view, instrument, told),
    { ...judged, kind: 'instruments' },
  );
}
