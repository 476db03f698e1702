// That account_state_event comes again and again (interface 6, table; 8; 4.5, rules 3 and 4; 6.2, rule 4; 6.3, rule 3): on each
// connection, on an account that trades as on one that is quiet, whatever else happens on its connection.
import type { CheckContext, Events, Placed } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { awaitBeat, type Beat, INTERVAL_MS, nextBeat, patienceMs } from '../words/streams/beats.js';

const READ = { claims: ['accountStateEvents'], shared: true, readOnly: true } as const;
/** How many messages are awaited: a service that stops after a few must be found. */
const MESSAGES = { quick: 3, standard: 10, thorough: 16 } as const;
/** Shorter than the interval, so that something always happens between two messages. */
const BUSY_MS = 600;

scenario({
  id: 'account-state.periodic/again-and-again',
  title: 'sends account_state_event again and again without being asked again',
  purposes: [50],
  needs: READ,
  waitMs: MESSAGES.standard * INTERVAL_MS,
  async run(t) {
    const events = await t.account.subscribed('account_state');
    let last: Beat | undefined;
    for (let n = 1; n <= MESSAGES[t.effort]; n += 1) {
      const beat = await nextBeat(t, events, last?.record);
      if (beat === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [events.command]);
      last = t.expect.arrived(beat, `message ${n} of the subscription`, {
        evidence: [last ?? events.command],
        withinMs: patienceMs(t),
      });
    }
  },
});

scenario({
  id: 'account-state.periodic/on-two-connections',
  title: 'sends account_state_event to each of two connections that subscribed to it',
  purposes: [50],
  needs: READ,
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const both = [await t.account.subscribed('account_state'), await t.account.subscribed('account_state')];
    const seen = await Promise.all(both.map((events) => secondBeat(t, events)));
    if (both.some(({ isOpen }) => !isOpen)) t.inconclusive('a connection has ended, as it may', [both[1]?.command]);
    t.expect.that(!seen.includes(undefined), {
      expected: 'account_state_event again and again on both connections',
      actual: `twice on ${seen.filter((beat) => beat !== undefined).length} of them`,
      evidence: both.map(({ command }, n) => seen[n] ?? command),
    });
  },
});

/** More than what a service may send before it forgets who listens. */
const LATER_MESSAGES = 6;

for (const { id, words, control, end } of [
  {
    id: 'account-state.periodic/after-a-connection-that-was-closed',
    words: 'closed by the client',
    control: [],
    end: (_t: CheckContext, events: Events): Promise<unknown> => events.close(),
  },
  {
    id: 'account-state.periodic/after-a-connection-that-was-dropped',
    words: 'dropped by the target',
    control: ['stream.drop'],
    async end(t: CheckContext, events: Events): Promise<void> {
      await t.control('stream.drop', { account_id: t.account.id });
      await events.closed;
    },
  },
] as const) {
  scenario({
    id,
    title: `goes on sending account_state_event on a connection that is opened after another was ${words}`,
    purposes: [50],
    // Alone on its account, so that the connection before is the last that the target has forgotten.
    needs: { claims: ['accountStateEvents'], control },
    waitMs: LATER_MESSAGES * INTERVAL_MS,
    effort: 'standard',
    async run(t) {
      const before = await t.account.subscribed('account_state');
      const first = await awaitBeat(t, before);
      await end(t, before);
      const events = await t.account.subscribed('account_state');
      let last = first;
      for (let n = 1; n <= LATER_MESSAGES; n += 1) {
        const beat = await nextBeat(t, events, n === 1 ? 0 : last.record);
        if (beat === undefined && !events.isOpen) {
          t.inconclusive('the connection has ended, as it may', [events.command]);
        }
        last = t.expect.arrived(beat, `message ${n} of the later connection`, {
          evidence: [events.command, last],
          withinMs: patienceMs(t),
        });
      }
    },
  });
}

/** The first message may come at once; the one after it keeps the interval. */
async function secondBeat(t: CheckContext, events: Events): Promise<Beat | undefined> {
  const first = await nextBeat(t, events);
  return first && nextBeat(t, events, first.record);
}

scenario({
  id: 'account-state.periodic/while-orders-are-placed',
  title: 'sends account_state_event also while orders follow each other faster than its interval',
  purposes: [50],
  needs: { claims: ['accountStateEvents'] },
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const events = await t.account.subscribed('account_state');
    const { record: after } = await awaitBeat(t, events);
    const placed: Placed[] = [];
    let beat: Beat | undefined;
    const untilMs = t.nowMs() + patienceMs(t);
    while (beat === undefined && events.isOpen && t.nowMs() < untilMs) {
      placed.push((await t.account.openOrder()).submission);
      beat = await events.next('account_state_event', { withinMs: BUSY_MS, after });
    }
    if (beat === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [events.command]);
    t.expect.arrived(beat, 'an account_state_event among the orders', {
      evidence: [events.command, ...placed],
      withinMs: patienceMs(t),
    });
  },
});

