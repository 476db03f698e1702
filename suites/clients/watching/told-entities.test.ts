import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../toolkit/payload/json.js';
import type { StreamMessage } from '../../../toolkit/profile/index.js';
import type { Observed, ObservedFrame, ObservedRequest } from '../../../toolkit/tap/index.js';
import { Seen } from '../stage/seen.js';
import { goneEntities, knownEntities, statusNamed } from './told-entities.js';

const SECOND = 1_000_000_000n;
let seq = 0;

function sent(
  request: 'closePosition' | 'placeOrder' | 'operationStatus',
  params: JsonObject,
  { key = '', seconds = 1, status = 202, json = {} as JsonObject } = {},
): ObservedRequest {
  seq += 1;
  const moment = { seq, atNs: BigInt(seconds) * SECOND };
  return {
    ...moment,
    connection: 1,
    method: request === 'operationStatus' ? 'GET' : 'POST',
    target: '/',
    headers: [['SVC-IDEMPOTENCY-KEY', key]],
    read: { request, accountId: 'A', params },
    signature: { stages: [] },
    body: new Uint8Array(),
    whole: moment,
    answer: { ...moment, status, headers: [], body: new Uint8Array(), json, delivered: 'whole' },
  };
}

function told(seconds: number, message: StreamMessage): ObservedFrame {
  seq += 1;
  const json: JsonObject = { positions: (message.view as { positions?: JsonObject[] }).positions ?? [] };
  return {
    seq,
    atNs: BigInt(seconds) * SECOND,
    connection: 2,
    stream: 'events',
    accountId: 'A',
    direction: 'out',
    text: '',
    isBinary: false,
    json,
    messages: [message],
  };
}

const event = (state: string): StreamMessage => ({
  kind: 'transaction_event',
  message: {},
  view: { status: 'success', positions: [{ id: 'p-1', state, volume: '0.10' }] },
});
const snapshot = (...ids: readonly string[]): StreamMessage => ({
  kind: 'trading_state_snapshot',
  message: {},
  view: { positions: ids.map((id) => ({ id, volume: '0.10' })) },
});

function seen(requests: readonly ObservedRequest[], frames: readonly ObservedFrame[] = []): Seen {
  const observed: Observed = { requests, frames, handshakes: [], connections: [], malformed: [] };
  return new Seen(observed);
}

const closing = (key: string, seconds: number): ObservedRequest =>
  sent('closePosition', { positionId: 'p-1' }, { key, seconds });

describe('a position that is acted on', () => {
  it('is one that an event named', () => {
    expect(knownEntities(seen([closing('a', 3)], [told(2, event('open'))])).verdict).toBe('pass');
  });

  it('is found where nothing had named it', () => {
    expect(knownEntities(seen([closing('a', 3)], [told(4, event('open'))]))).toMatchObject({
      verdict: 'fail',
      level: 'should',
    });
  });

  it('may be named by an answer', () => {
    const order = sent('placeOrder', {}, { key: 'o', json: { deals: [{ position: 'p-1' }] } });
    expect(knownEntities(seen([order, closing('a', 3)])).verdict).toBe('pass');
  });
});

describe('a position that is gone', () => {
  const open = told(2, event('open'));

  it.each([
    ['an event told its end', told(5, event('closed'))],
    ['a snapshot no longer has it', told(5, snapshot())],
  ])('is found where %s long before', (_, gone) => {
    expect(goneEntities(seen([closing('a', 25)], [open, gone])).verdict).toBe('fail');
  });

  it.each<[string, readonly ObservedRequest[], readonly ObservedFrame[]]>([
    ['what was decided may be on its way', [closing('a', 8)], [told(5, snapshot())]],
    ['a repeat was decided before', [closing('a', 3), closing('a', 25)], [told(5, event('closed'))]],
    ['it is there again', [closing('a', 25)], [told(5, snapshot()), told(6, snapshot('p-1'))]],
  ])('is spared where %s', (_, requests, frames) => {
    expect(goneEntities(seen(requests, [open, ...frames])).verdict).toBe('pass');
  });
});

describe('an order', () => {
  const order = (state: string): StreamMessage => ({
    kind: 'transaction_event',
    message: {},
    view: { status: 'success', orders: [{ id: 'p-1', state }] },
  });

  it.each([
    ['cancelled', 'fail'],
    ['half filled, in a word of nobody', 'pass'],
  ])('that an event shows %s long before: %s', (state, verdict) => {
    const judged = goneEntities(seen([closing('a', 25)], [told(2, order('pending')), told(5, order(state))]));
    expect(judged.verdict).toBe(verdict);
  });
});

describe('positions that are gone shortly before', () => {
  const gone = (count: number): Seen => {
    const frames: ObservedFrame[] = [];
    const requests: ObservedRequest[] = [];
    for (let one = 0; one < count; one += 1) {
      const at = 10 * one;
      const views = ['open', 'closed'].map((state) => ({ id: `p-${one}`, state, volume: '0.10' }));
      for (const [index, view] of views.entries()) {
        const message = {
          kind: 'transaction_event',
          message: {},
          view: { status: 'success', positions: [view] },
        } as const;
        const frame = told(at + index + 1, message);
        frames.push({ ...frame, ponged: { seq: frame.seq, atNs: frame.atNs } });
      }
      requests.push(sent('closePosition', { positionId: `p-${one}` }, { key: `k-${one}`, seconds: at + 3 }));
    }
    return seen(requests, frames);
  };

  it('are a habit where there are many, and chance where there are few', () => {
    expect(goneEntities(gone(6)).verdict).toBe('fail');
    expect(goneEntities(gone(4)).verdict).toBe('pass');
  });
});

describe('a status that is read', () => {
  const order = sent('placeOrder', {}, { key: 'key-1' });

  it('is found where a key stands for the operation', () => {
    const read = sent('operationStatus', { operationId: 'key-1' }, { status: 404 });
    expect(statusNamed(seen([order, read])).verdict).toBe('fail');
  });

  it('may be gone, and may be of a service whose operations are named by keys', () => {
    expect(statusNamed(seen([order, sent('operationStatus', { operationId: 'op-1' }, { status: 404 })])).verdict).toBe(
      'pass',
    );
    const reads = [200, 404].map((status) => sent('operationStatus', { operationId: 'key-1' }, { status }));
    expect(statusNamed(seen([order, ...reads])).verdict).toBe('pass');
  });
});
