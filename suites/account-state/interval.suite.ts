// How often account_state_event comes (interface 6, table; 8): at a standard interval of two seconds, which has no tolerance of its own, on
// each connection, and where it was given up and subscribed again.
import type { CheckContext, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import {
  awaitBeat,
  type Beat,
  gapsMs,
  INTERVAL_MS,
  nextBeat,
  patienceMs,
  SHORTEST_MS,
} from '../words/streams/beats.js';

const READ = { claims: ['accountStateEvents'], shared: true, readOnly: true } as const;
const LONGEST_MS = 2 * INTERVAL_MS;
/** How many gaps are measured before an interval counts as wrong. */
const MOST_GAPS = 6;

for (const { id, words, connections } of [
  { id: 'account-state.interval/median-gap', words: '', connections: 1 },
  { id: 'account-state.interval/beside-others', words: ' on each of three connections', connections: 3 },
] as const) {
  scenario({
    id,
    title: `sends account_state_event at an interval of about two seconds${words}`,
    purposes: [50],
    needs: READ,
    waitMs: 3 * INTERVAL_MS,
    effort: 'standard',
    async run(t) {
      const all = await Promise.all(Array.from({ length: connections }, () => t.account.subscribed('account_state')));
      await Promise.all(all.map((events) => expectInterval(t, events)));
    },
  });
}

scenario({
  id: 'account-state.interval/subscribed-again',
  title: 'sends account_state_event at an interval of about two seconds where it was given up and subscribed again',
  purposes: [50],
  needs: READ,
  waitMs: 4 * INTERVAL_MS,
  effort: 'standard',
  async run(t) {
    const events = await t.account.subscribed('account_state');
    await awaitBeat(t, events);
    // Whether this kind can be given up is open; refused, it goes on as it did.
    await events.unsubscribe('account_state');
    const { record } = await events.subscribed('account_state');
    await expectInterval(t, events, record);
  },
});

async function expectInterval(t: CheckContext, events: Events, after = 0): Promise<void> {
  const wanted = t.effort === 'thorough' ? 5 : 2;
  const beats = [await expectBeat(t, events, after)];
  let medianMs = 0;
  const isAboutRight = (): boolean => medianMs >= SHORTEST_MS && medianMs <= LONGEST_MS;
  // A busy machine holds single messages up; more of them show whether it is the target.
  while (beats.length <= wanted || (!isAboutRight() && beats.length <= MOST_GAPS)) {
    beats.push(await expectBeat(t, events, beats.at(-1)?.record));
    medianMs = medianOf(gapsMs(beats));
  }
  t.observe('account-state interval', Math.round(medianMs), {
    section: '8',
    unit: 'ms',
    evidence: beats.map(({ record }) => record),
  });
  t.expect.that(isAboutRight(), {
    expected: `a median gap between ${SHORTEST_MS} and ${LONGEST_MS} ms`,
    actual: `${Math.round(medianMs)} ms over ${beats.length - 1} gaps`,
    evidence: beats,
  });
}

/** What does not come in several times the interval that the target is known to have comes at another. */
async function expectBeat(t: CheckContext, events: Events, after: number | undefined): Promise<Beat> {
  const beat = await nextBeat(t, events, after);
  if (beat === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may');
  return t.expect.arrived(beat, 'an account_state_event at the standard interval', { withinMs: patienceMs(t) });
}

function medianOf(gaps: readonly number[]): number {
  return [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}
