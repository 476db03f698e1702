// The moment that a date-time shows is the moment in UTC (interface 1, rule 3). Zones differ by a quarter of an hour at least, so that the
// bound is wide.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { CheckContext, Evidence, ExpectOptions } from '../runner/context.js';

const LEAST_ZONE_MS = 15 * 60_000;
const BOUND_MS = LEAST_ZONE_MS - 5 * 60_000;

/** The moment that it shows; undefined where it is no date-time, whose form is judged over the journal. */
export function momentOf(time: JsonValue | undefined): number | undefined {
  const moment = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** Judges that what has just happened shows the present moment. */
export function expectNow(
  t: CheckContext,
  time: JsonValue | undefined,
  shownBy: Evidence,
  options: ExpectOptions = {},
): void {
  const moment = momentOf(time) ?? t.notApplicable('it shows no time as text; bind one in the dialect if it has one');
  const apartMs = Math.abs(moment - t.nowMs());
  t.expect.that(
    apartMs <= BOUND_MS,
    {
      expected: 'the present moment in UTC',
      actual: `${String(time)}, ${Math.round(apartMs / 60_000)} minutes away`,
      evidence: [shownBy],
    },
    options,
  );
}
