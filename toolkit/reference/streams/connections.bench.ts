// 5,000 stream connections with a transactions subscription: the memory of the service's process, and the time in which all of them
// have got one event each. Run the compiled file: `node build/toolkit/reference/streams/connections.bench.js`; exits 1 above 600 MB.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';
import type { Profile } from '../../profile/profile.js';
import { createSigner, parsePrivateKey, signRequest } from '../../signing/index.js';
import { startReference } from '../index.js';

const CONNECTIONS = 5000;
const TARGET_MB = 600;
const AT_ONCE = 50;

if (process.argv[2] === 'service') {
  const { profile, control } = await startReference();
  process.on('message', async () => {
    for (const { id } of profile.accounts.pool) {
      await control.perform('account.deposit', { account_id: id, kind: 'balance', amount: '1' });
    }
    process.send?.(process.memoryUsage.rss());
  });
  process.send?.(profile);
} else {
  const child = fork(new URL(import.meta.url), ['service'], { stdio: 'inherit' });
  const profile = (await once(child, 'message'))[0] as Profile; // the first message
  const received = { transaction_event: 0, trading_state_snapshot: 0 };
  let opened = 0;
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (opened < CONNECTIONS) {
        opened += 1;
        await subscribe(profile, opened, (kind) => {
          received[kind] += 1;
        });
      }
    }),
  );
  const openMs = performance.now() - startedMs;
  const sentMs = performance.now();
  child.send('deposit');
  const bytes = (await once(child, 'message'))[0] as number; // the size of the process
  while (received.transaction_event < CONNECTIONS) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const megabytes = bytes / 1e6;
  process.stdout.write(
    `${opened} subscribed connections: ${megabytes.toFixed(0)} MB (below ${TARGET_MB}), opened in ${(openMs / 1000).toFixed(1)} s, ` +
      `one event to each in ${(performance.now() - sentMs).toFixed(0)} ms\n`,
  );
  child.kill();
  process.exit(megabytes < TARGET_MB ? 0 : 1);
}

function subscribe(
  profile: Profile,
  index: number,
  got: (kind: 'transaction_event' | 'trading_state_snapshot') => void,
): Promise<void> {
  const { pool } = profile.accounts;
  const path = `/v1/server-events/accounts/${pool[index % pool.length]?.id}/ws/events`;
  const { headers } = signRequest(createSigner(parsePrivateKey(profile.keys.main.privateKey)), {
    apiKey: profile.keys.main.id,
    idempotencyKey: '',
    timestampMs: Date.now(),
    method: 'GET',
    path,
  });
  const socket = new WebSocket(`${profile.streamUrl}${path}`, {
    headers: Object.fromEntries(headers),
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.on('open', () => socket.send('{"type":"subscribe","event":"transactions"}'));
    socket.on('error', reject);
    socket.on('message', (data: RawData) => {
      const { type } = JSON.parse(data.toString());
      if (type === 'trading_state_snapshot') resolve();
      if (type === 'trading_state_snapshot' || type === 'transaction_event') got(type);
    });
  });
}
