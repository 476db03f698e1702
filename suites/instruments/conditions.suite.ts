// The conditions in an instrument_event (interface 6.3, rules 1 and 2; 2.4): the whole condition object, as a read returns it afterwards,
// for the account of the connection.
import { add, type Decimal, equals, toText } from '../../toolkit/decimal/index.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Account, CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { figureOf, same } from '../words/figures.js';
import { barrier } from '../words/streams/barrier.js';
import {
  CHANGE_INSTRUMENTS,
  changeEventOf,
  followedInstrument,
  type InstrumentEvent,
  instrumentEventsOf,
  nextInstrumentEvent,
} from '../words/streams/instrument-events.js';
import { listedInstrument, restored } from '../words/streams/instrument-to-change.js';
import { volumeMaxIn } from '../words/trading/changed-maximum.js';

for (const { member, word } of [
  { member: 'volumeMin', word: 'volume-min' },
  { member: 'volumeMax', word: 'volume-max' },
  { member: 'volumeStep', word: 'volume-step' },
  { member: 'pointDigits', word: 'point-digits' },
]) {
  scenario({
    id: `instruments.full-conditions/${word}`,
    title: `shows ${word.replace('-', '_')} in the event of a change of volume_max`,
    needs: CHANGE_INSTRUMENTS,
    async run(t) {
      const { name, events } = await followedInstrument(t);
      t.expect.at(await changeEventOf(t, events, name), `/view/conditions/${member}`, 'present');
    },
  });
}

type Volume = 'volumeMin' | 'volumeMax' | 'volumeStep';

/** What the event shows, in words that a read can be compared with. */
function shownIn(t: CheckContext, event: InstrumentEvent, member: Volume): string {
  const volume = figureOf(event.view.conditions?.[member]);
  return volume === undefined
    ? t.inconclusive(`the event shows no ${member} as a decimal string`, [event])
    : String(event.view.conditions?.[member]);
}

/** Settings are semi-static: a read may follow a change after a moment. */
function readWith(t: CheckContext, account: Account, instrument: string, volumeMax: string): Promise<HttpExchange> {
  return eventually(
    t,
    () => account.request('conditions', { instrument }),
    ({ answer }) => answer?.body !== undefined && same(t.dialect.readConditions(answer.body).volumeMax, volumeMax),
  );
}

scenario({
  id: 'instruments.conditions-current/equal-to-the-read',
  title: 'shows in the event of a change the conditions that a read returns afterwards',
  requirements: ['configuration.conditions-readable'],
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const { name: instrument, events } = await followedInstrument(t);
    const event = await changeEventOf(t, events, instrument);
    const read = await readWith(t, t.account, instrument, shownIn(t, event, 'volumeMax'));
    t.expect.accepted(read, { requirement: 'configuration.conditions-readable' });
    expectAsRead(t, event, read);
  },
});

/** Judges that the whole conditions of the event are those of the read. */
function expectAsRead(t: CheckContext, event: InstrumentEvent, read: HttpExchange): void {
  for (const member of ['volumeMin', 'volumeMax', 'volumeStep'] as const)
    t.expect.at(read, `/view/${member}`, 'sameDecimal', shownIn(t, event, member));
  const digits = event.view.conditions?.pointDigits;
  // Its JSON type is open: either may be a number or the text of one.
  if (figureOf(String(digits)) !== undefined) t.expect.at(read, '/view/pointDigits', 'sameDecimal', String(digits));
}

scenario({
  id: 'instruments.conditions-current/of-a-listed-instrument',
  title:
    'shows in the event of a change for this account what a read returns for it, on an instrument that others have too',
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const instrument = await listedInstrument(t, 0);
    const events = await t.account.subscribed('instruments', [instrument]);
    const event = await changeEventOf(t, events, instrument);
    const shown = shownIn(t, event, 'volumeMax');
    t.expect.at(await readWith(t, t.account, instrument, shown), '/view/volumeMax', 'sameDecimal', shown);
  },
});

