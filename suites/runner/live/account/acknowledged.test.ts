import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { compileDialect } from '../../../../toolkit/profile/dialect/compile.js';
import { DEFAULT_DIALECT } from '../../../../toolkit/profile/dialect/default-spelling.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import type { CheckScope } from '../scope.js';
import type { Watch } from '../streams/watch.js';
import { AnswerReading } from '../verdict/answer.js';
import { Acknowledged } from './acknowledged.js';

const dialect = compileDialect(DEFAULT_DIALECT, 'http://127.0.0.1:1', 'ws://127.0.0.1:1');

function scope(resultMs: number, signal: AbortSignal = new AbortController().signal): CheckScope {
  // Settling uses of a scope only what is here.
  return {
    signal,
    target: { profile: { timing: { resultMs } }, read: new AnswerReading(dialect) },
  } as unknown as CheckScope;
}

/** A stream of set-up that has brought the events of these operations. */
function watching(...operations: readonly (string | number)[]): Watch {
  const events = operations.map((operationId) => ({ view: { operationId } }));
  const stream = { of: () => events };
  // Only asked for the stream that is open now.
  return { current: async () => stream } as unknown as Watch;
}

// No stream of set-up is open.
const nobody = { current: async () => undefined } as unknown as Watch;

function answered(status: number, body: JsonValue): HttpExchange {
  const request = { name: 'operationStatus', accountId: 'A', method: 'GET', path: '/' } as const;
  const answer = { status, headers: {}, bytes: new Uint8Array(), body };
  return { request, idempotencyKey: '', invoke: 1, record: 2, durationMs: 1, answer };
}

interface Statuses {
  readonly read: (operationId: string) => Promise<HttpExchange>;
  readonly asked: string[];
}

/** Operation status, reading by reading; the last one stays. */
function statuses(of: Readonly<Record<string, readonly HttpExchange[]>>): Statuses {
  const asked: string[] = [];
  const read = async (operationId: string): Promise<HttpExchange> => {
    const list = of[operationId] ?? [];
    const before = asked.filter((id) => id === operationId).length;
    asked.push(operationId);
    return list[Math.min(before, list.length - 1)] ?? answered(404, {});
  };
  return { read, asked };
}

const pending = answered(200, { status: 'pending' });

describe('acknowledged operations', () => {
  it.each(['success', 'rejected', 'failed'])(
    'are settled by a status of %s, and asked for no more then',
    async (status) => {
      const { read, asked } = statuses({ 'op-1': [answered(404, {}), pending, answered(200, { status })] });
      const operations = new Acknowledged();
      operations.add('op-1');
      await operations.settle(nobody, read, scope(5_000));
      expect(asked).toEqual(['op-1', 'op-1', 'op-1']);
      await operations.settle(nobody, read, scope(5_000));
      expect(asked).toHaveLength(3);
    },
  );

  it('are settled by their events without a request, identifiers that are numbers included', async () => {
    const { read, asked } = statuses({});
    const operations = new Acknowledged();
    operations.add('op-1');
    operations.add(7);
    await operations.settle(watching('op-1', 7), read, scope(5_000));
    expect(asked).toEqual([]);
  });

  it('are each waited for, since a later one that has ended proves nothing about an earlier one', async () => {
    const { read, asked } = statuses({ 'op-1': [pending, answered(200, { status: 'success' })] });
    const operations = new Acknowledged();
    operations.add('op-1');
    operations.add('op-2');
    await operations.settle(watching('op-2'), read, scope(5_000));
    expect(asked).toEqual(['op-1', 'op-1']);
  });

  it('are left as they are when the patience of the profile has ended', async () => {
    const { read, asked } = statuses({ 'op-1': [pending] });
    const operations = new Acknowledged();
    operations.add('op-1');
    await operations.settle(nobody, read, scope(20));
    expect(asked.length).toBeGreaterThan(1);
  });

  it('do not count once their result is known, nor without an identifier', async () => {
    const { read, asked } = statuses({});
    const operations = new Acknowledged();
    operations.add('op-1');
    operations.ended('op-1');
    operations.ended(undefined);
    for (const odd of [undefined, null, true, {}]) operations.add(odd);
    await operations.settle(nobody, read, scope(5_000));
    expect(asked).toEqual([]);
  });

  it('are not waited for by a check that is stopped', async () => {
    const stop = new AbortController();
    const operations = new Acknowledged();
    operations.add('op-1');
    const read = async (): Promise<HttpExchange> => {
      stop.abort(new Error('stopped'));
      return pending;
    };
    await expect(operations.settle(nobody, read, scope(60_000, stop.signal))).rejects.toThrow('stopped');
  });
});
