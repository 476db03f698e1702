// Where things stand in the two lanes of a check's timeline, fitted to a width: requests above, stream events below. Pure.
// Order and simultaneity are exact; a stretch in which nothing happens is drawn shorter than it was, and its length is written.

import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../../render/viewer-data.js';
import { intentLabel, isIntent } from '../../story/intents.js';
import { textOf } from '../../story/items.js';

/** The lane of a client: what it was told, and what it answered. */
const INTENTS = 'intents';

const LEFT = 14;
const RIGHT = 22;
const LEAST_GAP = 10;
const MOST_GAP = 150;
/** A few marks are not torn apart over a wide page. */
const MOST_STRETCH = 2.2;
const LEAST_BAR = 16;
const DOT = 16;
/** Room that the length of a gap needs beside the line. */
const GAP_LABEL = 64;
/** Width of a character of a label. */
const CHARACTER = 6.6;
/** More than this is no picture any more; the list of records shows everything. */
const MOST_MARKS = 160;

export interface RequestMark {
  readonly record: number;
  readonly outcome: number | undefined;
  readonly x: number;
  readonly width: number;
  readonly row: number;
  /** What came of it, for the title. */
  readonly label: string;
  /** The number of its step, with the label where there is room in the bar. */
  readonly inside: string;
  /** The label where there is room beside the bar, else empty. */
  readonly beside: string;
  readonly tone: 'good' | 'refused' | 'bad';
}

export interface FrameMark {
  readonly record: number;
  readonly x: number;
  readonly row: number;
  readonly kind: 'event' | 'send' | 'open' | 'close' | 'control';
  readonly label: string;
  /** The number of its step, where there is room. */
  readonly shown: string;
}

/** From an ACK to the event of its operation. */
export interface Link {
  readonly operation: string;
  readonly fromX: number;
  readonly fromRow: number;
  /** How long streams of the account were listened to after the ACK. */
  readonly heardMs: number;
  /** Undefined when no event of the operation came in that time. A gap below 0: the event overtook its ACK, which is legal. */
  readonly to:
    | { readonly x: number; readonly row: number; readonly gapMs: number; readonly hasRoom: boolean }
    | undefined;
}

export interface Tick {
  readonly x: number;
  readonly ms: number;
}

export interface Timeline {
  readonly width: number;
  readonly requestRows: number;
  readonly frameRows: readonly string[];
  readonly requests: readonly RequestMark[];
  readonly frames: readonly FrameMark[];
  readonly links: readonly Link[];
  readonly ticks: readonly Tick[];
  readonly end: number;
  /** Records that did not fit into the picture. */
  readonly leftOut: number;
}

export interface TimelineOptions {
  readonly width: number;
  /** When the check began, and when what is shown of it ended. */
  readonly begun: number;
  readonly ended: number;
  /** The number of the step in which a record is told. */
  readonly stepOf: (record: number) => number | undefined;
  /** Operations of which an event came at some time, in the picture or after it. */
  readonly heard: ReadonlySet<string>;
}

export function layoutTimeline(all: readonly ViewerRecord[], options: TimelineOptions): Timeline | undefined {
  const { width, begun, ended, stepOf, heard } = options;
  const shown = all.filter((record) =>
    ['invoke', 'ok', 'fail', 'info', 'open', 'close', 'send', 'event', 'control'].includes(record.kind),
  );
  const records = shown.slice(-MOST_MARKS);
  if (records.length < 2) return undefined;
  const scale = elasticScale(
    records.map((record) => record.t),
    width,
    begun,
  );
  const requests = requestMarks(records, scale.x, width, stepOf);
  const conns = [...new Set(records.flatMap((record) => (isFrame(record) ? [laneOf(record)] : [])))];
  const frames = conns.flatMap((conn, row) =>
    frameMarks(
      records.filter((record) => isFrame(record) && laneOf(record) === conn),
      { row, x: scale.x, width, stepOf },
    ),
  );
  return {
    width,
    requestRows: Math.max(1, ...requests.map((request) => request.row + 1)),
    frameRows: conns,
    requests,
    frames,
    links: linksOf(records, requests, frames, { ended, heard }),
    ticks: scale.ticks,
    end: width - RIGHT,
    leftOut: shown.length - records.length,
  };
}

function isFrame(record: ViewerRecord): boolean {
  return isIntent(record) || ['event', 'send', 'open', 'close', 'control'].includes(record.kind);
}

function laneOf(record: ViewerRecord): string {
  const { kind, conn } = record;
  if (isIntent(record)) return INTENTS;
  return kind === 'control' ? 'control' : (conn ?? 'stream');
}

