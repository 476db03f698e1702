// The two-lane timeline of a check: requests above, stream events below, the way from each ACK to its event, and events that never came.
import type { JSX } from 'preact';
import type { ViewerRecord } from '../../render/viewer-data.js';
import { duration } from '../format.js';
import { type Timeline as Layout, type Link, layoutTimeline, ROW_HEIGHT } from './timeline-layout.js';

const TOP = 34;

export function Timeline({
  records,
  evidence,
}: {
  readonly records: readonly ViewerRecord[];
  readonly evidence: readonly number[];
}): JSX.Element | null {
  const layout = layoutTimeline(records);
  if (layout === undefined) return null;
  const missing = layout.links.filter((link) => link.to === undefined);
  const requestBottom = TOP + layout.requestRows * ROW_HEIGHT;
  const frameTop = requestBottom + 46;
  const height = frameTop + Math.max(1, layout.frameRows.length) * ROW_HEIGHT + 20;
  const requestY = (row: number): number => TOP + row * ROW_HEIGHT;
  const frameY = (row: number): number => frameTop + row * ROW_HEIGHT + 6;
  const told = (record: number | undefined): string =>
    record !== undefined && evidence.includes(record) ? ' told' : '';
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <p class="muted">
        Requests above, stream events below, on the run's monotonic clock. Stretches without events are drawn shorter.
        {layout.leftOut > 0 ? ` The first ${records.length - layout.leftOut} records; the list below has all.` : ''}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <figure class="scroll" tabIndex={0} aria-label="Timeline, scrolls sideways">
        <svg class="timeline" width={layout.width} height={height} role="img" aria-label={describe(layout)}>
          {layout.ticks.map((tick) => (
            <g key={tick.x} class="tick">
              <line x1={tick.x} x2={tick.x} y1={TOP - 10} y2={height - 8} />
              <text x={tick.x} y={TOP - 16}>
                {tick.ms === 0 ? '0' : `+${duration(tick.ms)}`}
              </text>
            </g>
          ))}
          <text class="lane" x="8" y={TOP + 13}>
            requests
          </text>
          {layout.requests.map((request) => (
            <g key={request.record} class={`request ${request.tone}${told(request.record)}${told(request.outcome)}`}>
              <title>{`${request.label}, record ${request.record}`}</title>
              <rect x={request.x} y={requestY(request.row)} width={request.width} height="16" rx="3" />
              {request.shown === undefined ? null : (
                <text x={request.shown.x} y={requestY(request.row) + 12}>
                  {request.shown.text}
                </text>
              )}
            </g>
          ))}
          <line class="divide" x1="0" x2={layout.width} y1={requestBottom + 22} y2={requestBottom + 22} />
          {layout.frameRows.length === 0 ? (
            <text class="lane" x="8" y={frameY(0) + 4}>
              no stream
            </text>
          ) : (
            layout.frameRows.map((conn, row) => (
              <text key={conn} class="lane" x="8" y={frameY(row) + 4}>
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
              end={layout.end}
            />
          ))}
          {layout.frames.map((frame) => (
            <g key={frame.record} class={`frame ${frame.kind}${told(frame.record)}`}>
              <title>{`${frame.label}, record ${frame.record}`}</title>
              {frame.kind === 'event' ? (
                <circle cx={frame.x} cy={frameY(frame.row)} r="5" />
              ) : (
                <rect x={frame.x - 4} y={frameY(frame.row) - 4} width="8" height="8" />
              )}
            </g>
          ))}
        </svg>
      </figure>
    </section>
  );
}

function LinkMark({
  link,
  rank,
  y,
  eventY,
  end,
}: {
  readonly link: Link;
  /** Which of the missing ones it is. */
  readonly rank: number;
  readonly y: number;
  readonly eventY: number;
  readonly end: number;
}): JSX.Element {
  if (link.to === undefined) {
    return (
      <g class="link missing">
        <title>{`no event of operation ${link.operation}`}</title>
        <path d={`M${link.fromX} ${y} C ${link.fromX} ${eventY}, ${link.fromX} ${eventY}, ${end - 8} ${eventY}`} />
        <circle cx={end} cy={eventY} r="7" />
        {rank === 0 ? (
          <text x={end - 12} y={eventY - 12} text-anchor="end">
            no event in the {duration(Math.max(0, link.heardMs))} that were listened to
          </text>
        ) : null}
      </g>
    );
  }
  const { x, gapMs, hasRoom } = link.to;
  const middle = (link.fromX + x) / 2;
  return (
    <g class="link">
      <title>{`operation ${link.operation}: event ${Math.abs(gapMs).toFixed(2)} ms ${gapMs < 0 ? 'before' : 'after'} the ACK`}</title>
      <path
        d={`M${link.fromX} ${y} C ${link.fromX} ${(y + eventY) / 2}, ${x} ${(y + eventY) / 2}, ${x} ${eventY - 6}`}
      />
      {hasRoom ? (
        <text x={middle + 6} y={(y + eventY) / 2 + 3}>
          {gapMs < 0 ? '−' : '+'}
          {duration(Math.abs(gapMs))}
        </text>
      ) : null}
    </g>
  );
}

function describe(layout: Layout): string {
  const missing = layout.links.filter((link) => link.to === undefined).length;
  const parts = [
    `${layout.requests.length} requests: ${layout.requests.map((request) => request.label).join(', ')}`,
    `${layout.frames.length} stream events`,
    ...layout.links.flatMap((link) =>
      link.to === undefined ? [] : [`ACK to event ${duration(Math.abs(link.to.gapMs))}`],
    ),
    ...(missing > 0 ? [`${missing} acknowledged operations without an event`] : []),
  ];
  return `Timeline: ${parts.join('; ')}`.slice(0, 600);
}
