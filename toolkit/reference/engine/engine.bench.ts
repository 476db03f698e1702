// The engine without sockets and signatures: whether an operation takes as long with a million retained as with ten, and what
// an idle service costs. Exits 1 when the last operations take more than twice as long as the first, or an idle service 1 MB or 5 ms.
// Run the compiled file: `node --expose-gc --max-old-space-size=4096 build/toolkit/reference/engine/engine.bench.js`.
import type { RawRequest, Refusal } from '../domain.js';
import { honestRules } from '../rules/rules.js';
import { createEngine } from './create-engine.js';
import { isRefusal } from './engine.js';
import { NO_MEMBERS } from './engine-client.test.aid.js';
import { createManualClock } from './time/manual-clock.js';

const RETAINED = 1_000_000;
const WINDOW = 5000;
const WINDOWS = 8;
/** Room for what the collector takes of a heap a thousand times larger, and for a machine that others use too. */
const GROWTH = 2;
const IDLE_SERVICES = 200;
const IDLE_ACCOUNTS = 16;

const quotas = { default: { limit: 1e9, windowMs: 60_000 } };
const clock = createManualClock(1_750_000_000_000);
const engine = createEngine({ clock, rules: { ...honestRules(), requiresSigning: () => false }, settings: { quotas } });
engine.addKey({
  id: 'bench',
  publicKey: new Uint8Array(32),
  expiresAtMs: undefined,
  accounts: new Set(['*']),
  sources: [],
  scopes: ['read', 'trade', 'stream'],
});
const accountId = engine.controls.createAccount().id;
const members = { ...NO_MEMBERS, type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: '0.90000' };
const body = Buffer.from(JSON.stringify({ type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10' }));

let serial = 0;
let openOrders: string[] = [];

function submit(operation: 'placeOrder' | 'cancelOrder', orderId?: string): void {
  serial += 1;
  const raw: RawRequest = {
    method: 'POST',
    target: `/v1/trading/accounts/${accountId}/orders`,
    headers: [
      ['SVC-IDEMPOTENCY-KEY', `bench-${serial}`],
      ['Content-Type', 'application/json'],
    ],
    body,
    remoteAddress: '127.0.0.1',
    receivedAtMs: clock.nowMs(),
  };
  const session = succeeded(engine.authenticate(raw, { operation, accountId }));
  const { json } = succeeded(engine.readBody(session));
  succeeded(engine[operation](session, orderId === undefined ? members : { ...NO_MEMBERS, orderId }, json));
}

function succeeded<Value extends object>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(`${value.name}: ${value.detail}`);
  return value as Value; // Not a refusal.
}

/** One hundred placements, then their cancellations. */
function round(): void {
  for (let i = 0; i < 100; i += 1) {
    submit('placeOrder');
  }
  clock.advance(1);
  for (const id of openOrders) {
    submit('cancelOrder', id);
  }
  clock.advance(1);
}

const sink = {
  deliver: (events: readonly { readonly kind: string }[]): void => {
    for (const event of events) {
      if (event.kind === 'transaction_event' && 'payload' in event) {
        const { orders } = event.payload as { orders: readonly { id: string; state: string }[] };
        openOrders = orders[0]?.state === 'pending' ? [...openOrders, orders[0].id] : openOrders.slice(1);
      }
    }
  },
  stall: (): void => undefined,
  close: (): void => undefined,
  drop: (): void => undefined,
};
const handshake: RawRequest = {
  method: 'GET',
  target: `/v1/server-events/accounts/${accountId}/ws/events`,
  headers: [['SVC-IDEMPOTENCY-KEY', '']],
  body: new Uint8Array(),
  remoteAddress: '127.0.0.1',
  receivedAtMs: clock.nowMs(),
};
const connection = succeeded(
  engine.connect(succeeded(engine.authenticate(handshake, { operation: 'eventsStream', accountId })), 'events', sink),
);
engine.command(connection, { action: 'subscribe', event: 'transactions', instruments: undefined });

function run(operations: number): void {
  for (let done = 0; done < operations; done += 200) {
    round();
  }
}

/** Seconds that a window of operations takes at its best of several, since other programs share the machine. */
function timed(): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < WINDOWS; i += 1) {
    const startedNs = process.hrtime.bigint();
    run(WINDOW);
    best = Math.min(best, Number(process.hrtime.bigint() - startedNs) / 1e9);
  }
  return best;
}

run(WINDOW);
const first = timed();
run(RETAINED - (2 * WINDOWS + 1) * WINDOW);
const final = timed();
const growth = final / first;
process.stdout.write(
  `engine: ${Math.round(WINDOW / first)} operations per second at first, ${Math.round(WINDOW / final)} with ${RETAINED} retained, ratio ${growth.toFixed(2)} (at most ${GROWTH})\n`,
);
engine.stop();

globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const startedNs = process.hrtime.bigint();
const idle = Array.from({ length: IDLE_SERVICES }, (_, seed) => {
  const service = createEngine({ seed });
  for (let i = 0; i < IDLE_ACCOUNTS; i += 1) {
    service.controls.createAccount();
  }
  return service;
});
const idleMs = Number(process.hrtime.bigint() - startedNs) / 1e6 / IDLE_SERVICES;
globalThis.gc?.();
const idleBytes = (process.memoryUsage().heapUsed - heapBefore) / idle.length;
process.stdout.write(
  `idle engine of ${IDLE_ACCOUNTS} accounts: ${Math.round(idleBytes / 1024)} KiB, ${idleMs.toFixed(2)} ms (less than 1024 KiB and 5 ms)\n`,
);
process.exitCode = growth <= GROWTH && idleBytes < 1024 * 1024 && idleMs < 5 ? 0 : 1;
