// The two-lane timeline of what decided a check: requests above, stream events below, the way from each ACK to its event, and events
// that never came. Fitted to the width that there is; numbers are those of the steps below it.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ViewerRecord } from '../../render/viewer-data.js';
import { silenceOf } from '../../story/cause.js';
import type { Step } from '../../story/steps.js';
import { duration } from '../format.js';
import {
  type FrameMark,
  type Timeline as Layout,
  type Link,
  layoutTimeline,
  type RequestMark,
} from './timeline-layout.js';

const TOP = 22;
const ROW = 22;
const FRAME_ROW = 36;

interface Props {
  readonly steps: readonly Step[];
  /** All of the check. */
  readonly records: readonly ViewerRecord[];
  readonly evidence: readonly number[];
}

export function Timeline({ steps, records, evidence }: Props): JSX.Element | null {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const layout = useMemo(() => (width === 0 ? undefined : layoutOf(steps, records, width)), [steps, records, width]);
  const isPicture = useMemo(() => layoutOf(steps, records, 800) !== undefined, [steps, records]);
  useLayoutEffect(() => {
    const element = figure.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    setWidth(Math.floor(element.clientWidth));
    return () => observer.disconnect();
  }, [isPicture]);
  if (!isPicture) return null;
  const led = steps.flatMap(({ led: isLed, records: own }) => (isLed ? own : []));
  const silentMs = steps
    .filter(({ decided }) => decided)
    .flatMap(({ item }) => (item.type === 'record' ? (silenceOf(item.record) ?? []) : []))[0];
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <p class="muted">
        Requests above, stream events below; the numbers are those of the steps below. Stretches without events are
        drawn shorter.{led.length > 0 ? ' A dashed frame marks what led to it.' : ''}
        {layout?.links.some(({ to }) => to !== undefined && to.gapMs < 0)
          ? ' An event before its 202 overtook the acknowledgement on another connection, which is legal.'
          : ''}
        {layout !== undefined && layout.leftOut > 0 ? ` ${layout.leftOut} records before these are not drawn.` : ''}
      </p>
      <figure ref={figure} class="picture">
        {layout === undefined ? null : <Picture layout={layout} evidence={evidence} led={led} silentMs={silentMs} />}
      </figure>
    </section>
  );
}

function layoutOf(steps: readonly Step[], records: readonly ViewerRecord[], width: number): Layout | undefined {
  const numbers = new Map(
    steps.flatMap(({ records: own }, index) => own.map((record) => [record, index + 1] as const)),
  );
  const conns = new Set(records.flatMap(({ i, conn }) => (numbers.has(i) && conn !== null ? [conn] : [])));
  const ended = records.findLast(({ i }) => numbers.has(i))?.t ?? 0;
  const heard = records.flatMap(({ kind, operation }) => (kind === 'event' && operation !== null ? [operation] : []));
  return layoutTimeline(
    records.filter(({ i, kind, conn }) => numbers.has(i) || (kind === 'open' && conn !== null && conns.has(conn))),
    { width, begun: records[0]?.t ?? 0, ended, stepOf: (record) => numbers.get(record), heard: new Set(heard) },
  );
}

interface PictureProps {
  readonly layout: Layout;
  readonly evidence: readonly number[];
  readonly led: readonly number[];
  readonly silentMs: number | undefined;
}

function Picture({ layout, evidence, led, silentMs }: PictureProps): JSX.Element {
  const missing = layout.links.filter((link) => link.to === undefined);
  const requestBottom = TOP + layout.requestRows * ROW;
  const frameTop = requestBottom + 40;
  const height = frameTop + Math.max(1, layout.frameRows.length) * FRAME_ROW;
  const requestY = (row: number): number => TOP + row * ROW;
  const frameY = (row: number): number => frameTop + row * FRAME_ROW + 8;
  const told = (record: number | undefined): string =>
    record === undefined ? '' : evidence.includes(record) ? ' told' : led.includes(record) ? ' led' : '';
  return (
    <svg class="timeline" width={layout.width} height={height} role="img" aria-label={describe(layout)}>
      {layout.ticks.map((tick, index) => (
        <g key={tick.x} class="tick">
          <line x1={tick.x} x2={tick.x} y1={TOP - 6} y2={height - 4} />
          <text
            x={index === 0 ? tick.x - 6 : Math.min(tick.x, layout.width - 28)}
            y={TOP - 10}
            text-anchor={index === 0 ? 'start' : 'middle'}
          >
            {tick.ms === 0 ? '0' : `+${duration(tick.ms)}`}
          </text>
        </g>
      ))}
      <line class="divide" x1="0" x2={layout.width} y1={requestBottom + 10} y2={requestBottom + 10} />
      {layout.requests.map((request) => (
        <RequestBar
          key={request.record}
          request={request}
          y={requestY(request.row)}
          told={`${told(request.record)}${told(request.outcome)}`}
        />
      ))}
      {layout.frameRows.length === 0 ? (
        <text class="lane" x="4" y={frameY(0)}>
          no stream
        </text>
      ) : (
        layout.frameRows.map((conn, row) => (
          <text key={conn} class="lane" x="4" y={frameY(row) - 13}>
            {conn}
          </text>
        ))
      )}
      {layout.links.map((link) => (
        <LinkMark
          rank={missing.indexOf(link)}
          key={link.operation}
          link={link}
          y={requestY(link.fromRow) + 16}
          eventY={link.to === undefined ? frameY(0) : frameY(link.to.row)}
          width={layout.width}
          end={layout.end}
        />
      ))}
      {silentMs === undefined || missing.length > 0 ? null : (
        <Silence x={layout.end} y={frameY(Math.max(0, layout.frameRows.length - 1))} waitedMs={silentMs} />
      )}
      {layout.frames.map((frame) => (
        <FrameDot key={frame.record} frame={frame} y={frameY(frame.row)} told={told(frame.record)} />
      ))}
    </svg>
  );
}

