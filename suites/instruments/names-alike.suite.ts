// Instruments whose names begin alike (interface 2.4; 4.4; 6.3, rule 2): a name is the whole of it. Who looks for it by its beginning, or
// in a text of several names, tells of the others, reads the others, or trades on the others.
import { type Decimal, equals, parseDecimal, toPlainText } from '../../toolkit/decimal/index.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { figureOf } from '../words/figures.js';
import {
  ADD_INSTRUMENTS,
  changeInstrument,
  expectChangeEvent,
  expectNoInstrumentEvent,
} from '../words/streams/instrument-events.js';
import { addedInstrument } from '../words/streams/instrument-to-change.js';

const NEEDS = { ...ADD_INSTRUMENTS, params: { 'instrument.add': ['instrument'] } } as const;
const CHANGES = { ...NEEDS, control: ['instrument.add', 'instrument.remove', 'instrument.update'] } as const;

/** One name, and others that hold it; undecided where the target names them otherwise. */
async function namesAlike(t: CheckContext): Promise<readonly [string, readonly string[]]> {
  const { name } = await addedInstrument(t);
  const others: string[] = [];
  for (const wanted of [`${name}X`, `X${name}`]) {
    const { name: given } = await addedInstrument(t, wanted);
    if (given !== wanted) t.inconclusive(`instrument.add was asked for ${wanted} and made ${given}`);
    others.push(given);
  }
  return [name, others];
}

scenario({
  id: 'instruments.subscribed-only/names-that-begin-alike',
  title: 'sends no event for instruments whose names hold that of a subscribed one, nor for one whose name they hold',
  needs: CHANGES,
  effort: 'standard',
  async run(t) {
    const [name, others] = await namesAlike(t);
    const short = await t.account.subscribed('instruments', [name]);
    const long = await t.account.subscribed('instruments', others);
    for (const other of others) await changeInstrument(t, other);
    // The barriers.
    await expectChangeEvent(t, short, name, short.command);
    for (const other of others) await expectChangeEvent(t, long, other, long.command);
    for (const other of others) expectNoInstrumentEvent(t, short, other, short.command.record);
    expectNoInstrumentEvent(t, long, name, long.command.record);
  },
});

scenario({
  id: 'configuration.conditions-named-instrument/names-that-begin-alike',
  title: 'returns the conditions of the very instrument in the path where others have names that hold its own',
  needs: CHANGES,
  effort: 'standard',
  async run(t) {
    const [name, others] = await namesAlike(t);
    const all = [name, ...others];
    const set = new Map<string, string>();
    for (const [at, one] of all.entries()) {
      const { volumeMax, record } = await t.account.conditions(one);
      const most = figureOf(volumeMax) ?? t.inconclusive('the conditions show no volume_max as a decimal', [record]);
      const volume_max = toPlainText({ ...most, coefficient: most.coefficient * BigInt(at + 2) });
      await t.control('instrument.update', { account_id: t.account.id, instrument: one, volume_max });
      set.set(one, volume_max);
    }
    for (const [one, volumeMax] of set) {
      const isIt = ({ shown }: { readonly shown: Decimal | undefined }): boolean =>
        shown !== undefined && equals(shown, parseDecimal(volumeMax));
      const read = async (): Promise<{ readonly shown: Decimal | undefined; readonly record: number }> => {
        const { answer, record } = await t.account.request('conditions', { instrument: one });
        return { shown: figureOf(answer?.body && t.dialect.readConditions(answer.body).volumeMax), record };
      };
      // Reads may follow after a moment.
      const last = await eventually(t, read, isIt);
      const shown = last.shown ?? t.inconclusive('the conditions show no volume_max as a decimal', [last.record]);
      t.expect.that(isIt(last), {
        expected: `volume_max ${volumeMax} of ${one}`,
        actual: toPlainText(shown),
        evidence: [last.record],
      });
    }
  },
});
