// The steps of a story, each unfolding into its records; and below, on demand, everything else that the check did.

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../../toolkit/base/plural.js';
import type { CheckResult } from '../../model/model.js';
import type { ViewerData, ViewerRecord } from '../../render/viewer-data.js';
import { itemsOf, recordsIn } from '../../story/items.js';
import { type Step, stepsOf } from '../../story/steps.js';
import { StepView } from '../records/step-view.js';

const PAGE = 60;

interface StepsProps {
  readonly data: ViewerData;
  readonly check: CheckResult;
  readonly records: readonly ViewerRecord[];
}

export function Steps({ data, check, steps, records }: StepsProps & { readonly steps: readonly Step[] }): JSX.Element {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">Step by step</h2>
      <p class="muted">
        {steps.some(({ decided }) => decided) ? 'Marked: what decided it, and what led to it. ' : ''}Open a step for
        what crossed the wire.
      </p>
      {steps.map((step, index) => (
        <StepView
          key={step.records[0]}
          number={index + 1}
          step={step}
          records={records}
          run={data.results.run}
          check={check}
        />
      ))}
    </section>
  );
}

export function AllRecords({ data, check, records, others }: StepsProps & { readonly others: number }): JSX.Element {
  const [shown, setShown] = useState(0);
  const steps = useMemo(() => (shown === 0 ? [] : everything(records, check)), [shown, records, check]);
  const more = shown === 0 || shown < steps.length;
  return (
    <section aria-labelledby="records">
      <h2 id="records">Everything in order</h2>
      <p class="muted">
        {plural(records.length, 'journal record')} of this check, {others} of them beside what decided it.
      </p>
      {steps.slice(0, shown).map((step) => (
        <StepView key={step.records[0]} step={step} records={records} run={data.results.run} check={check} />
      ))}
      {more ? (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          {shown === 0 ? 'Show them' : `Show ${Math.min(PAGE, steps.length - shown)} more of ${steps.length}`}
        </button>
      ) : null}
    </section>
  );
}

/** Its numbers are those of records, since steps of the thread have numbers already. */
function everything(records: readonly ViewerRecord[], check: CheckResult): readonly Step[] {
  const items = itemsOf(records);
  const nameOf = (place: number): string => `record ${items.slice(place, place + 1).flatMap(recordsIn)[0] ?? '?'}`;
  return stepsOf(items, check.evidence, records[0]?.t ?? 0, nameOf);
}
