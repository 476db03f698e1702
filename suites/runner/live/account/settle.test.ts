import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { compileDialect } from '../../../../toolkit/profile/dialect/compile.js';
import { DEFAULT_DIALECT } from '../../../../toolkit/profile/dialect/default-spelling.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { Undecided } from '../../check-end.js';
import type { Submission } from '../../context.js';
import type { CheckScope } from '../scope.js';
import { AnswerReading } from '../verdict/answer.js';
import { isIndeterminate, resolveLost, settleByStatus } from './settle.js';

const dialect = compileDialect(DEFAULT_DIALECT, 'http://127.0.0.1:1', 'ws://127.0.0.1:1');
const request: RequestSpec = { name: 'placeOrder', accountId: 'A', method: 'POST', path: '/' };
let records = 0;

function exchange(changes: Partial<HttpExchange>): HttpExchange {
  records += 1;
  return { request, idempotencyKey: 'key-1', invoke: records, record: records, durationMs: 1, ...changes };
}

function answered(status: number, body: JsonValue = {}): HttpExchange {
  return exchange({ answer: { status, headers: {}, bytes: new Uint8Array(), body } });
}

interface Bench {
  readonly scope: CheckScope;
  readonly sent: RequestSpec[];
  readonly notes: unknown[];
}

function bench(answers: readonly HttpExchange[] = [], resultMs = 60): Bench {
  const sent: RequestSpec[] = [];
  const notes: unknown[] = [];
  const queue = [...answers];
  const scope = {
    signal: new AbortController().signal,
    target: { profile: { timing: { resultMs } }, read: new AnswerReading(dialect) },
    journal: { note: (...note: unknown[]) => notes.push(note) },
    send: async (spec: RequestSpec) => {
      sent.push(spec);
      return queue.shift() ?? answered(500);
    },
  };
  // Settling uses of a scope only what is here.
  return { scope: scope as unknown as CheckScope, sent, notes };
}

const acknowledged: Submission = {
  exchange: answered(202),
  record: 1,
  key: 'key-1',
  accepted: true,
  operationId: 'op-1',
};

function statusReads(...answers: readonly HttpExchange[]): {
  read: () => Promise<HttpExchange>;
  readonly count: number;
} {
  let count = 0;
  return {
    read: async () => {
      const answer = answers[Math.min(count, answers.length - 1)];
      count += 1;
      return answer ?? answered(500);
    },
    get count() {
      return count;
    },
  };
}

describe('settling by operation status', () => {
  it('reads until the operation is final, and takes no other answer for an end', async () => {
    const status = statusReads(
      answered(404),
      answered(200, { status: 'pending' }),
      answered(200, { status: 'rejected' }),
    );
    const result = await settleByStatus(acknowledged, status.read, bench().scope);
    expect(result).toMatchObject({ status: 'rejected', from: 'status', operation: { state: 'rejected' } });
    expect(status.count).toBe(3);
  });

  it('pauses longer and longer', async () => {
    const status = statusReads(answered(200, { status: 'pending' }));
    await expect(settleByStatus(acknowledged, status.read, bench([], 200).scope)).rejects.toThrow('still pending');
    expect(status.count).toBeLessThan(10);
  });

  it.each([
    [answered(404), '404'],
    [answered(200, { status: 'limbo' }), 'the dialect does not know the word for its state'],
    [exchange({ error: { code: 'timeout', message: 'no answer within 5 ms', sent: true } }), 'no answer within 5 ms'],
  ])('is undecided at the end of its patience, with the reason', async (last, reason) => {
    const settling = settleByStatus(acknowledged, statusReads(last).read, bench([], 5).scope);
    await expect(settling).rejects.toThrow(Undecided);
    await expect(settleByStatus(acknowledged, statusReads(last).read, bench([], 5).scope)).rejects.toThrow(reason);
  });

  it('needs an ACK with an operation_id', async () => {
    const { scope } = bench();
    const refused = { ...acknowledged, exchange: answered(400), accepted: false };
    await expect(settleByStatus(refused, statusReads().read, scope)).rejects.toThrow(
      'placeOrder was not accepted: 400',
    );
    const { operationId: _, ...nameless } = acknowledged;
    await expect(settleByStatus(nameless, statusReads().read, scope)).rejects.toThrow('shows no operation_id');
  });
});

describe('a mutation whose answer was lost', () => {
  const lost = exchange({ error: { code: 'timeout', message: 'timed out', sent: true } });

  it('is indeterminate only when it may have arrived', () => {
    expect(isIndeterminate(lost)).toBe(true);
    expect(isIndeterminate(exchange({ error: { code: 'unreachable', message: '', sent: false } }))).toBe(false);
    expect(isIndeterminate(exchange({ error: { code: 'aborted', message: '', sent: true } }))).toBe(false);
    expect(isIndeterminate(answered(500))).toBe(false);
  });

  it('is resolved by a retry with the same key and payload, which the journal shows beside the original', async () => {
    const { scope, sent, notes } = bench([answered(202, { operation_id: 'op-1' })]);
    expect((await resolveLost(lost, scope)).answer?.status).toBe(202);
    expect(sent).toEqual([{ ...request, idempotencyKey: 'key-1' }]);
    expect(notes).toMatchObject([['resolve', { outcome: 'accepted' }, lost.invoke, { client_request_id: 'key-1' }]]);
  });

  it('is undecided when the retry is lost too', async () => {
    const again = exchange({ error: { code: 'reset', message: 'cut', sent: true } });
    await expect(resolveLost(lost, bench([again]).scope)).rejects.toThrow('the answer was lost twice: cut');
  });
});
