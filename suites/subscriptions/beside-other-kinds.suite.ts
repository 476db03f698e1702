// Instruments and hmr go on while the other kinds of their connection come, go and are refused (interface 4.5, rule 4; 6, table; 6.2,
// rule 4; 6.3, rule 3), also where all instruments are subscribed by the wildcard. That transactions do is judged by `any-order` and
// `refusals-beside-transactions`, that account_state does by `../account-state/periodic`, since it takes the time of its interval.
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { CheckContext, CommandOutcome, Events } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { INTERVAL_MS, nextBeat } from '../words/streams/beats.js';
import { expectDelivered } from '../words/streams/delivery.js';
import {
  CHANGE_INSTRUMENTS,
  changeEventOf,
  changeInstrument,
  nextInstrumentEvent,
} from '../words/streams/instrument-events.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { lastRecord } from '../words/streams/last-record.js';
import { CHANGE_PERIODS, createdPeriod, nextUpsert, upserts } from '../words/streams/periods.js';

interface Circumstance {
  readonly id: CheckId;
  readonly words: string;
  readonly list: 'by name' | 'by the wildcard';
  /** The last of the commands on other kinds, or of those that are refused. */
  readonly give: (t: CheckContext, events: Events) => Promise<CommandOutcome>;
}

const CHANGE_BOTH: Needs = {
  claims: ['instrumentEvents', 'hmrEvents', 'accountStateEvents'],
  control: [...(CHANGE_INSTRUMENTS.control ?? []), ...(CHANGE_PERIODS.control ?? [])],
  streams: 1,
};
const OTHERS = ['account_state', 'transactions'] as const;

async function subscribedToOthers(_t: CheckContext, events: Events): Promise<CommandOutcome> {
  await events.subscribed(OTHERS[0]);
  return events.subscribed(OTHERS[1]);
}

/** Whether these may be unsubscribed at all is open; refused or not, the lists are none of it. */
async function othersGivenUp(t: CheckContext, events: Events): Promise<CommandOutcome> {
  await subscribedToOthers(t, events);
  await events.unsubscribe(OTHERS[0]);
  return events.unsubscribe(OTHERS[1]);
}

function refused(kind: string): Circumstance['give'] {
  return async (t, events) => {
    const command = await events.subscribe(kind, kind === 'weather' ? undefined : [t.market.unknown]);
    if (command.outcome === 'accepted') t.inconclusive('what does not exist was subscribed', [command]);
    return command;
  };
}

const CIRCUMSTANCES: readonly Circumstance[] = [
  {
    id: 'subscriptions.any-order/lists-beside-others',
    words: 'account_state and transactions were subscribed beside them',
    list: 'by name',
    give: subscribedToOthers,
  },
  {
    id: 'subscriptions.any-order/lists-after-others-were-given-up',
    words: 'account_state and transactions were subscribed and unsubscribed',
    list: 'by name',
    give: othersGivenUp,
  },
  {
    id: 'instruments.refusal-keeps-existing/all-instruments-go-on',
    words: 'a subscription to an instrument that does not exist was refused',
    list: 'by the wildcard',
    give: refused('instruments'),
  },
  {
    id: 'hmr.refusal-keeps-existing/all-instruments-go-on',
    words: 'a subscription to hmr was refused',
    list: 'by the wildcard',
    give: refused('hmr'),
  },
  {
    id: 'subscriptions.malformed-command-harmless/lists-go-on',
    words: 'a subscription to a kind that does not exist was refused',
    list: 'by name',
    give: refused('weather'),
  },
];

for (const { id, words, list, give } of CIRCUMSTANCES) {
  scenario({
    id,
    title: `goes on sending instrument_event and hmr_update, subscribed ${list}, after ${words}`,
    purposes: [43],
    needs: CHANGE_BOTH,
    effort: 'standard',
    async run(t) {
      // Made before the subscription: whether the wildcard covers what comes later is open.
      const name = await instrumentToChange(t);
      const events = await t.account.subscribed('instruments', list === 'by name' ? [name] : ['all']);
      await events.subscribed('hmr', [name]);
      await changeEventOf(t, events, name);
      const before = await createdPeriod(t, [name]);
      await events.await('hmr_update', { where: upserts(before.id) });
      const command = await give(t, events);
      const after = lastRecord(events);
      await changeInstrument(t, name);
      const event = await nextInstrumentEvent(events, name, after);
      expectDelivered(t, events, event, `an instrument_event: ${name} changed, still subscribed`, [command]);
      const { id: period } = await createdPeriod(t, [name]);
      const update = await nextUpsert(events, period);
      expectDelivered(t, events, update, `an hmr_update with period ${period}, still subscribed`, [command]);
    },
  });
}

for (const { id, words, kinds } of [
  {
    id: 'subscriptions.any-order/lists-last',
    words: 'instruments and hmr, subscribed after the other two kinds',
    kinds: ['transactions', 'account_state', 'instruments', 'hmr'],
  },
  {
    id: 'subscriptions.any-order/account-state-last',
    words: 'account_state, subscribed after the other three kinds',
    kinds: ['hmr', 'instruments', 'transactions', 'account_state'],
  },
] as const) {
  scenario({
    id,
    title: `sends messages of ${words}`,
    purposes: [43],
    needs: CHANGE_BOTH,
    effort: 'standard',
    waitMs: INTERVAL_MS,
    async run(t) {
      const name = await instrumentToChange(t);
      const events = await t.account.events();
      let command: CommandOutcome | undefined;
      for (const kind of kinds) {
        const isList = kind === 'instruments' || kind === 'hmr';
        command = await events.subscribed(kind, isList ? [name] : undefined);
      }
      const after = lastRecord(events);
      if (kinds.at(-1) === 'account_state') {
        const beat = await nextBeat(t, events, after);
        expectDelivered(t, events, beat, 'an account_state_event, as subscribed', [command]);
        return;
      }
      await changeInstrument(t, name);
      const event = await nextInstrumentEvent(events, name, after);
      expectDelivered(t, events, event, `an instrument_event: ${name} changed, as subscribed`, [command]);
      const { id: period } = await createdPeriod(t, [name]);
      const update = await nextUpsert(events, period);
      expectDelivered(t, events, update, `an hmr_update with period ${period}, as subscribed`, [command]);
    },
  });
}
