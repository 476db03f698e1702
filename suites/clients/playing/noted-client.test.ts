import { describe, expect, it } from 'vitest';
import type { ClientUnderTest } from '../../../toolkit/intents/index.js';
import type { RecordDraft } from '../../../toolkit/journal/index.js';
import { noted } from './noted-client.js';

const CLIENT = {
  introduction: { implementation: 'x', language: 'x', capabilities: ['begin', 'place'], claims: {} },
  ask: (operation: string) =>
    Promise.resolve({ kind: 'result', result: operation === 'begin' ? {} : { state: 'success', operationId: 'op-1' } }),
  stderr: () => '',
  close: () => Promise.resolve(),
} as unknown as ClientUnderTest; // its answers fit what it is asked here

describe('a client with a journal', () => {
  it('leaves what it was told and what it said, and never its key', async () => {
    const records: RecordDraft[] = [];
    const client = noted(CLIENT, { append: (draft) => records.push(draft) }, 'a.b/c');
    const given = {
      account: '7',
      subscribe: [],
      baseUrl: 'http://h',
      streamUrl: 'ws://h',
      apiKey: 'k',
      instruments: [],
    };
    await client.ask('begin', { ...given, privatePem: 'SECRET' }, 1);
    await client.ask('place', { intent: 'a', type: 'limit' }, 1);
    expect(records.map(({ actor, parsed }) => [actor, parsed])).toEqual([
      ['suite', { told: { operation: 'begin', input: { account: '7', subscribe: [] } } }],
      ['client', { answered: { operation: 'begin', said: {} } }],
      ['suite', { told: { operation: 'place', input: { intent: 'a', type: 'limit' } } }],
      ['client', { answered: { operation: 'place', said: { state: 'success', operationId: 'op-1' } } }],
    ]);
    expect(records.every(({ kind, conn, check }) => kind === 'info' && conn === null && check === 'a.b/c')).toBe(true);
    expect(records.map(({ cause }) => cause)).toEqual([null, 1, null, 3]);
  });

  it('is itself where there is none', () => expect(noted(CLIENT, undefined, 'a.b/c')).toBe(CLIENT));
});
