// A rule that throws (a fault gone wrong) costs one answer or one connection, never the process.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultBehaviour } from '../behaviour.js';
import { createEngine } from '../engine/create-engine.js';
import { honestRules, type Rules } from '../rules/rules.js';
import { createDefaultSpeech } from '../speech/default-speech.js';
import { Values } from '../speech/values.js';
import { handle } from './handle.js';
import { withDefaults } from './limits.js';
import { createService } from './service.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function serviceWith(broken: Partial<Rules>): Promise<string> {
  const rules = { ...honestRules(), ...broken };
  const service = createService({
    gateway: {},
    engine: createEngine({ rules }),
    speech: createDefaultSpeech(new Values(rules, defaultBehaviour)),
    limits: withDefaults(),
    documents: new Map([['/broken', () => JSON.stringify(rules.amendDocument({}, 'openapi'))]]),
    notes: undefined,
  });
  const server = createServer((request, response) => handle(service, request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server that listens has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function throwing(): never {
  throw new Error('a broken rule');
}

describe('a rule that throws', () => {
  it('while a request is judged becomes a 500 of the interface', async () => {
    const url = await serviceWith({ acceptsHeaderCount: throwing, requiresSigning: throwing });
    const response = await fetch(`${url}/v1/configuration/accounts/1/account`);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error_message: 'SYSTEM_INTERNAL_ERROR' });
  });

  it('while a document is made becomes a 500 of the interface', async () => {
    const url = await serviceWith({ amendDocument: throwing });
    expect((await fetch(`${url}/broken`)).status).toBe(500);
  });

  it('while an answer is written cuts the connection, and the next one is served', async () => {
    let broken = true;
    const url = await serviceWith({ amendBody: (body) => (broken ? throwing() : body) });
    await expect(fetch(`${url}/v1/nowhere`)).rejects.toThrow();
    broken = false;
    expect((await fetch(`${url}/v1/nowhere`)).status).toBe(404);
  });
});