async function subscribedToLists(t: CheckContext, events: Events): Promise<void> {
  await events.subscribed('transactions');
  for (const kind of ['instruments', 'hmr'] as const) await events.subscribed(kind, [t.account.instrument().name]);
}

/** Set-up: a subscription that no target has (interface 4.5, rule 3); whether it is refused is judged elsewhere. */
async function refused(t: CheckContext, events: Events, kind: string, list?: readonly string[]): Promise<void> {
  const command = await events.subscribe(kind, list);
  if (command.outcome === 'accepted') t.notApplicable('the target accepts it, which is judged elsewhere');
}

const EVERY_KIND = { ...READ, claims: ['accountStateEvents', 'instrumentEvents', 'hmrEvents'] } as const;

for (const { id, words, needs, cause } of [
  {
    id: 'account-state.periodic/transactions-comes-and-goes',
    words: 'transactions were subscribed and unsubscribed',
    needs: READ,
    async cause(_t: CheckContext, events: Events): Promise<void> {
      await events.subscribe('transactions');
      await events.unsubscribe('transactions');
    },
  },
  {
    id: 'account-state.periodic/after-a-refusal',
    words: 'a subscription to instruments was refused',
    needs: { ...READ, claims: ['accountStateEvents', 'instrumentEvents'] },
    cause: (t: CheckContext, events: Events) => refused(t, events, 'instruments', [t.market.unknown]),
  },
  {
    id: 'account-state.periodic/after-hmr-was-refused',
    words: 'a subscription to hmr was refused',
    needs: { ...READ, claims: ['accountStateEvents', 'hmrEvents'] },
    cause: (t: CheckContext, events: Events) => refused(t, events, 'hmr', [t.market.unknown]),
  },
  {
    id: 'account-state.periodic/after-ticks-were-refused',
    words: 'a subscription to ticks was refused',
    needs: READ,
    cause: (t: CheckContext, events: Events) => refused(t, events, 'ticks'),
  },
  {
    id: 'account-state.periodic/after-an-unknown-kind-was-refused',
    words: 'a subscription to a kind that does not exist was refused',
    needs: READ,
    cause: (t: CheckContext, events: Events) => refused(t, events, 'weather'),
  },
  {
    id: 'account-state.periodic/beside-every-other-kind',
    words: 'every other kind was subscribed',
    needs: EVERY_KIND,
    cause: subscribedToLists,
  },
  {
    id: 'account-state.periodic/lists-come-and-go',
    words: 'instruments and hmr were subscribed and unsubscribed, and hmr refused,',
    needs: EVERY_KIND,
    async cause(t: CheckContext, events: Events): Promise<void> {
      await subscribedToLists(t, events);
      for (const kind of ['instruments', 'hmr'] as const) await events.unsubscribe(kind, [t.account.instrument().name]);
      await refused(t, events, 'hmr', [t.market.unknown]);
    },
  },
] as const) {
  scenario({
    id,
    title: `goes on sending account_state_event after ${words} on its connection`,
    needs,
    waitMs: 2 * INTERVAL_MS,
    async run(t) {
      const events = await t.account.subscribed('account_state');
      const first = await awaitBeat(t, events);
      await cause(t, events);
      const last = events.received.at(-1);
      const beat = await nextBeat(t, events, last?.record);
      if (beat === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [last]);
      t.expect.arrived(beat, 'account_state_event as before', { evidence: [last, first], withinMs: patienceMs(t) });
    },
  });
}

for (const { id, guard, words } of [
  { id: 'account-state.periodic/after-trading-was-disabled', guard: 'trading-disabled', words: 'disabled' },
  { id: 'account-state.periodic/after-close-only', guard: 'close-only', words: 'close only' },
] as const) {
  scenario({
    id,
    title: `sends account_state_event on a stream that is opened once the account is no longer ${words}`,
    needs: { claims: ['accountStateEvents'], control: ['account.restrict'] },
    waitMs: 2 * INTERVAL_MS,
    effort: 'standard',
    async run(t) {
      const before = await t.account.subscribed('account_state');
      const first = await awaitBeat(t, before);
      const lift = await t.under(guard);
      await lift();
      // What became of the stream before is open.
      const events = await t.account.subscribed('account_state');
      const beat = await secondBeat(t, events);
      if (beat === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [events.command]);
      t.expect.arrived(beat, 'account_state_event again and again, as before the restriction', {
        evidence: [events.command, first],
        withinMs: patienceMs(t),
      });
    },
  });
}
