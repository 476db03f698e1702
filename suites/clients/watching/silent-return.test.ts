import { describe, expect, it } from 'vitest';
import type { Observed, ObservedFrame, ObservedHandshake, ObservedRequest } from '../../../toolkit/tap/index.js';
import { Seen } from '../stage/seen.js';
import { silentReturn } from './silent-return.js';
import type { Watched } from './watched.js';

const at = (seconds: number): { readonly seq: number; readonly atNs: bigint } => ({
  ...{ seq: seconds, atNs: BigInt(seconds) * 1_000_000_000n },
});

function stream(connection: number, from: number, to: number | undefined, lastPong: number): ObservedHandshake {
  return {
    ...{ ...at(from), connection, stream: 'events', status: 101, method: 'GET', target: '/', headers: [] },
    ...{ read: undefined, signature: { stages: [] }, answered: { count: 40, last: at(lastPong) } },
    ...(to !== undefined && { closed: { ...at(to), by: 'service', code: 1006 } }),
  };
}

function subscribes(connection: number, seconds: number): ObservedFrame {
  return {
    ...{ ...at(seconds), connection, stream: 'events', accountId: 'A', direction: 'in', text: '', isBinary: false },
    ...{ messages: [], command: { action: 'subscribe', event: 'transactions' } },
  };
}

const request = (seconds: number): ObservedRequest => ({
  ...{ ...at(seconds), connection: 9, method: 'GET', target: '/', headers: [], body: new Uint8Array() },
  ...{ read: undefined, signature: { stages: [] } },
});

function verdict(part: Partial<Observed>): string {
  const observed: Observed = { requests: [], frames: [], handshakes: [], connections: [], malformed: [], ...part };
  // It looks at nothing else.
  const { verdict: found, level } = silentReturn({ seen: new Seen(observed) } as unknown as Watched);
  return `${found} ${level ?? ''}`.trim();
}

describe('a client that comes back', () => {
  const [first, second] = [stream(1, 1, 10, 9), stream(2, 12, undefined, 60)];
  const handshakes = [first, second];

  it('and waits without a word is warned of', () => {
    expect(verdict({ handshakes, frames: [subscribes(1, 2)] })).toBe('fail should');
    expect(verdict({ handshakes, frames: [subscribes(1, 2)], requests: [request(20)] })).toBe('fail should');
  });

  it('is spared where it subscribes, goes on sending, or has another stream that tells it', () => {
    expect(verdict({ handshakes, frames: [subscribes(1, 2), subscribes(2, 13)] })).toBe('pass');
    expect(verdict({ handshakes, frames: [subscribes(1, 2)], requests: [request(50)] })).toBe('pass');
    const other = stream(3, 3, undefined, 60);
    expect(verdict({ handshakes: [first, other, second], frames: [subscribes(1, 2), subscribes(3, 4)] })).toBe('pass');
  });

  it('is not judged where it never subscribed, or did not come back', () => {
    expect(verdict({ handshakes })).toBe('inconclusive');
    expect(verdict({ handshakes: [first], frames: [subscribes(1, 2)] })).toBe('inconclusive');
  });
});
