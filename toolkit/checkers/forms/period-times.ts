// Interface 1, rule 3 on the start and end of HMR periods, whose members are left open: judged where the profile binds them, whatever
// they look like. A period without an end is none of it.
import { memberOf } from '../../payload/json-kind.js';
import { type Checker, stateless } from '../checker.js';
import { listOf, show } from '../ledger/views.js';
import { readDateTime } from '../predicates/date-time.js';

const FORMAT = 'time.format-in-events';

export const periodTimes: Checker = stateless({
  name: 'period-times',
  sees: ['hmr_snapshot', 'hmr_update'],
  summary: 'HMR periods start and end at date-times in UTC',
  requirements: [FORMAT],
  see(entry, { findings }) {
    if (entry.type !== 'message' || (entry.kind !== 'hmr_snapshot' && entry.kind !== 'hmr_update')) return;
    for (const period of [...(listOf(entry.view, 'periods') ?? []), ...(listOf(entry.view, 'upserted') ?? [])]) {
      for (const member of ['start', 'end'] as const) {
        const value = memberOf(period, member);
        if (value === undefined || value === null) continue;
        findings.judge(FORMAT, typeof value === 'string' && readDateTime(value) !== undefined, () => ({
          message: `the ${member} of an HMR period is not of the required form`,
          expected: 'YYYY-MM-DDThh:mm:ss+00:00',
          actual: show(value),
          evidence: [entry.i],
        }));
      }
    }
  },
});
