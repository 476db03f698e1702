// The instruments call lists what the account may subscribe to (interface 4.4; 6.2, rule 4; 6.3, rule 3): each listed instrument is
// taken by a subscription, and the list ["all"] covers them.
import type { CheckContext, CommandOutcome } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { listedInstruments, someOf } from '../words/listed-instruments.js';
import { CHANGE_INSTRUMENTS, expectChangeEvent } from '../words/streams/instrument-events.js';
import { addedInstrument, restored } from '../words/streams/instrument-to-change.js';

/** How many instruments are tried: targets do not expect many commands. */
const MOST = 8;
/** Names of refusals that say nothing about the instrument. */
const PASSING = /RATE_LIMIT|TEMPORARY|UNAVAILABLE/;

for (const { id, kind, claim } of [
  { id: 'configuration.instruments-complete/each-subscribable', kind: 'instruments', claim: 'instrumentEvents' },
  { id: 'configuration.instruments-complete/each-subscribable-for-hmr', kind: 'hmr', claim: 'hmrEvents' },
] as const) {
  scenario({
    id,
    title: `does not refuse a subscription of kind ${kind} to an instrument that it lists`,
    needs: { claims: [claim], facts: ['commandRefused'], shared: true, readOnly: true },
    async run(t) {
      const list = await listedInstruments(t);
      const refused: string[] = [];
      const evidence: CommandOutcome[] = [];
      for (const name of someOf(t, list.names, MOST)) {
        // How many subscriptions a connection holds is open, so each is asked for on one of its own where the first refuses.
        const command = await refusal(t, kind, name);
        if (command === undefined) continue;
        evidence.push(command);
        refused.push(name);
      }
      // Others may have been taken away since the list was read.
      const after = refused.length === 0 ? list : await listedInstruments(t);
      const listed = refused.filter((name) => after.names.includes(name));
      t.expect.none(listed, 'every listed instrument may be subscribed to', { evidence: [list, ...evidence, after] });
    },
  });
}

/** What refused the subscription, twice; undefined where it was taken. */
async function refusal(t: CheckContext, kind: string, name: string): Promise<CommandOutcome | undefined> {
  for (const isLast of [false, true]) {
    const events = await t.account.events();
    const command = await events.subscribe(kind, [name]);
    await events.close();
    if (command.outcome !== 'refused') return undefined;
    const { code, message } = command.error ?? {};
    if (PASSING.test(`${code} ${message}`)) t.inconclusive(`the target takes no subscription now: ${code}`, [command]);
    if (isLast) return command;
  }
  return undefined;
}

scenario({
  id: 'subscriptions.all-instruments/those-listed',
  title: 'sends the events of listed instruments under ["all"]',
  purposes: [51],
  needs: CHANGE_INSTRUMENTS,
  async run(t) {
    const { names } = await listedInstruments(t);
    const events = await t.account.subscribed('instruments', ['all']);
    for (const name of someOf(t, names, MOST)) {
      await restored(t, name);
      await expectChangeEvent(t, events, name, events.command);
    }
  },
});

/** Instruments that a check makes, so that the list is longer than it was. */
const MADE = 4;

scenario({
  id: 'configuration.instruments-complete/created',
  title: `lists ${MADE} instruments that were created, beside those that were there`,
  needs: { control: ['instrument.add', 'instrument.remove'] },
  effort: 'standard',
  async run(t) {
    const before = await listedInstruments(t);
    const made: string[] = [];
    for (let n = 0; n < MADE; n += 1) made.push((await addedInstrument(t)).name);
    // A created instrument may be listed after a moment.
    const lacks = ({ names }: { readonly names: readonly string[] }): readonly string[] =>
      made.filter((name) => !names.includes(name));
    const after = await eventually(
      t,
      () => listedInstruments(t),
      (list) => lacks(list).length === 0,
    );
    const missing = lacks(after);
    t.expect.none(missing, `all ${MADE} instruments that were created`, { evidence: [before, after] });
  },
});
