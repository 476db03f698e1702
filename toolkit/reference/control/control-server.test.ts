// The control interface over HTTP: every action is there, and errors say what to send instead.

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTROL_ACTIONS, type ControlActionName } from '../../profile/control/actions.js';
import { type Reference, startReference } from '../index.js';

let reference: Reference;
let account: string;

beforeAll(async () => {
  reference = await startReference({ accounts: 1 });
  account = reference.profile.accounts.pool[0]?.id ?? '';
});
afterAll(() => reference.close());

async function post(action: string, body: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await fetch(`${reference.controlUrl}/${action}`, { method: 'POST', body, headers });
  return [response.status, await response.text()];
}

describe('the control interface', () => {
  it('lists every action with its parameters', async () => {
    const response = await fetch(reference.controlUrl);
    const { actions } = (await response.json()) as { actions: { action: string }[] };
    expect(actions.map(({ action }) => action)).toEqual(Object.keys(CONTROL_ACTIONS));
  });

  it('performs an action and answers what it returns', async () => {
    const [status, text] = await post('instrument.add', JSON.stringify({ account_id: account, instrument: 'COFFEE' }));
    expect([status, text]).toEqual([200, '{"instrument":"COFFEE"}']);
    expect(await post('limits.exhaust', JSON.stringify({ account_id: account }))).toEqual([200, '{}']);
  });

  it.each([
    ['nonsense', '{}', 404, 'unknown control action "nonsense"; known: account.create'],
    ['account.deposit', '{}', 400, 'missing parameter account_id; it takes: account_id, kind, amount'],
    ['stream.drop', '{"account_id":"a","colour":"red"}', 400, 'unknown parameter "colour"; it takes: account_id'],
    ['stream.drop', '{"account_id":"nobody"}', 400, 'nobody'],
    ['clock.advance', '{"ms":"-1"}', 400, 'ms: expected a whole number'],
    [
      'hmr.upsert',
      '{"account_id":"a","instruments":"EURUSD","starts_at":"tomorrow"}',
      400,
      'starts_at: expected a date-time such as 2026-01-31T12:00:00+00:00, got "tomorrow"',
    ],
    ['clock.advance', '{"ms":5}', 400, 'ms: expected text, got 5'],
    ['hmr.flexible', '{"account_id":"a","enabled":"yes"}', 400, 'enabled: expected one of true, false, got "yes"'],
    ['clock.advance', '{"ms":"1","ms":"2"}', 400, 'expected a JSON object'],
    ['clock.advance', '[1]', 400, 'expected a JSON object'],
    ['clock.advance', '{', 400, 'expected a JSON object'],
    ['__proto__', '{}', 404, 'unknown control action'],
    ['account.create', '{"currency_digits":"999999999"}', 400, 'expected at most 18 currency_digits, got 999999999'],
    ['account.create', JSON.stringify({ currency: 'C'.repeat(129) }), 400, 'expected currency of 1 to 128 characters'],
  ])('says what is wrong with %s %s', async (action, body, status, message) => {
    const [got, text] = await post(action, body);
    expect(got).toBe(status);
    expect(JSON.parse(text).error).toContain(message);
  });

  it.each([
    [
      'account.deposit',
      { kind: 'balance', amount: '9'.repeat(61) },
      'expected amount as a decimal of at most 60 characters',
    ],
    ['instrument.update', { instrument: 'EURUSD', volume_max: `0.${'0'.repeat(40)}1` }, 'at least volume_min'],
    ['instrument.add', { instrument: 'I'.repeat(129) }, 'expected instrument of 1 to 128 characters'],
    ['instrument.add', { instrument: '' }, 'expected instrument of 1 to 128 characters'],
    ['hmr.upsert', { instruments: 'EURUSD', period_id: 'p'.repeat(129) }, 'expected period_id of 1 to 128 characters'],
    ['operation.fail', { status: 'failed', error_code: 'C'.repeat(129) }, 'expected error_code of 1 to 128 characters'],
  ])('keeps no value of %s that would cost without end', async (action, params, message) => {
    const [status, text] = await post(action, JSON.stringify({ account_id: account, ...params }));
    expect([status, JSON.parse(text).error]).toEqual([400, expect.stringContaining(message)]);
  });

  it('teaches the form of a call, and is closed to pages of a browser', async () => {
    const response = await fetch(`${reference.controlUrl}/stream.drop`);
    expect(response.status).toBe(405);
    expect(await response.text()).toContain('POST /{action}');
    const [status] = await post('clock.advance', '{"ms":"1"}', { origin: 'https://example.org' });
    expect(status).toBe(403);
    expect((await post('clock.advance', 'x'.repeat(100_000)))[0]).toBe(400);
  });

  it('offers every action in process too, with effects on one account', async () => {
    for (const name of Object.keys(CONTROL_ACTIONS) as ControlActionName[]) {
      expect(reference.control.has(name)).toBe(true);
      expect(reference.control.scope(name)).toBe('account');
    }
    await expect(reference.control.perform('order.fill', { account_id: account, order_id: 'x' })).rejects.toMatchObject(
      {
        code: 'control-failed',
      },
    );
  });

  it.each([
    ['a name that was rebound to this machine', { Host: 'evil.example:80' }],
    ['a page of a browser', { 'Sec-Fetch-Site': 'same-site' }],
    ['a page that names itself', { Origin: 'http://127.0.0.1' }],
  ])('refuses %s', async (_name, headers) => {
    const call = request(`${reference.controlUrl}/account.create`, { method: 'POST', headers });
    const status = new Promise((resolve) => call.once('response', (answer) => resolve(answer.resume().statusCode)));
    call.end('{}');
    expect(await status).toBe(403);
  });

  it('answers others while somebody asks for sixty things at once', async () => {
    const { hostname, port } = new URL(reference.controlUrl);
    const body = JSON.stringify({ account_id: account, kind: 'dividend', amount: '1' });
    const call = `POST /account.deposit HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const many = connect(Number(port), hostname);
    const one = connect(Number(port), hostname);
    let answered = 0;
    many.on('data', (chunk) => {
      answered += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
    });
    await Promise.all([many, one].map((socket) => once(socket, 'connect')));
    many.write(call.repeat(60));
    one.write(call);
    await once(one, 'data');
    expect(answered).toBeLessThan(60);
    many.destroy();
    one.destroy();
  });
});
