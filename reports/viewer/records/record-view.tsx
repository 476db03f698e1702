// One exchange, frame or step of the suite, folded until somebody looks; what decided the verdict is marked.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../../render/viewer-data.js';
import { duration } from '../format.js';
import { visible } from '../visible.js';
import { headersOf, type Item, recordsIn, textOf, twinOf } from './exchanges.js';
import { prettyJson } from './pretty-json.js';
import { type Compared, Difference, SignedPayload } from './signed-payload.js';

/** The member of a record that says most about it, by kind. */
const TELLING_MEMBER: Readonly<Record<string, string>> = {
  event: 'kind',
  control: 'action',
  verdict: 'verdict',
  observe: 'name',
};

type Exchange = Extract<Item, { type: 'exchange' }>;

interface Props {
  readonly item: Item;
  readonly records: readonly ViewerRecord[];
  readonly evidence: readonly number[];
  readonly start: number;
  /** Whether it is open at first. */
  readonly unfolded: boolean;
}

export function ItemView({ item, records, evidence, start, unfolded }: Props): JSX.Element {
  const decides = recordsIn(item).some((index) => evidence.includes(index));
  const [open, setOpen] = useState(unfolded);
  const first = item.type === 'exchange' ? item.request : item.record;
  return (
    <details
      class={`record${decides ? ' told' : ''}`}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span class="muted index">#{recordsIn(item).join(', #')}</span>
        <span class="muted when">+{duration(first.t - start)}</span>
        {item.type === 'exchange' ? (
          <ExchangeSummary request={item.request} outcome={item.outcome} />
        ) : (
          <RecordSummary record={item.record} />
        )}
        {decides && !unfolded ? <span class="tag">decided the verdict</span> : null}
      </summary>
      {open ? (
        item.type === 'exchange' ? (
          <ExchangeBody item={item} records={records} />
        ) : (
          <RecordBody record={item.record} />
        )
      ) : null}
    </details>
  );
}

function ExchangeSummary({ request, outcome }: Omit<Exchange, 'type'>): JSX.Element {
  const { parsed } = request;
  const status = memberOf(outcome?.parsed, 'status');
  const damage = memberOf(parsed, 'damage');
  const tone = typeof status === 'number' ? (status < 400 ? 'good' : status < 500 ? 'refused' : 'bad') : 'bad';
  return (
    <span class="line">
      <b>{visible(textOf(memberOf(parsed, 'request')))}</b>{' '}
      <code>
        {visible(textOf(memberOf(parsed, 'method')))} {visible(textOf(memberOf(parsed, 'path')))}
      </code>{' '}
      {damage === undefined ? null : <span class="tag damage">{visible(textOf(damage))}</span>}{' '}
      <span class={`status ${tone}`}>
        {status === undefined ? (outcome?.error?.code ?? 'no outcome') : textOf(status)}
      </span>
      {outcome === undefined ? null : <span class="muted"> in {duration(outcome.t - request.t)}</span>}
    </span>
  );
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
  const view = memberOf(outcome.parsed, 'view');
  return (
    <>
      <ErrorLine error={outcome.error} />
      {defect === undefined ? null : <p class="fail">Body: {visible(textOf(defect))}</p>}
      <Headers record={outcome} />
      <Raw record={outcome} />
      {view === undefined || view === null ? null : (
        <>
          <h3>As the dialect reads it</h3>
          <pre>{visible(JSON.stringify(view, null, 2))}</pre>
        </>
      )}
    </>
  );
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
    <dl class="headers">
      {headers.map(([name, value], index) => (
        <div key={index}>
          <dt>{visible(name)}</dt>
          <dd>{value === '' ? <span class="muted">(empty)</span> : visible(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Raw({ record }: { readonly record: ViewerRecord }): JSX.Element | null {
  if (record.raw === null) return null;
  const isText = typeof record.raw === 'string';
  const text = typeof record.raw === 'string' ? record.raw : record.raw.base64;
  return (
    <>
      {isText ? null : <p class="muted">Not UTF-8; base64 of the bytes:</p>}
      <pre>{visible(isText && record.cut === undefined ? prettyJson(text) : text)}</pre>
      {record.cut === undefined ? null : <p class="muted">{record.cut} more characters are in journal.ndjson.</p>}
    </>
  );
}

function RecordSummary({ record }: { readonly record: ViewerRecord }): JSX.Element {
  const what = recordWord(record);
  const tone = record.kind === 'assert' && memberOf(record.parsed, 'holds') !== true ? 'fail' : '';
  return (
    <span class="line">
      <span class={`kind ${record.kind}`}>{record.kind}</span> <span class={tone}>{visible(what)}</span>{' '}
      {record.kind === 'assert' ? <code>{visible(assertText(record))}</code> : null}
      {record.conn === null ? null : <span class="muted"> {visible(record.conn)}</span>}
      {record.operation === null ? null : <span class="muted"> operation {visible(record.operation)}</span>}
    </span>
  );
}

function recordWord({ kind, parsed }: ViewerRecord): string {
  if (kind === 'assert') return memberOf(parsed, 'holds') === true ? 'holds' : 'does not hold';
  const member = TELLING_MEMBER[kind];
  return member === undefined ? '' : textOf(memberOf(parsed, member));
}

function assertText({ parsed }: ViewerRecord): string {
  const pointer = memberOf(parsed, 'pointer');
  if (pointer === undefined) return `${textOf(memberOf(parsed, 'expected'))}`.slice(0, 120);
  return `${textOf(pointer) || '(message)'} ${textOf(memberOf(parsed, 'predicate'))} ${textOf(memberOf(parsed, 'expected'))}`.slice(
    0,
    160,
  );
}

function RecordBody({ record }: { readonly record: ViewerRecord }): JSX.Element {
  return (
    <div class="plain">
      <ErrorLine error={record.error} />
      {record.cause === null ? null : <p class="muted">rests on record {record.cause}</p>}
      <Raw record={record} />
      {record.parsed === null ? null : <pre>{visible(JSON.stringify(record.parsed, null, 2))}</pre>}
    </div>
  );
}
