// A stream client under test and the raw server that it talks to, closed after each test.
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { MemoryJournal } from '../../journal/memory.js';
import type { JsonValue } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import type { StreamMessage } from '../../profile/dialect/views.js';
import type { RequestSpec } from '../exchange.js';
import type { RawPeer } from '../http/raw-peer.test.aid.js';
import { acceptUpgrade, serverFrame, startRawPeer, wireOptions } from '../http/raw-peer.test.aid.js';
import type { OpenedStream, StreamClient, StreamClientOptions } from './stream-client.js';
import { createStreamClient } from './stream-client.js';
import type { StreamConnection } from './stream-connection.js';

const context = { check: 'area.rule/slug', actor: 'suite' };
export const path: string = '/v1/server-events/accounts/a-1/ws/events';
const spec: RequestSpec = { name: 'eventsStream', accountId: 'a-1', method: 'GET', path };

/** A dialect in which a list is several messages and `t` names the kind. */
function readFrame(frame: JsonValue): readonly StreamMessage[] {
  const messages = Array.isArray(frame) ? (frame as readonly JsonValue[]) : [frame];
  return messages.map((message) =>
    memberOf(message, 't') === 'tx'
      ? { kind: 'transaction_event', message, view: { operationId: memberOf(message, 'op') ?? null } }
      : { kind: 'unknown', message, view: {} },
  );
}

export interface StreamRig {
  readonly peer: RawPeer;
  readonly client: StreamClient;
  readonly journal: MemoryJournal;
  opened(change?: Partial<RequestSpec>): Promise<OpenedStream>;
  connection(): Promise<StreamConnection>;
}

export async function streamRig(
  answer: (socket: Socket, request: string) => void,
  fill: Partial<StreamClientOptions> = {},
): Promise<StreamRig> {
  const peer = await startRawPeer(answer);
  const options = wireOptions();
  const client = createStreamClient({ ...options, streamUrl: peer.url.replace('http', 'ws'), readFrame, ...fill });
  onTestFinished(async () => {
    await Promise.all([client.close(), peer.close()]);
  });
  const opened = (change: Partial<RequestSpec> = {}): Promise<OpenedStream> =>
    client.open({ ...spec, ...change }, context);
  return {
    peer,
    client,
    journal: options.journal,
    opened,
    async connection() {
      const { connection, exchange } = await opened();
      if (connection === undefined) {
        throw new Error(`expected an open stream, got ${JSON.stringify(exchange.error ?? exchange.answer?.status)}`);
      }
      return connection;
    },
  };
}

/** Accepts and then sends these frames in the very packet of the 101. */
export const accepting =
  (...frames: readonly (string | Uint8Array)[]) =>
  (socket: Socket, request: string): void => {
    if (request.startsWith('GET ')) {
      const sent = frames.map((frame) => (typeof frame === 'string' ? serverFrame(frame) : frame));
      socket.write(Buffer.concat([Buffer.from(acceptUpgrade(request)), ...sent]));
    }
  };