function RequestBar({
  request,
  y,
  told,
}: {
  readonly request: RequestMark;
  readonly y: number;
  readonly told: string;
}): JSX.Element {
  return (
    <g class={`request ${request.tone}${told}`}>
      <title>{`${request.label}, record ${request.record}`}</title>
      <rect x={request.x} y={y} width={request.width} height="17" rx="3" />
      <text x={request.x + 4} y={y + 12.5}>
        {request.inside}
      </text>
      {request.beside === '' ? null : (
        <text class="muted" x={request.x + request.width + 5} y={y + 12.5}>
          {request.beside}
        </text>
      )}
    </g>
  );
}

function FrameDot({
  frame,
  y,
  told,
}: {
  readonly frame: FrameMark;
  readonly y: number;
  readonly told: string;
}): JSX.Element {
  const { x, kind, shown } = frame;
  const size = shown === '' ? 4 : 7.5;
  return (
    <g class={`frame ${kind}${told}`}>
      <title>{`${frame.label}, record ${frame.record}`}</title>
      {kind === 'event' ? (
        <circle cx={x} cy={y} r={size} />
      ) : (
        <rect x={x - size} y={y - size} width={2 * size} height={2 * size} rx="1" />
      )}
      {shown === '' ? null : (
        <text x={x} y={y + 3.5} text-anchor="middle">
          {shown}
        </text>
      )}
    </g>
  );
}

/** What was waited for and never came, where no ACK says of which operation. */
function Silence({
  x,
  y,
  waitedMs,
}: {
  readonly x: number;
  readonly y: number;
  readonly waitedMs: number;
}): JSX.Element {
  return (
    <g class="link missing">
      <circle cx={x} cy={y} r="7" />
      <text x={x} y={y + 20} text-anchor="end">
        it did not come in the {duration(waitedMs)} that were waited
      </text>
    </g>
  );
}

interface LinkProps {
  readonly link: Link;
  /** Which of the missing ones it is. */
  readonly rank: number;
  readonly y: number;
  readonly eventY: number;
  readonly width: number;
  readonly end: number;
}

function LinkMark({ link, rank, y, eventY, width, end }: LinkProps): JSX.Element {
  if (link.to === undefined) {
    return (
      <g class="link missing">
        <title>{`no event of operation ${link.operation}`}</title>
        <path d={`M${link.fromX} ${y} C ${link.fromX} ${eventY}, ${link.fromX} ${eventY}, ${end - 8} ${eventY}`} />
        <circle cx={end} cy={eventY} r="7" />
        {rank === 0 ? (
          <text x={end} y={eventY + 20} text-anchor="end">
            no event in the {duration(Math.max(0, link.heardMs))} that were listened to
          </text>
        ) : null}
      </g>
    );
  }
  const { x, gapMs, hasRoom } = link.to;
  const middle = (link.fromX + x) / 2;
  const isLate = middle > width - 120;
  return (
    <g class="link">
      <title>{`operation ${link.operation}: ${gapText(gapMs)}`}</title>
      <path
        d={`M${link.fromX} ${y} C ${link.fromX} ${(y + eventY) / 2}, ${x} ${(y + eventY) / 2}, ${x} ${eventY - 8}`}
      />
      {hasRoom ? (
        <text x={isLate ? middle - 6 : middle + 6} y={(y + eventY) / 2 + 3} text-anchor={isLate ? 'end' : 'start'}>
          {gapMs < 0 ? 'event before its 202' : `+${duration(gapMs)}`}
        </text>
      ) : null}
    </g>
  );
}

function gapText(gapMs: number): string {
  return gapMs < 0 ? `event ${duration(-gapMs)} before its 202` : `event ${duration(gapMs)} after its 202`;
}

function describe(layout: Layout): string {
  const missing = layout.links.filter((link) => link.to === undefined).length;
  const parts = [
    `${layout.requests.length} requests: ${layout.requests.map((request) => request.label).join(', ')}`,
    `${layout.frames.length} stream events`,
    ...layout.links.flatMap((link) => (link.to === undefined ? [] : [gapText(link.to.gapMs)])),
    ...(missing > 0 ? [`${missing} acknowledged operations without an event`] : []),
  ];
  return `Timeline: ${parts.join('; ')}`.slice(0, 600);
}