/** The volume_max of an account that may not have the instrument at all. */
async function volumeMaxOf(
  t: CheckContext,
  account: Account,
  instrument: string,
): Promise<{ readonly volumeMax: Decimal; readonly record: number }> {
  const { answer, record } = await account.request('conditions', { instrument });
  if (answer !== undefined && answer.status >= 400) t.notApplicable('the account may not use the instrument');
  const shown = answer?.body === undefined ? undefined : t.dialect.readConditions(answer.body).volumeMax;
  const volumeMax = figureOf(shown) ?? t.inconclusive('the account shows no volume_max as a decimal string', [record]);
  return { volumeMax, record };
}

scenario({
  id: 'instruments.conditions-current/of-another-account',
  title: 'announces to another account what changed there, with the conditions that a read returns there',
  requirements: ['instruments.updated', 'subscriptions.own-account-only'],
  needs: { ...CHANGE_INSTRUMENTS, accounts: 2, streams: 2 },
  async run(t, own, other) {
    const instrument = await listedInstrument(t, 0);
    const before = await volumeMaxOf(t, other, instrument);
    const events = await own.subscribed('instruments', [instrument]);
    const theirs = await other.subscribed('instruments', [instrument]);
    const allOfTheirs = await other.subscribed('instruments', ['all']);
    await changeEventOf(t, events, instrument);
    const after = await volumeMaxOf(t, other, instrument);
    const [now, earlier] = [toText(after.volumeMax), toText(before.volumeMax)];
    const owesNone = equals(before.volumeMax, after.volumeMax);
    t.expect.that(
      owesNone || (await nextInstrumentEvent(theirs, instrument)) !== undefined,
      {
        expected: `volume_max as before on account ${other.id}, or an instrument_event there`,
        actual: `volume_max ${now} after ${earlier}, and no event within ${t.timing.eventMs} ms`,
        evidence: [after, before],
      },
      { requirement: 'instruments.updated' },
    );
    for (const told of [theirs, allOfTheirs]) {
      await barrier(t, told, other);
      // The last, since an earlier one may tell of a change before this check.
      const last = instrumentEventsOf(told, instrument).at(-1);
      if (typeof last?.view.conditions?.volumeMax !== 'string') continue;
      await readWith(t, other, instrument, last.view.conditions.volumeMax);
      const read = await volumeMaxOf(t, other, instrument);
      for (const requirement of ['instruments.conditions-current', 'subscriptions.own-account-only'] as const)
        t.expect.at(last, '/view/conditions/volumeMax', 'sameDecimal', toText(read.volumeMax), { requirement });
    }
  },
});

scenario({
  id: 'instruments.conditions-current/of-conditions-of-its-own',
  title: 'shows an account that has conditions of its own, in the event of a change, what a read returns there',
  requirements: ['instruments.updated'],
  needs: { ...CHANGE_INSTRUMENTS, facts: ['ownConditions'] },
  async run(t) {
    const { id, instrument } =
      t.ownConditions ?? t.inconclusive('the profile names no account with conditions of its own');
    const account = t.adopt(id);
    const theirs = await volumeMaxOf(t, t.account, instrument);
    const before = await volumeMaxOf(t, account, instrument);
    // Whether a control action changes the conditions of the account or of the platform is the target's own: both are changed back, and
    // what other accounts see last of all.
    await restored(t, instrument);
    await restored(t, instrument, account);
    const events = await account.subscribed('instruments', [instrument]);
    // Neither as the platform has it nor as the account has it.
    const volume_max = toText(add(theirs.volumeMax, before.volumeMax));
    await t.control('instrument.update', { account_id: id, instrument, volume_max });
    const first = await nextInstrumentEvent(events, instrument);
    const after = await volumeMaxOf(t, account, instrument);
    if (first === undefined && equals(after.volumeMax, before.volumeMax)) {
      t.notApplicable(
        'a change of the platform leaves the conditions of this account as they are, and is not told there',
      );
    }
    const told = t.expect.arrived(first, `an instrument_event: ${instrument} changed`, {
      evidence: [after, before],
      requirement: 'instruments.updated',
    });
    // The last, since another client may change it, too.
    const now = async (): Promise<{ readonly read: HttpExchange; readonly event: InstrumentEvent }> => ({
      read: await account.request('conditions', { instrument }),
      event: instrumentEventsOf(events, instrument).at(-1) ?? told,
    });
    const { read, event } = await eventually(t, now, (one) =>
      same(volumeMaxIn(t, one.read), one.event.view.conditions?.volumeMax),
    );
    expectAsRead(t, event, read);
  },
});
