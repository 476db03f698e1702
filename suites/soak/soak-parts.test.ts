// The parts of a soak that need no target: latencies, situations, stories.
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../toolkit/checkers/index.js';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { shapeOf } from './findings.js';
import { Latencies } from './latencies.js';
import { Scene } from './situations/scene.js';
import { MetSituations, SITUATIONS } from './situations/situations.js';
import { shortestStory } from './story.js';

describe('latencies', () => {
  it('tell a percentile to a tenth', () => {
    const latencies = new Latencies();
    for (let ms = 1; ms <= 100; ms += 1) latencies.add(ms);
    expect(latencies.percentile(0.5)).toBeGreaterThan(45);
    expect(latencies.percentile(0.5)).toBeLessThan(56);
    expect(latencies.percentile(0.99)).toBeLessThan(111);
    expect(new Latencies().percentile(0.5)).toBe(0);
  });
});

describe('situations', () => {
  it('are at least sixty, each with an id and a sentence of its own', () => {
    expect(SITUATIONS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(SITUATIONS.map(({ id }) => id)).size).toBe(SITUATIONS.length);
    expect(new Set(SITUATIONS.map(({ sentence }) => sentence)).size).toBe(SITUATIONS.length);
  });

  it('are met once and looked for no longer', () => {
    const common = { i: 1, tNs: 1, wall: '', account: 'A', accountId: 'A', target: '' };
    const call = {
      ...common,
      type: 'call' as const,
      request: 'placeOrder',
      key: 'key-1',
      path: '',
      params: { price: '1' },
      apiKey: '',
      isDamaged: false,
      isShifted: false,
      isMisdirected: false,
      method: 'POST',
      headers: undefined,
      body: null,
      signature: undefined,
      conn: 'http',
    };
    const scene = new Scene();
    const met = new MetSituations();
    met.look(call, scene);
    expect(met.met).toBe(0);
    scene.see(call);
    met.look({ ...call, i: 2 }, scene);
    // A repeat while the original is on its way, which is a second placement besides.
    expect(met.met).toBe(2);
    met.look({ ...call, i: 3 }, scene);
    expect(met.met).toBe(2);
  });
});

describe('the shortest story', () => {
  const record = (i: number, draft: Partial<JournalRecord> & Pick<JournalRecord, 'kind'>): JournalRecord => ({
    i,
    run: 'run',
    t_ns: i * 1e6,
    wall: '2026-01-01T00:00:00Z',
    actor: 'suite',
    conn: 'http',
    check: null,
    account: 'A',
    client_request_id: null,
    operation_id: null,
    raw: null,
    parsed: null,
    error: null,
    cause: null,
    ...draft,
  });
  const exchange = (i: number, key: string, operation: string): readonly JournalRecord[] => [
    record(i, {
      kind: 'invoke',
      client_request_id: key,
      parsed: { request: 'placeOrder', method: 'POST', path: '/', headers: [], params: { price: '1' } },
    }),
    record(i + 1, {
      kind: 'ok',
      client_request_id: key,
      operation_id: operation,
      parsed: { request: 'placeOrder', status: 202, headers: {}, body: {}, view: { operationId: operation } },
      cause: i,
    }),
  ];

  it('holds the exchanges that prove a finding and no others', () => {
    const records = [...exchange(1, 'key-1', 'op-1'), ...exchange(3, 'key-2', 'op-2'), ...exchange(5, 'key-3', 'op-1')];
    const finding: Finding = {
      checker: 'operation-ids',
      requirement: 'ack.operation-id-unique',
      message: 'two requests with different keys or of different kinds were acknowledged as one operation',
      expected: '',
      actual: '',
      evidence: [6, 2],
    };
    expect(shortestStory(records, finding, {}).map(({ i }) => i)).toEqual([1, 2, 5, 6]);
  });

  it('knows messages by their shape', () => {
    expect(shapeOf('operation op-17 was lost')).toBe(shapeOf('operation op-4 was lost'));
  });
});
