import { describe, expect, it } from 'vitest';
import type { ViewerRecord } from '../../render/viewer-data.js';
import { layoutTimeline as layoutIn, type Timeline } from './timeline-layout.js';

function layoutTimeline(
  records: readonly ViewerRecord[],
  width = 1_000,
  heard: readonly string[] = [],
): Timeline | undefined {
  return layoutIn(records, {
    width,
    begun: 0,
    ended: records.at(-1)?.t ?? 0,
    stepOf: (index) => index,
    heard: new Set(heard),
  });
}

let next = 0;
function record(t: number, kind: string, fill: Partial<ViewerRecord> = {}): ViewerRecord {
  next += 1;
  const base = {
    conn: null,
    account: 'acc',
    key: null,
    operation: null,
    raw: null,
    parsed: null,
    error: null,
    cause: null,
  };
  return { i: next, t, kind, actor: 'suite', ...base, ...fill };
}
function exchange(
  t: number,
  durationMs: number,
  status: number,
  operation: string | null = null,
): readonly ViewerRecord[] {
  const invoke = record(t, 'invoke', { parsed: { request: 'placeOrder' } });
  return [
    invoke,
    record(t + durationMs, 'ok', { parsed: { request: 'placeOrder', status }, cause: invoke.i, operation }),
  ];
}

describe('a timeline', () => {
  it('links an ACK with the event of its operation and says how long it took', () => {
    const layout = layoutTimeline([
      record(0, 'open', { conn: 'ws-1' }),
      ...exchange(10, 5, 202, 'op-1'),
      record(40, 'event', { conn: 'ws-1', operation: 'op-1' }),
    ]);
    expect(layout?.links).toMatchObject([{ operation: 'op-1', to: { gapMs: 25 } }]);
  });

  it('shows an event that came before its ACK', () => {
    const [invoke, ok] = exchange(10, 30, 202, 'op-1');
    const layout = layoutTimeline(
      [record(0, 'open'), invoke, record(20, 'event', { operation: 'op-1' }), ok].filter((one) => one !== undefined),
    );
    expect(layout?.links[0]?.to?.gapMs).toBe(-20);
  });

  it('shows a missing event only where a stream of the account was listening, and for how long', () => {
    const sent = exchange(10, 5, 202, 'op-1');
    expect(layoutTimeline(sent)?.links).toEqual([]);
    const heard = layoutTimeline([record(0, 'open'), ...sent, record(115, 'close')]);
    expect(heard?.links).toMatchObject([{ operation: 'op-1', to: undefined, heardMs: 100 }]);
  });

  it('misses no event while nobody listens', () => {
    const closed = [record(0, 'open', { conn: 'ws-1' }), record(5, 'close', { conn: 'ws-1' })];
    expect(layoutTimeline([...closed, ...exchange(10, 5, 202, 'op-1')])?.links).toEqual([]);
  });

  it('puts requests that overlap into rows', () => {
    const layout = layoutTimeline(
      [...exchange(0, 100, 200), ...exchange(50, 10, 200), ...exchange(200, 10, 200)].sort((a, b) => a.t - b.t),
    );
    expect(layout?.requests.map((request) => request.row)).toEqual([0, 1, 0]);
  });

  it('keeps order, and draws a long wait shorter than it was', () => {
    const layout = layoutTimeline([...exchange(0, 1, 200), ...exchange(60_000, 1, 503)]);
    const [first, second] = layout?.requests ?? [];
    expect(second?.x).toBeGreaterThan(first?.x ?? 0);
    expect(second?.x).toBeLessThan(700);
    expect(second?.tone).toBe('bad');
  });

  it('does not miss an event that came after the picture', () => {
    const records = [record(0, 'open'), ...exchange(10, 5, 202, 'op-1'), record(50, 'close')];
    expect(layoutTimeline(records)?.links).toHaveLength(1);
    expect(layoutTimeline(records, 1_000, ['op-1'])?.links).toEqual([]);
  });

  it.each([320, 340, 720, 1_100])('fits into %i pixels, each mark with the number of its step', (width) => {
    const records = Array.from({ length: 15 }, (_, n) => [
      ...exchange(n * 700, 30, 202, `op-${n}`),
      record(n * 700 + 40, 'event', { conn: 'ws-1', operation: `op-${n}` }),
    ]).flat();
    const layout = layoutTimeline(records, width);
    for (const { x, width: bar, inside } of layout?.requests ?? []) {
      expect(x + bar).toBeLessThanOrEqual(width);
      expect(inside).toMatch(/^\d+/);
    }
    const places = layout?.frames.map(({ x }) => x) ?? [];
    expect(Math.max(...places)).toBeLessThanOrEqual(width);
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(layout?.frames.map(({ shown }) => shown)).not.toContain('');
  });

  it('gives up on what is no picture any more, and on nothing at all', () => {
    const many = Array.from({ length: 300 }, (_, n) => exchange(n, 0.5, 200)).flat();
    expect(layoutTimeline(many)?.leftOut).toBe(440);
    expect(layoutTimeline([])).toBeUndefined();
  });
});
