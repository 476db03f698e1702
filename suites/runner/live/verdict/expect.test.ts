import { describe, expect, it } from 'vitest';
import { MemoryJournal } from '../../../../toolkit/journal/memory.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { compileDialect } from '../../../../toolkit/profile/dialect/compile.js';
import { DEFAULT_DIALECT } from '../../../../toolkit/profile/dialect/default-spelling.js';
import { viewOf } from '../../../../toolkit/profile/dialect/reading/answer-view.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import type { CheckSpec } from '../../check.js';
import { AssertionFailed, Undecided } from '../../check-end.js';
import { BLANK, TargetJournal } from '../target/target-journal.js';
import { AnswerReading } from './answer.js';
import { LiveExpect } from './expect.js';
import { CheckTally } from './tally.js';

const timing = { eventMs: 500, resultMs: 900 };
const dialect = compileDialect(DEFAULT_DIALECT, 'http://127.0.0.1:1');

function bench(needs: CheckSpec['needs'] = {}, signal = new AbortController().signal) {
  const memory = new MemoryJournal();
  const target = new TargetJournal(memory, false);
  const journal = target.open('own.b/c');
  const tally = new CheckTally({ id: 'own.b/c', title: '', kind: 'scenario', needs, run: async () => undefined });
  const that = new LiveExpect({
    journal,
    tally,
    requirement: 'own.b',
    read: new AnswerReading(dialect),
    ended: () => new Map([['O-9', 4]]),
    timing,
    signal,
  });
  const request = { name: 'placeOrder', accountId: 'A', method: 'POST', path: '/' } as const;
  /** The exchange of an answer, journalled as the client does it. */
  const answered = (status: number, body?: JsonValue): HttpExchange => {
    const view = viewOf(dialect, 'placeOrder', status, body);
    const parsed = { request: 'placeOrder', status, headers: {}, body: body ?? null, view };
    const record = target.append({ ...BLANK, kind: 'ok', check: 'own.b/c', parsed, cause: null });
    const answer = { status, headers: {}, bytes: new Uint8Array(), body };
    return { request, idempotencyKey: 'k', invoke: record, record, answer, durationMs: 1 };
  };
  const unanswered = (code: 'timeout' | 'reset' | 'unreachable', sent: boolean): HttpExchange => {
    const error = { code, message: code, sent };
    const parsed = { request: 'placeOrder' };
    const record = target.append({ ...BLANK, kind: 'info', check: 'own.b/c', parsed, cause: null, error });
    return { request, idempotencyKey: 'k', invoke: record, record, error, durationMs: 1 };
  };
  const asserts = (): readonly JsonValue[] => memory.of('assert').map(({ parsed }) => parsed);
  return { that, tally, answered, unanswered, asserts, journal };
}

function failureOf(act: () => void): AssertionFailed {
  try {
    act();
  } catch (error) {
    if (error instanceof AssertionFailed) return error;
    throw error;
  }
  throw new Error('expected the assertion to fail, it held');
}

describe('assertions', () => {
  it('judge a mutation by its exchange', () => {
    const { that, answered } = bench();
    const exchange = answered(400, {});
    that.refused({ exchange });
    expect(failureOf(() => that.accepted({ exchange })).failure.evidence).toContain(exchange.record);
  });

  it('are journalled under each requirement that they judge, and fail under the first', () => {
    const { that, tally, answered, asserts } = bench();
    const { record } = answered(202, { operation_id: 'op-1' });
    that.at(record, '/body/operation_id', 'present', { also: ['own.y', 'own.z'] });
    const { failure } = failureOf(() => that.at(record, '/body/operation_id', 'absent', { also: ['own.y'] }));
    expect(failure).toMatchObject({ requirement: 'own.b', also: ['own.y'] });
    expect(tally.assertions).toBe(2);
    expect(asserts()).toMatchObject([
      { requirement: 'own.b', holds: true },
      { requirement: 'own.y', holds: true },
      { requirement: 'own.z', holds: true },
      { requirement: 'own.b', holds: false },
      { requirement: 'own.y', holds: false },
    ]);
  });

  it('miss nothing in a list that the target has ended by itself', () => {
    const { that, asserts, journal } = bench();
    const state = journal.note('event', { view: { orders: [{ id: 'O-1' }] } });
    that.lists(state, 'orders', 'O-1');
    expect(() => that.lists(state, 'orders', 'O-9')).toThrow(Undecided);
    expect(failureOf(() => that.lists(state, 'orders', 'O-2')).failure.evidence).toContain(state);
    expect(asserts()).toHaveLength(2);
  });

  it('leave open what is gone from a list that is not shown at all', () => {
    const { that, journal } = bench();
    that.listsNot(journal.note('event', { view: { orders: [] } }), 'orders', 'O-1');
    const bare = journal.note('event', { view: {} });
    expect(() => that.listsNot(bare, 'orders', 'O-1')).toThrow(Undecided);
  });

  it('say how the expected figure came about', () => {
    const { that, answered } = bench();
    const { record } = answered(202, { volume: '0.19' });
    const { failure } = failureOf(() => that.at(record, '/body/volume', 'sameDecimal', '0.20', { sum: '0.30 - 0.10' }));
    expect(failure.message).toBe('expected 0.30 - 0.10 = 0.20 at /body/volume, got "0.19"');
  });

  it('are journalled with record, pointer, predicate and operand, whether they hold or not', () => {
    const { that, tally, answered, asserts } = bench();
    const { record } = answered(202, { operation_id: 'op-1' });
    that.at(record, '/body/operation_id', 'type', 'string');
    failureOf(() => that.at(record, '/view/operationId', 'equals', 'op-2', { requirement: 'own.y' }));
    expect(tally.assertions).toBe(2);
    expect(asserts()).toMatchObject([
      {
        requirement: 'own.b',
        record,
        pointer: '/body/operation_id',
        predicate: 'type',
        expected: 'string',
        holds: true,
      },
      {
        requirement: 'own.y',
        record,
        pointer: '/view/operationId',
        predicate: 'equals',
        expected: 'op-2',
        holds: false,
      },
    ]);
  });

  it('end the check with expected, actual and evidence when they do not hold', () => {
    const { that, answered } = bench();
    const { record } = answered(202, {});
    expect(failureOf(() => that.at(record, '/body/operation_id', 'present', null)).failure).toEqual({
      requirement: 'own.b',
      message: 'expected the member to be present at /body/operation_id, got nothing there',
      expected: 'the member to be present at /body/operation_id',
      actual: 'nothing there',
      evidence: [record, record + 1],
    });
  });

  it('are made no more once the check is stopped, when its waits end with nothing', () => {
    const { that, tally, asserts } = bench({}, AbortSignal.abort(new Error('stopped')));
    expect(() => that.that(false, { expected: 'an event', actual: 'none', evidence: [1] })).toThrow('stopped');
    expect(() => that.at(1, '/status', 'equals', 200)).toThrow('stopped');
    expect([tally.assertions, asserts()]).toEqual([0, []]);
  });

  it('are an error of the suite when they point at a record that is not there', () => {
    expect(() => bench().that.at(99, '', 'present', null)).toThrow(RangeError);
  });

  it('that the check computed itself say so, and leave out evidence that is none', () => {
    const { that, asserts } = bench();
    that.that(true, { expected: 'one', actual: 'one', evidence: [0, 7] });
    expect(asserts()).toMatchObject([{ computed: true, holds: true, evidence: [7] }]);
  });
});

