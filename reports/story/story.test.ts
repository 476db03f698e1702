import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { CheckResult } from '../model/model.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { HOSTILE_TEXTS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { issueText } from './issue-text.js';
import { itemsOf } from './items.js';
import { resignedRequest } from './resigned-request.js';
import { scopeOf } from './scope.js';
import { type Sentences, sentencesOf } from './sentences.js';
import { markOf, type Step, stepsOf } from './steps.js';

/** The records of a check as they are written, 10 ms apart. */
class Told {
  readonly records: ViewerRecord[] = [];

  add(kind: string, parsed: JsonValue, fill: Partial<ViewerRecord> = {}): number {
    const i = this.records.length + 1;
    const none = { conn: null, account: 'a1', key: null, operation: null, raw: null, error: null, cause: null };
    this.records.push({ ...none, i, t: i * 10, kind, actor: 'suite', parsed, ...fill });
    return i;
  }

  stream(conn: string, event = 'transactions'): number {
    const path = { request: 'eventsStream', method: 'GET', path: '/events', params: {} };
    const invoke = this.add('invoke', path, { conn });
    const ok = this.add('ok', { request: 'eventsStream', status: 101, view: null }, { conn, cause: invoke });
    const open = this.add('open', {}, { conn, cause: ok });
    return this.add('send', { view: { action: 'subscribe', event } }, { conn, cause: open });
  }

  order(
    key: string,
    operation: string,
    status = 202,
    more: { readonly [name: string]: JsonValue } = {},
    raw = '{"volume":"0.01"}',
  ): number {
    const params = { type: 'limit', side: 'buy', volume: '0.01', instrument: 'EURUSD', price: '1.1' };
    const headers = [['SVC-IDEMPOTENCY-KEY', key]];
    const invoke = this.add(
      'invoke',
      { request: 'placeOrder', method: 'POST', path: '/orders', headers, params, ...more },
      { conn: 'http', key, raw },
    );
    const fill = { conn: 'http', key, operation: status === 202 ? operation : null, cause: invoke };
    return this.add('ok', { request: 'placeOrder', status, view: { operationId: operation } }, fill);
  }

  event(conn: string, key: string, operation: string, order: string): number {
    const view = { status: 'success', operationId: operation, orders: [{ id: order, state: 'pending' }] };
    return this.add('event', { kind: 'transaction_event', view }, { conn, key, operation });
  }

  snapshot(conn: string, orders: readonly string[]): number {
    const view = { orders: orders.map((id) => ({ id })), positions: [] };
    return this.add('event', { kind: 'trading_state_snapshot', view }, { conn });
  }

  denied(expected: string, actual: string, cause: number): number {
    return this.add('assert', { computed: true, expected, actual, holds: false }, { account: null, cause });
  }

  sentences(evidence: readonly number[], check: Partial<CheckResult> = {}): Sentences {
    return sentencesOf(
      { verdict: 'fail', reason: 'expected one order, got three', ...check },
      scopeOf(this.records, evidence),
    );
  }
}

