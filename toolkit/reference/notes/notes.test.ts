// What a sandbox tells of what happened to a client: the reason, what came, what would have been right, and each cause once.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialectName, type Note, type Reference, startReference } from '../index.js';
import { OrdinaryClient } from '../sandbox/ordinary-client.test.aid.js';
import { Causes } from './causes.js';
import { noteLine } from './note-line.js';

describe.each<DialectName>(['default', 'contrary'])('the notes of a sandbox in the %s dialect', (dialect) => {
  const notes: Note[] = [];
  const lines: string[] = [];
  let reference: Reference;
  let client: OrdinaryClient;
  beforeAll(async () => {
    const log = (line: string, note?: Note): void => {
      lines.push(line);
      if (note !== undefined) notes.push(note);
    };
    reference = await startReference({ dialect, accounts: 1, log });
    client = new OrdinaryClient(reference.profile);
  });
  afterAll(() => reference.close());

  it('says why an acknowledged operation was rejected, and refers to the first the next time', async () => {
    const events = await client.open('eventsStream');
    events.command('subscribe', { event: 'transactions' });
    const order = { type: 'limit', side: 'buy', instrument: 'EURUSD', volume: '0.013', price: '0.90000' } as const;
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { operationId } = client.dialect.readAck((await client.send('placeOrder', order)).body);
      await events.next('transaction_event', ({ view }) => view.operationId === operationId);
      ids.push(String(operationId));
    }
    const results = notes.filter((note) => note.kind === 'result').map(noteLine);
    const why = 'volume 0.013 is no multiple of volume_step 0.01: TRADING_RULE_INVALID_VOLUME_STEP';
    expect(results[0]).toMatch(new RegExp(`result ${ids[0]} placeOrder rejected {2}${why}$`));
    expect(results[1]).toMatch(
      new RegExp(`result ${ids[1]} placeOrder rejected {2}as ${ids[0]} \\(2 times by now\\): TRADING_RULE_`),
    );
    await events.close();
  });

  it('notes the success of an operation too', async () => {
    const order = { type: 'limit', side: 'buy', instrument: 'EURUSD', volume: '0.10', price: '0.90000' } as const;
    const events = await client.open('eventsStream');
    events.command('subscribe', { event: 'transactions' });
    const { operationId } = client.dialect.readAck((await client.send('placeOrder', order)).body);
    await events.next('transaction_event', ({ view }) => view.operationId === operationId);
    expect(notes).toContainEqual(
      expect.objectContaining({ kind: 'result', status: 'success', operationId: String(operationId) }),
    );
    await events.close();
  });

  it.each<[string, string | undefined, string]>([
    ['a list that is missing', 'hmr', 'hmr'],
    ['a kind of another stream', 'ticks', 'transactions'],
    ['no JSON', undefined, 'transactions'],
  ])('quotes a refused command and the right form: %s', async (_name, asked, event) => {
    const events = await client.open('eventsStream');
    const sent = asked === undefined ? 'subscribe\u001b[2J' : client.dialect.command('subscribe', { event: asked });
    events.socket.send(sent);
    await events.next('command_refused');
    const note = notes.findLast((one) => one.kind === 'refused-command');
    expect(note?.got).toBe(sent);
    const right = client.dialect.command('subscribe', {
      event,
      ...(event === 'hmr' ? { instruments: ['EURUSD'] } : {}),
    });
    expect(note?.rightForm).toContain(right);
    expect(lines.at(-1)).toContain('the right form: ');
    expect(lines.at(-1)).not.toContain('\u001b');
    events.socket.send(note?.rightForm.split(', with one of')[0] ?? '');
    await events.next('command_accepted');
    await events.close();
  });

  it('quotes a refused body and one of the right form, which is accepted', async () => {
    await client.send('placeOrder', {}, { body: '{"volume":' });
    const note = notes.findLast((one) => one.kind === 'request');
    expect(note).toMatchObject({ status: 400, got: '{"volume":' });
    const accepted = await client.send('placeOrder', {}, { body: note?.rightForm ?? '' });
    expect(accepted.status).toBe(202);
  });

  it('explains a wrong signature once, and refers to that time afterwards', async () => {
    const { path } = client.dialect.request('account', { accountId: client.accountId });
    for (let count = 0; count < 2; count += 1) {
      const headers = client.sign('GET', '/v1/elsewhere', undefined);
      expect((await fetch(`${reference.baseUrl}${path}`, { headers })).status).toBe(401);
    }
    const told = notes.filter((one) => one.kind === 'request' && one.status === 401);
    expect(told[0]).toMatchObject({ explanation: expect.stringContaining('path') });
    expect(told.map((one) => one.kind === 'request' && one.reason?.repeated?.times)).toEqual([undefined, 2]);
    expect(lines.at(-1)).toMatch(/same cause as at \d\d:\d\d:\d\d\.\d{3} \(2 times by now\)$/);
  });
});

it('forgets the oldest of too many causes', () => {
  const causes = new Causes();
  for (let count = 0; count < 1001; count += 1) causes.again(`cause ${count}`, 'here');
  expect(causes.again('cause 0', 'there')).toBeUndefined();
  expect(causes.again('cause 1000', 'there')).toEqual({ first: 'here', times: 2 });
});