describe('judging an answer', () => {
  it('takes 2xx for accepted and 4xx for refused, nothing else', () => {
    const { that, answered } = bench();
    for (const status of [200, 202, 299]) that.accepted(answered(status));
    for (const status of [400, 401, 409, 422]) that.refused(answered(status));
    for (const status of [302, 400, 500]) failureOf(() => that.accepted(answered(status)));
    for (const status of [200, 202, 302, 500, 502]) failureOf(() => that.refused(answered(status)));
  });

  it('takes a 500, which the interface lists, for a warning where a refusal is due, and for a failure where a code is', () => {
    const { that, answered } = bench();
    expect(failureOf(() => that.refused(answered(500))).failure.level).toBe('should');
    expect(failureOf(() => that.refused(answered(502))).failure.level).toBeUndefined();
    expect(failureOf(() => that.authError(answered(500), 1001)).failure.level).toBeUndefined();
  });

  it.each([429, 503])('decides nothing at %i unless the check provoked it or expects it', (status) => {
    const { that, answered } = bench();
    expect(() => that.refused(answered(status))).toThrow(Undecided);
    expect(() => that.accepted(answered(status))).toThrow(Undecided);
    that.status(answered(status), [status]);
    const provoked = bench({ control: ['limits.exhaust', 'service.maintenance'] });
    if (status === 429) provoked.that.refused(provoked.answered(429));
    else failureOf(() => provoked.that.refused(provoked.answered(503)));
  });

  it('decide nothing about a member of an answer that never came', () => {
    const { that, unanswered } = bench();
    const { record } = unanswered('timeout', true);
    expect(() => that.at(record, '/view/volumeMax', 'sameDecimal', '25')).toThrow(Undecided);
    expect(() => that.at(record, '/view/volumeMax', 'absent')).toThrow(Undecided);
    failureOf(() => that.at(unanswered('reset', true).record, '/view/volumeMax', 'present'));
  });

  it('holds a cut connection against the target, and silence against nobody', () => {
    const { that, unanswered } = bench();
    failureOf(() => that.refused(unanswered('reset', true)));
    expect(() => that.refused(unanswered('timeout', true))).toThrow(Undecided);
    expect(() => that.accepted(unanswered('unreachable', false))).toThrow(Undecided);
  });

  it('knows an authentication error by its code, as a number or as text, or else by its name', () => {
    const { that, answered } = bench();
    that.authError(answered(401, { error: { code: 1001 }, error_message: 'whatever' }), 1001);
    that.authError(answered(401, { error: { code: '1001' } }), [1000, 1001]);
    that.authError(answered(401, { error: { code: 'X' }, error_message: 'AUTH_INVALID_SIGNATURE' }), 1001);
    failureOf(() => that.authError(answered(401, { error: { code: 1000 } }), 1001));
    failureOf(() => that.authError(answered(401, {}), 1001));
    failureOf(() => that.authError(answered(200, { error: { code: 1001 } }), 1001));
  });

  it('finds a public name in the code or in the message', () => {
    const { that, answered } = bench();
    that.errorName(answered(400, { error: { code: 'REQUEST_INVALID' } }), ['REQUEST_INVALID']);
    that.errorName(answered(400, { error: { code: 7 }, error_message: 'REQUEST_INVALID' }), ['REQUEST_INVALID']);
    failureOf(() => that.errorName(answered(400, { error: { code: 7 } }), ['REQUEST_INVALID']));
  });
});