describe('a story', () => {
  it('says that one key stands for several operations', () => {
    const told = new Told();
    told.stream('ws-1');
    const before = told.snapshot('ws-1', []);
    for (const n of [1, 2, 3]) {
      told.order('key-1', 'op-1');
      told.event('ws-1', 'key-1', `op-${n}`, `ord-${n}`);
    }
    told.stream('ws-2');
    const after = told.snapshot('ws-2', ['ord-1', 'ord-2', 'ord-3']);
    const { done, came, expected } = told.sentences([after, before, told.denied('one order', 'three', after)]);
    expect(done).toContain('placed an order (limit buy 0.01 EURUSD at 1.1) three times with the same key key-1');
    expect(came).toMatch(/^Events under the one key key-1 name three operations: op-1 success: order ord-1, op-2 /);
    expect(came).toContain('the snapshot on ws-2 shows orders ord-1, ord-2, ord-3 and no positions');
    expect(expected).toBe('Expected one order, got three.');
  });

  it('names what was spoilt on purpose, beside the sound request', () => {
    const told = new Told();
    told.order('key-1', 'op-1');
    const answer = told.order('key-2', 'op-2', 202, { damage: 'body hash of another body' });
    const evidence = [answer, told.denied('a refusal', '202', answer)];
    const { done, came } = told.sentences(evidence);
    expect(done).toContain('by a request that was spoilt on purpose (body hash of another body)');
    expect(came).toContain('acknowledged (202)');
    expect(scopeOf(told.records, evidence).items).toHaveLength(3);
  });

  it('quotes a key that no client would choose', () => {
    const told = new Told();
    const answer = told.order('   ', 'op-1');
    expect(told.sentences([answer]).done).toContain('with the idempotency key "   "');
  });

  it('leaves out other accounts, other contexts and what held', () => {
    const told = new Told();
    for (let n = 0; n < 50; n += 1)
      told.add('invoke', { request: 'limits', method: 'GET' }, { conn: 'http', account: 'a2' });
    told.order('early', 'op-0');
    const answer = told.order('key-1', 'op-1');
    told.add('assert', { holds: true, expected: 'x' }, { cause: answer });
    const scope = scopeOf(told.records, [answer, told.denied('an event', 'none', answer)]);
    expect(scope.items).toHaveLength(2);
    expect(scope.others).toBe(53);
  });

  it('begins where an entity that the assertion names was made', () => {
    const told = new Told();
    told.stream('ws-1');
    told.order('key-1', 'op-1');
    told.event('ws-1', 'key-1', 'op-1', 'ord-9001');
    told.stream('ws-2');
    const after = told.snapshot('ws-2', ['ord-9001']);
    expect(told.sentences([after, told.denied('no order', 'ord-9001', after)]).done).toContain('placed an order');
  });

  it('says which steps belong together, and marks the repeat behind which another order opened', () => {
    const told = new Told();
    const steps = (evidence: readonly number[]): readonly Step[] =>
      stepsOf(scopeOf(told.records, evidence).items, evidence, 0);
    told.order('key-1', 'op-1');
    told.event('ws-1', 'key-1', 'op-1', 'ord-1');
    told.order('key-1', 'op-1');
    const second = told.event('ws-1', 'key-1', 'op-2', 'ord-2');
    const [first, ofFirst, repeat, unannounced] = steps([second, told.denied('one order', 'ord-2', second)]);
    expect(first?.text).not.toContain('step');
    expect(ofFirst?.text).toMatch(/order ord-1 on ws-1, of step 1$/);
    expect(repeat?.text).toMatch(/a repeat of step 1$/);
    expect(unannounced?.text).toMatch(/under the key of step 1, whose 202 named op-1$/);
    expect([first, ofFirst, repeat, unannounced].map((step) => step && markOf(step))).toEqual([
      undefined,
      undefined,
      'led to it',
      'decided it',
    ]);
  });

  it('says of a key that comes again with another payload, and of one that no step sent', () => {
    const told = new Told();
    told.order('key-1', 'op-1');
    told.order('key-1', 'op-2', 409, {}, '{"volume":"0.02"}');
    told.event('ws-1', 'a-key-of-somebody-else', 'op-9', 'ord-9');
    const [, conflict, foreign] = stepsOf(itemsOf(told.records), [], 0);
    expect(conflict?.text).toMatch(/under the key of step 1, with another payload$/);
    expect(foreign?.text).toMatch(/key …omebody-else$/);
  });

  it('marks the request whose operation an assertion names, and the last action where something did not come', () => {
    const told = new Told();
    const marksOf = (evidence: readonly number[]): readonly (string | undefined)[] =>
      stepsOf(itemsOf(told.records), evidence, 0).map(markOf);
    told.order('key-1', 'op-1');
    told.order('key-2', 'op-2');
    const named = told.add('assert', { computed: true, expected: 'an event of op-1', actual: 'none', holds: false });
    expect(marksOf([named])).toEqual(['led to it', undefined, 'decided it']);
    const accepted = told.add('event', { kind: 'command_accepted', view: {} }, { conn: 'ws-1' });
    told.add('control', { action: 'instrument.update', params: {} });
    const silent = told.add('assert', { computed: true, expected: 'x', actual: 'none within 5000 ms', holds: false });
    expect(marksOf([accepted, silent]).slice(-3)).toEqual(['decided it', 'led to it', 'decided it']);
  });

  it('marks nothing where the request itself decided', () => {
    const told = new Told();
    const answer = told.order('key-1', 'op-1');
    const steps = stepsOf(itemsOf(told.records), [answer, told.denied('a refusal', '202', answer)], 0);
    expect(steps.map(markOf)).toEqual(['decided it']);
  });

  it('says how an operation ended where its status was read', () => {
    const told = new Told();
    told.order('key-1', 'op-1');
    const read = { request: 'operationStatus', method: 'GET', path: '/operations/op-1', params: {} };
    const invoke = told.add('invoke', read, { conn: 'http', operation: 'op-1' });
    const view = { operationId: 'op-1', state: 'failed', errorCode: 'EXECUTION_REJECTED' };
    told.add(
      'ok',
      { request: 'operationStatus', status: 200, view },
      { conn: 'http', operation: 'op-1', cause: invoke },
    );
    const step = stepsOf(itemsOf(told.records), [], 0)[1];
    expect(step?.text).toContain('/operations/op-1 -> 200 failed with EXECUTION_REJECTED (10 ms)');
  });

  it('names a position as it is, and its part as one', () => {
    const told = new Told();
    const close = { request: 'closePosition', method: 'POST', path: '/close' };
    told.add('invoke', { ...close, params: { positionId: 'pos-1' } }, { conn: 'http', key: 'k-1' });
    told.add('invoke', { ...close, params: { positionId: 'pos-1', volume: '0.01' } }, { conn: 'http', key: 'k-2' });
    const texts = stepsOf(itemsOf(told.records), [], 0).map(({ text }) => text);
    expect(texts[0]).toMatch(/sent: pos-1$/);
    expect(texts[1]).toMatch(/sent: 0.01 of pos-1$/);
  });

  it('names of many executions the positions alone, so that the sentence stays whole', () => {
    const told = new Told();
    for (const n of [1, 2, 3, 4]) {
      const entity = (kind: string): JsonValue => [{ id: `${kind}-1000033-${n}`, volume: '0.01', state: 'filled' }];
      const view = { status: 'success', orders: entity('ord'), positions: entity('pos'), deals: entity('deal') };
      told.add('event', { kind: 'transaction_event', view }, { conn: 'ws-1', operation: `op-${n}` });
    }
    const { came } = sentencesOf(sampleCheck({ verdict: 'fail' }), scopeOf(told.records, []));
    expect(came).toMatch(/^Four events say success: op-1 \(position pos-1000033-1 of 0.01 \(filled\)\), op-2/);
    expect(came).not.toMatch(/deal-|ord-|more characters/);
  });

  it('names the volume of an entity beside it', () => {
    const told = new Told();
    told.add('event', { kind: 'trading_state_snapshot', view: { positions: [{ id: 'pos-1', volume: '0.49' }] } });
    expect(stepsOf(itemsOf(told.records), [], 0)[0]?.text).toContain('position pos-1 of 0.49');
  });

  it('tells of an undecided check what it waits for', () => {
    const check = { verdict: 'inconclusive', reason: 'no control', needs: ['control stream.drop'] } as const;
    expect(new Told().sentences([], check)).toEqual({
      done: '',
      came: '',
      expected: 'It could not be decided: no control; it would run with control stream.drop.',
    });
  });

  it('is bounded, and harmless in an issue, whatever a target sends', () => {
    for (const text of HOSTILE_TEXTS) {
      const told = new Told();
      const answer = told.add('event', { kind: text, view: { orders: [{ id: text, state: text }] } }, { conn: text });
      const scope = scopeOf(told.records, [answer]);
      const check = sampleCheck({ verdict: 'fail', reason: text, expected: text, actual: text });
      const sentences = sentencesOf(check, scope);
      for (const sentence of Object.values(sentences)) expect(sentence.length).toBeLessThan(700);
      const steps = stepsOf(scope.items, check.evidence, 0);
      const { run } = sampleResults();
      expect(issueText({ check, requirements: [], sentences, steps, run })).not.toMatch(/(?<!\\)<(img|script|iframe)/i);
    }
  });
});

describe('a request to send again', () => {
  it('is signed anew, and says what was spoilt', () => {
    const told = new Told();
    told.order('key-1', 'op-1', 202, { damage: 'body hash of another body' });
    const [request] = told.records;
    if (request === undefined) throw new Error('the story has a request');
    const line = resignedRequest(request, sampleResults().run, { reproduce: 'tsi run x --profile p.yaml' }, 'npx tsi');
    expect(line).toBe(
      '# the suite sent it damaged ("body hash of another body"); this is the sound request\n' +
        `npx tsi sign POST /orders --profile p.yaml --body-text '{"volume":"0.01"}' --format curl | sh\n`,
    );
  });
});
