// One step: the line that the terminal prints, which opens into the exchange, frame or assertion behind it. Each JSON is shown once, and
// folded where it is long.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isJsonObject, memberOf } from '../../../toolkit/payload/json-kind.js';
import type { CheckResult, RunInfo } from '../../model/model.js';
import type { ViewerRecord } from '../../render/viewer-data.js';
import { headersOf, type Item, textOf, twinOf } from '../../story/items.js';
import { resignedRequest } from '../../story/resigned-request.js';
import { markOf, type Step } from '../../story/steps.js';
import { CopyButton } from '../copy-button.js';
import { visible } from '../visible.js';
import { prettyJson } from './pretty-json.js';
import { type Compared, Difference, SignedPayload } from './signed-payload.js';

/** Lines of JSON that need no fold. */
const SHORT_LINES = 14;

type Exchange = Extract<Item, { type: 'exchange' }>;

interface Props {
  readonly step: Step;
  /** As the timeline has it. */
  readonly number?: number;
  readonly records: readonly ViewerRecord[];
  readonly run: RunInfo;
  readonly check: CheckResult;
}

export function StepView({ step, number, records, run, check }: Props): JSX.Element {
  const { item, decided, led, text, atMs } = step;
  const mark = markOf(step);
  const [open, setOpen] = useState(false);
  return (
    <details
      class={`record ${toneOf(item)}${decided ? ' told' : ''}${led ? ' led' : ''}`}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {number === undefined ? null : <b class="number">{number}</b>}
        <span class="muted when">+{atMs} ms</span>
        <span class="line">{visible(text)}</span>
        {mark === undefined ? null : <span class="tag">{mark}</span>}
        <span class="muted index">record {step.records.join(', ')}</span>
      </summary>
      {open ? (
        <div class="body">
          {item.type === 'exchange' ? (
            <ExchangeBody item={item} records={records} />
          ) : (
            <RecordBody record={item.record} />
          )}
          {item.type === 'exchange' ? (
            <p class="buttons">
              <CopyButton
                name="Copy as curl"
                text={() => resignedRequest(item.request, run, check, run.program ?? 'tsi')}
              />
            </p>
          ) : null}
        </div>
      ) : null}
    </details>
  );
}

function toneOf(item: Item): string {
  if (item.type === 'record') {
    const { kind, parsed } = item.record;
    return kind === 'assert' && memberOf(parsed, 'holds') === false ? 'denied' : '';
  }
  return item.outcome === undefined ? 'denied' : '';
}

function ExchangeBody({ item, records }: { readonly item: Exchange; readonly records: Props['records'] }): JSX.Element {
  const { request, outcome } = item;
  const twin = twinOf(records, request);
  return (
    <div class="exchange">
      <div>
        <h3>Request</h3>
        <Headers record={request} />
        <Raw record={request} />
        <BodyDifference request={request} twin={twin} />
        <SignedPayload request={request} twin={twin} />
      </div>
      <div>
        <h3>Answer</h3>
        {outcome === undefined ? <p class="muted">None was recorded.</p> : <Answer outcome={outcome} />}
      </div>
    </div>
  );
}

/** For a damaged request whose body is not quite that of its twin. */
function BodyDifference({ request, twin }: Compared): JSX.Element | null {
  const isDamaged = memberOf(request.parsed, 'damage') !== undefined;
  if (!isDamaged || typeof request.raw !== 'string' || typeof twin?.raw !== 'string' || twin.raw === request.raw) {
    return null;
  }
  return (
    <>
      <h3>Body, with what differs from record {twin.i}</h3>
      <pre class="bytes">
        <Difference before={twin.raw} after={request.raw} />
      </pre>
    </>
  );
}

function Answer({ outcome }: { readonly outcome: ViewerRecord }): JSX.Element {
  const defect = memberOf(outcome.parsed, 'bodyFault');
  const status = memberOf(outcome.parsed, 'status');
  return (
    <>
      <ErrorLine error={outcome.error} />
      {status === undefined ? null : (
        <p>
          <b>{textOf(status)}</b>
        </p>
      )}
      {defect === undefined ? null : <p class="fail">Body: {visible(textOf(defect))}</p>}
      <Headers record={outcome} />
      <Raw record={outcome} />
      <ReadAs record={outcome} />
    </>
  );
}

/** What the dialect read in it: folded, since it says the same in the interface's words. */
function ReadAs({ record }: { readonly record: ViewerRecord }): JSX.Element | null {
  const view = memberOf(record.parsed, 'view');
  if (view === undefined || view === null) return null;
  if (record.raw === null) return <Json text={JSON.stringify(view)} />;
  return <Folded name="As the dialect reads it" text={() => JSON.stringify(view, null, 2)} />;
}

function ErrorLine({ error }: Pick<ViewerRecord, 'error'>): JSX.Element | null {
  if (error === null) return null;
  return (
    <p>
      <b class="fail">{visible(error.code)}</b> {visible(error.message)}
    </p>
  );
}

function Headers({ record }: { readonly record: ViewerRecord }): JSX.Element | null {
  const headers = headersOf(record);
  if (headers.length === 0) return null;
  return (
    <details class="fold">
      <summary>{headers.length} headers</summary>
      <dl class="headers">
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt>{visible(name)}</dt>
            <dd>{value === '' ? <span class="muted">(empty)</span> : visible(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Raw({ record }: { readonly record: ViewerRecord }): JSX.Element | null {
  const { raw, cut } = record;
  if (raw === null || raw === '') return null;
  const isText = typeof raw === 'string';
  const text = isText ? raw : raw.base64;
  return (
    <>
      {isText ? null : <p class="muted">Not UTF-8; base64 of the bytes:</p>}
      {isText && cut === undefined ? <Json text={text} /> : <pre>{visible(text)}</pre>}
      {cut === undefined ? null : <p class="muted">{cut} more characters are in journal.ndjson.</p>}
    </>
  );
}

/** As it crossed the wire, indented. */
function Json({ text }: { readonly text: string }): JSX.Element {
  const pretty = prettyJson(text);
  const lines = pretty.split('\n').length;
  if (lines <= SHORT_LINES) return <pre>{visible(pretty)}</pre>;
  return <Folded name={`${lines} lines: ${visible(text.slice(0, 80))}…`} text={() => pretty} />;
}

/** Made when it is opened. */
function Folded({ name, text }: { readonly name: string; readonly text: () => string }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open ? <pre>{visible(text())}</pre> : null}
    </details>
  );
}

function RecordBody({ record }: { readonly record: ViewerRecord }): JSX.Element {
  const { parsed, cause, kind } = record;
  const rest = isJsonObject(parsed)
    ? Object.fromEntries(Object.entries(parsed).filter(([name]) => name !== 'view'))
    : parsed;
  const says = kind !== 'event' && kind !== 'send' && rest !== null && JSON.stringify(rest) !== '{}';
  return (
    <>
      <ErrorLine error={record.error} />
      {cause === null ? null : <p class="muted">rests on record {cause}</p>}
      <Raw record={record} />
      {says ? <Json text={JSON.stringify(rest)} /> : null}
      <ReadAs record={record} />
    </>
  );
}
