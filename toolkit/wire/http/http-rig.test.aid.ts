// An HTTP client under test and the raw server that it talks to, closed after each test.
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { MemoryJournal } from '../../journal/memory.js';
import type { RequestSpec } from '../exchange.js';
import type { SendContext } from '../exchange-records.js';
import type { HttpClient, HttpClientOptions } from './http-client.js';
import { createHttpClient } from './http-client.js';
import type { RawPeer } from './raw-peer.test.aid.js';
import { startRawPeer, wireOptions } from './raw-peer.test.aid.js';

export const context: SendContext = { check: 'area.rule/slug', actor: 'suite' };
export const read: RequestSpec = {
  name: 'limits',
  accountId: 'a-1',
  method: 'GET',
  path: '/v1/configuration/accounts/a-1/limits',
};
export const place: RequestSpec = {
  name: 'placeOrder',
  accountId: 'a-1',
  method: 'POST',
  path: '/v1/trading/accounts/a-1/orders',
  body: '{"volume":"1"}',
};

export interface HttpRig {
  readonly peer: RawPeer;
  readonly client: HttpClient;
  readonly journal: MemoryJournal;
}

export async function httpRig(
  answer: (socket: Socket, request: string) => void,
  fill: Partial<HttpClientOptions> = {},
): Promise<HttpRig> {
  const peer = await startRawPeer(answer);
  const options = wireOptions();
  const client = createHttpClient({ ...options, baseUrl: peer.url, ...fill });
  onTestFinished(async () => {
    await Promise.all([client.close(), peer.close()]);
  });
  return { peer, client, journal: options.journal };
}
