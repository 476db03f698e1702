// The routine of connections: each of several connections of one account is served as if it were the only one, the latest too
// (interface 6, table; 6.4, rules 1, 2 and 4).
import type { CheckContext, CommandOutcome, Events } from '../../runner/context.js';
import { figureOf, same } from '../../words/figures.js';
import { type Beat, nextBeat } from '../../words/streams/beats.js';
import { unsubscribed } from '../../words/streams/commands.js';
import type { TransactionEvent } from '../../words/streams/event-of.js';
import { ofOperation } from '../../words/streams/searches.js';
import { expectTold } from './lenient-expectations.js';
import type { Routine } from './routine.js';

const CONNECTIONS = 3;
/** How many connections the account must be allowed for this routine. */
const AT_LEAST = 2;
/** A message may have been on its way when the balance changed. */
const BEATS = 3;

/** Subscribes, and judges that a snapshot leads. */
async function expectBegun(t: CheckContext, events: Events): Promise<void> {
  const command = await events.subscribed('transactions');
  t.expect.arrived(await events.next('trading_state_snapshot'), 'a trading_state_snapshot', {
    evidence: [command],
    on: events,
  });
}

function contentOf({ view: { status, orders, deals, positions } }: TransactionEvent): string {
  return JSON.stringify([status, orders, deals, positions]);
}

export const CONNECTIONS_ROUTINE: Routine = {
  word: 'connections',
  words: 'serves each of several connections',
  needs: { claims: ['accountStateEvents'], streams: CONNECTIONS + 2 },
  requirements: [
    'subscriptions.transactions-snapshot',
    'delivery.no-replay',
    'account-state.periodic',
    'account-state.shows-current',
    'subscriptions.all-connections-served',
    'subscriptions.unsubscribed-silent',
  ],
  checkers: [],
  async play(t) {
    // Whoever connects later is told nothing that a witness was told; an operation may have more events than that one.
    const witness = await t.account.transactions();
    const earlier = await t.account.complete();
    await witness.resultOf(earlier.submission);
    const told = new Set(witness.resultsOf(earlier.submission).map(contentOf));
    await witness.close();
    const all: Events[] = [];
    // One more is needed for the witness of what a connection is not told.
    const connections = Math.max(AT_LEAST, Math.min(CONNECTIONS, t.account.streamsAtOnce - 1));
    const commands: CommandOutcome[] = [];
    for (let turn = 0; turn < connections; turn += 1) {
      const events = await t.account.events();
      await expectBegun(t, events);
      commands.push(await events.subscribed('account_state'));
      all.push(events);
    }
    const { submission } = await t.account.complete();
    for (const events of all) {
      await expectTold(t, events, submission, { requirement: 'subscriptions.all-connections-served' });
      const replayed = events.resultsOf(earlier.submission).filter((event) => told.has(contentOf(event)));
      t.expect.none(replayed, 'no event of what ended before the connection was opened', {
        evidence: [earlier.submission],
        sought: ofOperation(events, earlier.submission),
        requirement: 'delivery.no-replay',
      });
    }
    const before = await t.account.state();
    const beats = await Promise.all(
      all.map(async (events, turn) => {
        const beat = await beatWith(t, events, before);
        const expected = `an account_state_event on connection ${turn + 1} of ${all.length} that subscribed to it`;
        const evidence = [commands[turn]];
        return t.expect.arrived(beat, expected, { on: events, evidence, requirement: 'account-state.periodic' });
      }),
    );
    const after = await t.account.state();
    const [was, is] = [before.accountState?.balance, after.accountState?.balance];
    if (figureOf(was) !== undefined && is !== undefined && same(was, is)) {
      for (const beat of beats) {
        t.expect.at(beat, '/view/balance', 'sameDecimal', String(was), { requirement: 'account-state.shows-current' });
      }
    }
    for (const events of all) await expectSilentOnceGivenUp(t, events);
  },
};

/** The next message that shows the balance of the snapshot, which it may lag behind; the last that was waited for otherwise. */
async function beatWith(
  t: CheckContext,
  events: Events,
  { record, accountState }: Awaited<ReturnType<CheckContext['account']['state']>>,
): Promise<Beat | undefined> {
  let beat: Beat | undefined;
  let after = record;
  for (let turn = 0; turn < BEATS; turn += 1) {
    beat = await nextBeat(t, events, after);
    if (beat === undefined || same(beat.view.balance, accountState?.balance)) return beat;
    after = beat.record;
  }
  return beat;
}

async function expectSilentOnceGivenUp(t: CheckContext, events: Events): Promise<void> {
  const given = await unsubscribed(t, events, 'transactions');
  const witness = await t.account.transactions();
  const { submission } = await t.account.complete({}, { events: witness });
  const again = await events.subscribed('transactions');
  t.expect.none(events.resultsOf(submission), 'no event of an order placed after unsubscribing', {
    evidence: [given, again],
    sought: ofOperation(events, submission),
    requirement: 'subscriptions.unsubscribed-silent',
  });
  await witness.close();
}