/** A gap of g milliseconds is drawn about log(g) wide, so that microseconds beside seconds stay visible; then all is fitted. */
function elasticScale(
  times: readonly number[],
  width: number,
  begun: number,
): { readonly x: (ms: number) => number; readonly ticks: readonly Tick[] } {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const start = sorted[0] ?? 0;
  const at = new Map<number, number>();
  let raw = 0;
  let previous = start;
  for (const time of sorted) {
    if (time > start) raw += Math.min(MOST_GAP, LEAST_GAP + 16 * Math.log2(1 + (time - previous) / 2));
    at.set(time, raw);
    previous = time;
  }
  const room = width - LEFT - RIGHT - LEAST_BAR;
  const stretch = raw === 0 ? 1 : Math.min(MOST_STRETCH, room / raw);
  const x = (ms: number): number => LEFT + (at.get(ms) ?? 0) * stretch;
  const ticks: Tick[] = [];
  for (const time of sorted) {
    if (x(time) - (ticks.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= 76) ticks.push({ x: x(time), ms: time - begun });
  }
  return { x, ticks };
}

function requestMarks(
  records: readonly ViewerRecord[],
  x: (ms: number) => number,
  width: number,
  stepOf: (record: number) => number | undefined,
): readonly RequestMark[] {
  const outcomes = new Map(records.filter((one) => one.cause !== null && !isFrame(one)).map((one) => [one.cause, one]));
  const rowEnds: number[] = [];
  const marks = records
    .filter((record) => record.kind === 'invoke')
    .map((record) => {
      const outcome = outcomes.get(record.i);
      const from = x(record.t);
      const to = Math.max(outcome === undefined ? from : x(outcome.t), from + LEAST_BAR);
      const free = rowEnds.findIndex((end) => end < from);
      const row = free === -1 ? rowEnds.length : free;
      rowEnds[row] = to + 4;
      const status = memberOf(outcome?.parsed, 'status');
      const came = status === undefined ? (outcome?.error?.code ?? 'no answer') : textOf(status);
      const label = `${textOf(memberOf(record.parsed, 'request'))} ${came}`;
      const number = String(stepOf(record.i) ?? '');
      return {
        record: record.i,
        outcome: outcome?.i,
        x: from,
        width: to - from,
        row,
        number,
        label,
        tone: toneOf(status),
      };
    });
  return marks.map(({ number, ...mark }, index) => {
    const next = marks.slice(index + 1).find((one) => one.row === mark.row)?.x ?? width;
    return { ...mark, ...labelOf(mark, number, next) };
  });
}

function labelOf(
  { x, width, label }: Omit<RequestMark, 'inside' | 'beside'>,
  number: string,
  next: number,
): Pick<RequestMark, 'inside' | 'beside'> {
  const whole = `${number} ${label}`.trim();
  const room = (text: string): number => 10 + CHARACTER * text.length;
  if (room(whole) <= width) return { inside: whole, beside: '' };
  return { inside: number, beside: x + width + room(label) <= next ? label : '' };
}

function toneOf(status: unknown): RequestMark['tone'] {
  if (typeof status !== 'number' || status >= 500) return 'bad';
  return status >= 400 ? 'refused' : 'good';
}

interface FrameRow {
  readonly row: number;
  readonly x: (ms: number) => number;
  readonly width: number;
  readonly stepOf: (record: number) => number | undefined;
}

/** Side by side where there is room, so that each can carry its number. */
function frameMarks(records: readonly ViewerRecord[], { row, x, width, stepOf }: FrameRow): readonly FrameMark[] {
  const hasRoom = records.length * DOT <= width - LEFT - RIGHT;
  const places: number[] = [];
  for (const record of records)
    places.push(hasRoom ? Math.max(x(record.t), (places.at(-1) ?? -DOT) + DOT) : x(record.t));
  let most = width - RIGHT;
  if (hasRoom) {
    for (let index = places.length - 1; index >= 0; index -= 1) {
      places[index] = Math.min(places[index] ?? 0, most);
      most = (places[index] ?? 0) - DOT;
    }
  }
  return records.map((record, index) => ({
    record: record.i,
    x: places[index] ?? LEFT,
    row,
    // What isFrame lets through.
    kind: isIntent(record) ? 'control' : (record.kind as FrameMark['kind']),
    label: isIntent(record)
      ? intentLabel(record)
      : textOf(memberOf(record.parsed, record.kind === 'control' ? 'action' : 'kind')) || record.kind,
    shown: hasRoom ? String(stepOf(record.i) ?? '') : '',
  }));
}

function linksOf(
  records: readonly ViewerRecord[],
  requests: readonly RequestMark[],
  frames: readonly FrameMark[],
  { ended, heard }: Pick<TimelineOptions, 'ended' | 'heard'>,
): readonly Link[] {
  const events = new Map<string, { readonly mark: FrameMark; readonly t: number }>();
  for (const record of records) {
    const mark = frames.find((frame) => frame.record === record.i);
    if (record.kind === 'event' && record.operation !== null && mark !== undefined && !events.has(record.operation)) {
      events.set(record.operation, { mark, t: record.t });
    }
  }
  let labelledTo = Number.NEGATIVE_INFINITY;
  const linked = new Set<string>();
  return records.flatMap((record): readonly Link[] => {
    if (record.kind !== 'ok' || record.operation === null || memberOf(record.parsed, 'status') !== 202) return [];
    // A repeat is acknowledged as the operation that it repeats; its event came once.
    if (linked.has(record.operation)) return [];
    linked.add(record.operation);
    const request = requests.find((one) => one.outcome === record.i);
    const event = events.get(record.operation);
    const heardMs = heardUntil(records, record, ended) - record.t;
    if (request === undefined || (event === undefined && heardMs <= 0)) return [];
    const from = { operation: record.operation, fromX: request.x + request.width, fromRow: request.row, heardMs };
    if (event === undefined) return heard.has(record.operation) ? [] : [{ ...from, to: undefined }];
    const middle = (from.fromX + event.mark.x) / 2;
    const hasRoom = middle - labelledTo >= GAP_LABEL;
    if (hasRoom) labelledTo = middle;
    return [{ ...from, to: { x: event.mark.x, row: event.mark.row, gapMs: event.t - record.t, hasRoom } }];
  });
}

/** When the last stream of the account closed that was open at the ACK; the ACK's own time where none was. */
function heardUntil(records: readonly ViewerRecord[], ack: ViewerRecord, ended: number): number {
  const own = records.filter(({ account }) => account === ack.account);
  const closes = own
    .filter(({ kind, t }) => kind === 'open' && t <= ack.t)
    .map(({ conn, t }) => own.find((one) => one.kind === 'close' && one.conn === conn && one.t >= t)?.t ?? ended);
  return Math.max(ack.t, ...closes);
}
