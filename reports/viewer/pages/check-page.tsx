// One check: what was required, what came instead, how to see it again, and everything that crossed the wire for it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CheckResult } from '../../model/model.js';
import type { ViewerData, ViewerRecord } from '../../render/viewer-data.js';
import { Command } from '../command.js';
import { recordsOf } from '../data.js';
import { duration, plural } from '../format.js';
import { type Item, itemsOf, recordsIn } from '../records/exchanges.js';
import { ItemView } from '../records/record-view.js';
import { SignatureFinding } from '../records/signature-finding.js';
import { viewHref } from '../route.js';
import { Timeline } from '../timeline/timeline.js';
import { Badge, noteOf } from '../verdict.js';
import { visible } from '../visible.js';

const SHOWN_AT_FIRST = 60;

interface Shown {
  readonly data: ViewerData;
  readonly check: CheckResult;
}

export function CheckPage({ data, id }: { readonly data: ViewerData; readonly id: string }): JSX.Element {
  const check = data.results.checks.find((one) => one.id === id);
  if (check === undefined) {
    return (
      <>
        <h1>No such check</h1>
        <p>
          <code>{visible(id)}</code> is not in this report. <a href={viewHref('checks')}>All checks</a>
        </p>
      </>
    );
  }
  return (
    <article class="check-page" key={check.id}>
      <p class="crumbs">
        <a href={viewHref('checks')}>Checks</a> / <a href={viewHref('checks', { area: check.area })}>{check.area}</a>
      </p>
      <h1>
        <Badge verdict={check.verdict} note={noteOf(check)} /> {check.title}
      </h1>
      <p class="muted">
        <code>{check.id}</code> · {check.kind} · {check.level} · {duration(check.durationMs)}
      </p>
      {check.verdict === 'pass' || check.reason === undefined ? null : (
        <p class={`reason ${check.verdict}`}>{visible(check.reason)}</p>
      )}
      <Required check={check} data={data} />
      <Difference check={check} />
      {check.signature === undefined ? null : <SignatureFinding found={check.signature} />}
      <section aria-labelledby="reproduce">
        <h2 id="reproduce">Reproduce</h2>
        <Command text={check.reproduce} />
      </section>
      <Evidence data={data} check={check} />
      <Measured data={data} check={check} />
    </article>
  );
}

function Required({ check, data }: Shown): JSX.Element {
  const requirements = data.results.requirements.filter((one) => check.requirements.includes(one.id));
  return (
    <section aria-labelledby="requirement">
      <h2 id="requirement">Requirement</h2>
      <ul class="requirements">
        {check.requirements.map((id) => {
          const requirement = requirements.find((one) => one.id === id);
          return (
            <li key={id}>
              <a href={viewHref('requirements', { q: id })}>
                <code>{id}</code>
              </a>{' '}
              {requirement === undefined ? null : (
                <>
                  <span class="level">
                    {requirement.level}, interface {requirement.section}
                  </span>
                  <p>{requirement.statement}</p>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {check.waiver === undefined ? null : (
        <p>
          Waived until {check.waiver.expires} by <code>{check.waiver.pattern}</code>: {check.waiver.reason}
        </p>
      )}
      {(check.needs ?? []).length === 0 ? null : <p>Would run with: {check.needs?.join(', ')}</p>}
    </section>
  );
}

function Difference({ check }: { readonly check: CheckResult }): JSX.Element | null {
  const { expected, actual, property } = check;
  if (expected === undefined && actual === undefined && property === undefined) return null;
  return (
    <section aria-labelledby="difference">
      <h2 id="difference">Expected and actual</h2>
      <div class="versus">
        {expected === undefined ? null : (
          <div class="expected">
            <h3>Expected</h3>
            <pre>{visible(expected)}</pre>
          </div>
        )}
        {actual === undefined ? null : (
          <div class="actual">
            <h3>Actual</h3>
            <pre>{visible(actual)}</pre>
          </div>
        )}
      </div>
      {property === undefined ? null : (
        <p>
          Property of {plural(property.runs, 'run')} with seed <code>{property.seed}</code>
          {property.path === undefined ? null : (
            <>
              , path <code>{property.path}</code>
            </>
          )}
          {property.counterexample === undefined ? null : (
            <>
              ; smallest counterexample:
              <pre>{visible(property.counterexample)}</pre>
            </>
          )}
        </p>
      )}
    </section>
  );
}

function Evidence({ data, check }: Shown): JSX.Element | null {
  const [records, setRecords] = useState<readonly ViewerRecord[] | undefined | Error>([]);
  const [all, setAll] = useState(false);
  useEffect(() => {
    let stale = false;
    recordsOf(data, check.id).then(
      (found) => (stale ? undefined : setRecords(found)),
      (error: Error) => (stale ? undefined : setRecords(error)),
    );
    return () => {
      stale = true;
    };
  }, [data, check.id]);
  if (records instanceof Error) return <p class="fail">The evidence in this page cannot be read: {records.message}</p>;
  if (records === undefined) return <MissingEvidence data={data} check={check} />;
  if (records.length === 0) return null;
  const items = itemsOf(records);
  const telling = items.filter((item) => recordsIn(item).some((index) => check.evidence.includes(index)));
  const shown = all ? items : items.slice(0, SHOWN_AT_FIRST);
  const start = records[0]?.t ?? 0;
  const view = (item: Item, open: boolean): JSX.Element => (
    <ItemView
      key={recordsIn(item)[0]}
      item={item}
      records={records}
      evidence={check.evidence}
      start={start}
      unfolded={open}
    />
  );
  return (
    <>
      {telling.length === 0 ? null : (
        <section aria-labelledby="evidence">
          <h2 id="evidence">What decided it</h2>
          {telling.map((item) => view(item, true))}
        </section>
      )}
      <Timeline records={records} evidence={check.evidence} />
      <section aria-labelledby="records">
        <h2 id="records">Everything in order</h2>
        <p class="muted">{plural(records.length, 'journal record')} of this check, on the run's monotonic clock.</p>
        {shown.map((item) => view(item, false))}
        {shown.length < items.length ? (
          <button type="button" onClick={() => setAll(true)}>
            Show all {items.length}
          </button>
        ) : null}
      </section>
    </>
  );
}

function MissingEvidence({ data, check }: Shown): JSX.Element | null {
  const { journal } = data;
  if (check.evidence.length === 0 && journal !== null && journal.leftOut === 0) return null;
  const records = check.evidence.length === 0 ? '' : ` Its records: ${check.evidence.join(', ')}.`;
  const text =
    journal === null
      ? 'No journal stood beside the results when this page was made.'
      : journal.leftOut > 0
        ? 'To keep this page small, the records of this check are in journal.ndjson only.'
        : 'The journal holds no record of this check.';
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <p>
        {text}
        {records}
      </p>
    </section>
  );
}

function Measured({ data, check }: Shown): JSX.Element | null {
  const own = data.results.observations.filter((one) => one.check === check.id);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="measured">
      <h2 id="measured">Observed on the way</h2>
      <ul>
        {own.map((one) => (
          <li key={one.name}>
            {visible(one.name)}: <code>{visible(JSON.stringify(one.value))}</code> {one.unit}
          </li>
        ))}
      </ul>
    </section>
  );
}
