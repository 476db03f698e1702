import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { decodeBody } from '../../toolkit/payload/decode-body.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { Readings } from './readings.js';

function answer(raw: string, body: JsonValue): JournalRecord {
  return {
    i: 2,
    run: 'run',
    t_ns: 2,
    wall: '2026-01-01T00:00:00.000Z',
    kind: 'ok',
    actor: 'target',
    conn: 'http',
    check: null,
    account: null,
    client_request_id: null,
    operation_id: null,
    raw,
    parsed: { request: 'order', status: 200, headers: {}, body, view: {} },
    error: null,
    cause: 1,
  };
}

describe('what a run read is read again', () => {
  it.each([
    ['an integer that no double holds', '{"id":9007199254740993}'],
    ['a member twice', '{"id":1,"id":2}'],
    ['a number beyond a double', '{"id":1e400}'],
    ['half of a pair of surrogates', '{"id":"\\ud800"}'],
  ])('alike: %s', (_what, raw) => {
    const { body } = decodeBody(Buffer.from(raw));
    expect(new Readings(undefined).take(answer(raw, body ?? null))).toBeUndefined();
  });

  it('and another integer is another, though a double holds both as one', () => {
    const said = new Readings(undefined).take(answer('{"id":9007199254740993}', { id: '9007199254740992' }));
    expect(said).toBe('the body that was judged is not what the recorded bytes say');
  });
});
