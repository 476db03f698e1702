import { expect, it } from 'vitest';
import { createStamp } from '../../../../toolkit/journal/stamp.js';
import { BLANK, TargetJournal } from '../target/target-journal.js';
import { writtenBy } from './written-by.js';

it.each(['', '@some-target'])(
  'names the checks of the records, each once, without itself, where tags end with "%s"',
  (suffix) => {
    const stamp = createStamp('run');
    const journal = new TargetJournal({ keep: (draft) => stamp.record(draft) }, true);
    const append = (check: string | null): number =>
      journal.append({
        ...BLANK,
        kind: 'info',
        check: check === null ? null : `${check}${suffix}`,
        parsed: {},
        cause: null,
      });
    const evidence = ['orders.one/x', null, 'orders.two/y', 'orders.one/x', 'own.journal/z'].map(append);
    const run = { spec: { id: 'own.journal/z' }, target: { journal }, tag: `own.journal/z${suffix}` };
    expect(writtenBy(run, evidence)).toEqual(['orders.one/x', 'orders.two/y']);
  },
);
