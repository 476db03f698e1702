// account_state_event is a matter of each connection and of time alone (interface 6, table): a second connection has its own, and an
// account that trades gets it as one that is quiet.
import type { CheckContext, Events, Received } from '../runner/context.js';
import { scenario } from '../runner/registry.js';

const INTERVAL_MS = 2000;
const PATIENCE_MS = 3 * INTERVAL_MS;
/** Shorter than the interval, so that something always happens between two messages. */
const BUSY_MS = 600;

const isBeat = ({ kind }: Received): boolean => kind === 'account_state_event';

async function watching(t: CheckContext): Promise<{ readonly events: Events; readonly record: number }> {
  const events = await t.account.events();
  const { record } = await events.subscribed('account_state');
  return { events, record };
}

/** The first message may come at once; the one after it keeps the interval. */
async function secondBeat(events: Events): Promise<Received | undefined> {
  const first = await events.next(isBeat, { withinMs: PATIENCE_MS });
  return first && events.next(isBeat, { withinMs: PATIENCE_MS, after: first.record });
}

scenario({
  id: 'account-state.periodic/on-two-connections',
  title: 'sends account_state_event to each of two connections that subscribed to it',
  requirements: ['subscriptions.all-connections-served'],
  purposes: [50],
  needs: { claims: ['accountStateEvents'], shared: true, readOnly: true },
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const both = [await watching(t), await watching(t)];
    const seen = await Promise.all(both.map(({ events }) => secondBeat(events)));
    if (both.some(({ events }) => !events.isOpen))
      t.inconclusive('a connection has ended, as it may', [both[1]?.record ?? 0]);
    t.expect.that(!seen.includes(undefined), {
      expected: 'account_state_event again and again on both connections',
      actual: `twice on ${seen.filter((beat) => beat !== undefined).length} of them`,
      evidence: both.map(({ record }, n) => seen[n]?.record ?? record),
    });
  },
});

scenario({
  id: 'account-state.periodic/while-orders-are-placed',
  title: 'sends account_state_event also while orders follow each other faster than its interval',
  purposes: [50],
  needs: { claims: ['accountStateEvents'] },
  waitMs: 2 * INTERVAL_MS,
  async run(t) {
    const { events, record } = await watching(t);
    const placed: number[] = [];
    const first = await events.next(isBeat, { withinMs: PATIENCE_MS });
    if (first === undefined) return t.inconclusive('no account_state_event came while nothing happened', [record]);
    let beat: Received | undefined;
    const untilMs = t.nowMs() + PATIENCE_MS;
    while (beat === undefined && events.isOpen && t.nowMs() < untilMs) {
      placed.push((await t.account.openOrder()).submission.exchange.record);
      beat = await events.next(isBeat, { withinMs: BUSY_MS, after: first.record });
    }
    if (beat === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', [record]);
    t.expect.that(beat !== undefined, {
      expected: 'an account_state_event among the orders',
      actual: `none within ${PATIENCE_MS} ms, in which ${placed.length} orders were placed`,
      evidence: [record, ...placed],
    });
  },
});
