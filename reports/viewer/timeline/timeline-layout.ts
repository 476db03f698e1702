// Where things stand in the two lanes of a check's timeline: requests above, stream events below. Pure.
// Order and simultaneity are exact; a stretch in which nothing happens is drawn shorter than it was, and its length is written.

import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../../render/viewer-data.js';
import { textOf } from '../records/exchanges.js';

const LEFT = 92;
const RIGHT = 40;
const LEAST_GAP = 10;
const MOST_GAP = 150;
const ROW = 24;
/** Room that the length of a gap needs beside the line. */
const GAP_LABEL = 64;
/** Width of a character of a label. */
const CHARACTER = 6.4;
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
  /** As much of it as there is room for, and where it begins. */
  readonly shown: { readonly text: string; readonly x: number } | undefined;
  readonly tone: 'good' | 'refused' | 'bad';
}

export interface FrameMark {
  readonly record: number;
  readonly x: number;
  readonly row: number;
  readonly kind: 'event' | 'send' | 'open' | 'close';
  readonly label: string;
}

/** From an ACK to the event of its operation. */
export interface Link {
  readonly operation: string;
  readonly fromX: number;
  readonly fromRow: number;
  /** How long streams of the account were listened to after the ACK. */
  readonly heardMs: number;
  /** Undefined when no event of the operation came in that time. */
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

export function layoutTimeline(all: readonly ViewerRecord[]): Timeline | undefined {
  const shown = all.filter((record) =>
    ['invoke', 'ok', 'fail', 'info', 'open', 'close', 'send', 'event'].includes(record.kind),
  );
  const records = shown.slice(0, MOST_MARKS);
  if (records.length < 2) return undefined;
  const scale = elasticScale(records.map((record) => record.t));
  const requests = requestMarks(records, scale.x);
  const conns = [...new Set(records.flatMap((record) => (isFrame(record) ? [record.conn ?? 'stream'] : [])))];
  const frames = records.filter(isFrame).map(
    (record): FrameMark => ({
      record: record.i,
      x: scale.x(record.t),
      row: conns.indexOf(record.conn ?? 'stream'),
      kind: record.kind as FrameMark['kind'], // what isFrame lets through
      label: textOf(memberOf(record.parsed, 'kind')) || record.kind,
    }),
  );
  return {
    width: scale.width,
    requestRows: Math.max(1, ...requests.map((request) => request.row + 1)),
    frameRows: conns,
    requests,
    frames,
    links: linksOf(records, requests, frames),
    ticks: scale.ticks,
    end: scale.width - RIGHT,
    leftOut: shown.length - records.length,
  };
}

export const ROW_HEIGHT: number = ROW;

function isFrame(record: ViewerRecord): boolean {
  return ['event', 'send', 'open', 'close'].includes(record.kind);
}

/** A gap of g milliseconds is drawn about log(g) wide, so that microseconds beside seconds stay visible. */
function elasticScale(times: readonly number[]): {
  readonly x: (ms: number) => number;
  readonly width: number;
  readonly ticks: readonly Tick[];
} {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const start = sorted[0] ?? 0;
  const at = new Map<number, number>();
  let x = LEFT;
  let previous = start;
  for (const time of sorted) {
    if (time > start) x += Math.min(MOST_GAP, LEAST_GAP + 16 * Math.log2(1 + (time - previous) / 2));
    at.set(time, x);
    previous = time;
  }
  const ticks: Tick[] = [];
  for (const [time, place] of at) {
    if (place - (ticks.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= 76) ticks.push({ x: place, ms: time - start });
  }
  return { x: (ms) => at.get(ms) ?? LEFT, width: Math.max(640, x + RIGHT + 60), ticks };
}

function requestMarks(records: readonly ViewerRecord[], x: (ms: number) => number): readonly RequestMark[] {
  const outcomes = new Map(records.filter((one) => one.cause !== null && !isFrame(one)).map((one) => [one.cause, one]));
  const rowEnds: number[] = [];
  const marks = records
    .filter((record) => record.kind === 'invoke')
    .map((record) => {
      const outcome = outcomes.get(record.i);
      const from = x(record.t);
      const to = outcome === undefined ? from + 12 : Math.max(x(outcome.t), from + 6);
      const free = rowEnds.findIndex((end) => end < from);
      const row = free === -1 ? rowEnds.length : free;
      rowEnds[row] = to + 4;
      const status = memberOf(outcome?.parsed, 'status');
      const came = status === undefined ? (outcome?.error?.code ?? 'no answer') : textOf(status);
      const label = `${textOf(memberOf(record.parsed, 'request'))} ${came}`;
      return { record: record.i, outcome: outcome?.i, x: from, width: to - from, row, label, tone: toneOf(status) };
    });
  return marks.map((mark, index) => {
    const next = marks.slice(index + 1).find((one) => one.row === mark.row)?.x ?? Number.POSITIVE_INFINITY;
    return { ...mark, shown: labelOf(mark, next) };
  });
}

/** Inside the bar, beside it, or its first word inside. */
function labelOf({ x, width, label }: Omit<RequestMark, 'shown'>, next: number): RequestMark['shown'] {
  const room = (text: string): number => 12 + CHARACTER * text.length;
  const [name = label] = label.split(' ');
  if (room(label) <= width) return { text: label, x: x + 6 };
  if (x + width + room(label) <= next) return { text: label, x: x + width + 6 };
  return room(name) <= width ? { text: name, x: x + 6 } : undefined;
}

function toneOf(status: unknown): RequestMark['tone'] {
  if (typeof status !== 'number' || status >= 500) return 'bad';
  return status >= 400 ? 'refused' : 'good';
}

function linksOf(
  records: readonly ViewerRecord[],
  requests: readonly RequestMark[],
  frames: readonly FrameMark[],
): readonly Link[] {
  const events = new Map<string, { readonly mark: FrameMark; readonly t: number }>();
  const listening = new Set<string | null>();
  const closedAt = new Map<string | null, number>();
  const end = records.at(-1)?.t ?? 0;
  for (const record of records) {
    if (record.kind === 'open') listening.add(record.account);
    if (record.kind === 'close') closedAt.set(record.account, record.t);
    const mark = frames.find((frame) => frame.record === record.i);
    if (record.kind === 'event' && record.operation !== null && mark !== undefined && !events.has(record.operation)) {
      events.set(record.operation, { mark, t: record.t });
    }
  }
  let labelledTo = Number.NEGATIVE_INFINITY;
  return records.flatMap((record): readonly Link[] => {
    if (record.kind !== 'ok' || record.operation === null || memberOf(record.parsed, 'status') !== 202) return [];
    const request = requests.find((one) => one.outcome === record.i);
    const event = events.get(record.operation);
    if (request === undefined || (event === undefined && !listening.has(record.account))) return [];
    const heardMs = (closedAt.get(record.account) ?? end) - record.t;
    const from = { operation: record.operation, fromX: request.x + request.width, fromRow: request.row, heardMs };
    if (event === undefined) return [{ ...from, to: undefined }];
    const middle = (from.fromX + event.mark.x) / 2;
    const hasRoom = middle - labelledTo >= GAP_LABEL;
    if (hasRoom) labelledTo = middle;
    return [{ ...from, to: { x: event.mark.x, row: event.mark.row, gapMs: event.t - record.t, hasRoom } }];
  });
}
