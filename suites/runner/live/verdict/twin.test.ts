import { describe, expect, it, vi } from 'vitest';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import type { SendOptions } from '../../context.js';
import type { CheckScope } from '../scope.js';
import { sendTwins } from './twin.js';

// Twins use of a scope only the reading of errors.
const scope = { target: { read: { error: () => ({}) } } } as unknown as CheckScope;
const damage = { name: 'header missing' };

function exchange(outcome: number | 'reset', name: 'account' | 'operationStatus'): HttpExchange {
  const base = {
    request: { name, accountId: 'A', method: 'GET', path: '/' },
    idempotencyKey: '',
    invoke: 1,
    record: 1,
    durationMs: 1,
  } as const;
  return outcome === 'reset'
    ? { ...base, error: { code: 'reset', message: 'cut', sent: true } }
    : { ...base, answer: { status: outcome, headers: {}, bytes: new Uint8Array(), body: undefined } };
}

type Sent = {
  readonly send: (options: SendOptions) => Promise<HttpExchange>;
  readonly options: SendOptions[];
};

function sending(...outcomes: readonly (number | 'reset')[]): Sent {
  return reading('account', ...outcomes);
}

function reading(name: 'account' | 'operationStatus', ...outcomes: readonly (number | 'reset')[]): Sent {
  const options: SendOptions[] = [];
  return {
    options,
    send: async (given) => {
      options.push(given);
      return exchange(outcomes[options.length - 1] ?? 500, name);
    },
  };
}

describe('twins', () => {
  it('send the sound request first and return what came of the damaged one', async () => {
    const { send, options } = sending(200, 401);
    expect((await sendTwins({ send, damage }, scope)).answer?.status).toBe(401);
    expect(options).toEqual([{}, { damage }]);
  });

  it('differ by options where the damage is none of the wire', async () => {
    const { send, options } = sending(202, 400);
    await sendTwins({ send, damage: { idempotencyKey: '' } }, scope);
    expect(options[1]).toEqual({ idempotencyKey: '' });
  });

  it('are undecided when the sound one is not accepted', async () => {
    const { send, options } = sending(403, 403);
    await expect(sendTwins({ send, damage }, scope)).rejects.toThrow(
      'the undamaged account was not accepted either: 403',
    );
    expect(options).toHaveLength(1);
  });

  it('read again for a moment what may not be at every server yet', async () => {
    vi.useFakeTimers();
    try {
      const { send, options } = reading('operationStatus', 404, 404, 200, 401);
      const damaged = sendTwins({ send, damage }, scope);
      await vi.runAllTimersAsync();
      expect((await damaged).answer?.status).toBe(401);
      expect(options).toEqual([{}, {}, {}, { damage }]);
      const never = reading('operationStatus', ...Array.from({ length: 20 }, () => 404));
      const refused = expect(sendTwins({ send: never.send, damage }, scope)).rejects.toThrow('was not accepted either');
      await vi.runAllTimersAsync();
      await refused;
      expect(never.options).toHaveLength(10);
    } finally {
      vi.useRealTimers();
    }
  });

  it('repeat a damaged one whose connection was cut, which may have had a cause of its own', async () => {
    expect((await sendTwins({ send: sending(200, 'reset', 400).send, damage }, scope)).answer?.status).toBe(400);
    expect((await sendTwins({ send: sending(200, 'reset', 'reset').send, damage }, scope)).error?.code).toBe('reset');
  });
});
