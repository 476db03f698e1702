// A service that speaks the dialect of a profile: what it takes and says, and what it will not speak.
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import type { JsonObject } from '../../payload/json.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import { loadProfile } from '../../profile/loading/load.js';
import { type Reference, startReference } from '../index.js';
import type { SpokenProfile } from './dialects.js';
import { OrdinaryClient } from './ordinary-client.test.aid.js';

const FOLDER = join(packageRoot(), 'toolkit/profile');
const VENUES = join(packageRoot(), 'toolkit/reference/speech/dialect/venues');
const open: Reference[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((reference) => reference.close()));
});

async function speaking(dialect: SpokenProfile): Promise<OrdinaryClient> {
  const reference = await startReference({ dialect, accounts: 1 });
  open.push(reference);
  return new OrdinaryClient(reference.profile);
}

function stating(dialect: JsonObject): SpokenProfile {
  return { name: 'told', dialect: { spec: fillDialect(dialect) } };
}

describe('a service that speaks for a target', () => {
  it.each(['trials/compact.yaml', 'trials/nested.yaml', 'trials/envelope.yaml', 'dialect/odd-spellings.yaml'])(
    'places an order as %s has it, and tells of it',
    async (file) => {
      const client = await speaking(await loadProfile(join(FOLDER, file), { onMissingSecret: () => undefined }));
      const events = await client.open('eventsStream');
      events.command('subscribe', { event: 'transactions', commandId: '1' });
      const snapshot = await events.next('trading_state_snapshot');
      expect(snapshot.view).toMatchObject({ orders: [], positions: [], accountState: {} });
      const order = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: '0.90000' } as const;
      const placed = client.dialect.readAck((await client.send('placeOrder', order)).body);
      const { view } = await events.next('transaction_event', (one) => one.view.operationId === placed.operationId);
      expect(view).toMatchObject({ status: 'success', orders: [{ instrument: 'EURUSD', volume: '0.10' }] });
      const status = await client.send('operationStatus', { operationId: String(placed.operationId) });
      expect(client.dialect.readOperation(status.body).state).toBe('success');
      await events.close();
    },
  );

  it('speaks the rest of an example as it stands, and its date-times as those of what it tells', async () => {
    const spoken = await loadProfile(join(VENUES, 'exchange-desk.yaml'), { onMissingSecret: () => undefined });
    const client = await speaking(spoken);
    const ticks = await client.open('ticksStream');
    const tick = await ticks.next('tick');
    expect(tick.message).toMatchObject({
      unit: 'points',
      prices: [
        ['bid', expect.any(Number)],
        ['ask', expect.any(Number)],
      ],
    });
    const events = await client.open('eventsStream');
    await events.next('ignored', ({ message }) => JSON.stringify(message).includes('MAIN'));
    events.command('subscribe', { event: 'transactions', commandId: '1' });
    await events.next('trading_state_snapshot');
    const order = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: '0.90000' } as const;
    const placed = await client.send('placeOrder', order);
    expect(placed.body).toMatchObject({ desk: 'MAIN', answer: [{ stage: 'taken', receipt: {} }] });
    const { message } = await events.next('transaction_event');
    expect(JSON.stringify(message)).toContain('["quantity",["0.10","lots"]],["price","0.90000"],["stop_loss_price"]');
    events.command('subscribe', { event: 'instruments', instruments: ['EURUSD'], commandId: '2' });
    await events.next('command_accepted', ({ view }) => view.commandId === '2');
    await open[0]?.control.perform('instrument.update', {
      account_id: client.accountId,
      instrument: 'EURUSD',
      volume_max: '75.00',
    });
    const { message: told } = await events.next('instrument_event');
    expect(told).toMatchObject({ conditions: [{ volume_unit: 'lots' }] });
    expect(JSON.stringify(told)).not.toContain('2025-01-01T00:00:00');
    await Promise.all([ticks.close(), events.close()]);
  });

  it('keeps silent where the target does not answer commands, and takes a pong without a word', async () => {
    const client = await speaking(
      stating({
        messages: {
          command_accepted: null,
          account_state_event: null,
          ignored: { kind: 'beat', reply: { type: 'beaten', at: '{/at}' } },
        },
      }),
    );
    const events = await client.open('eventsStream');
    events.socket.send(JSON.stringify({ type: 'beaten', at: 7 }));
    events.command('subscribe', { event: 'account_state', commandId: '1' });
    events.command('subscribe', { event: 'transactions', commandId: '2' });
    await events.next('trading_state_snapshot');
    expect(events.received.map(({ kind }) => kind)).toEqual(['trading_state_snapshot']);
    await events.close();
  });

  it('tells what the values of one place have to do with each other', async () => {
    await expect(speaking(stating({ entities: { order: { volume: '/amount', price: '/amount' } } }))).rejects.toThrow(
      /the dialect of told cannot be spoken:\s+messages\.transaction_event: expected one value at \/amount/,
    );
  });

  it.each<readonly [string, JsonObject, string]>([
    ['a kind that nothing tells', { frames: { kind: null } }, 'messages.tick: what is said reads back as unknown'],
    [
      'two kinds that look alike',
      { messages: { hmr_update: { kind: 'hmr_snapshot' } } },
      'messages.hmr_snapshot: what is said reads back as hmr_update',
    ],
    [
      'two requests of one form',
      {
        requests: {
          cancelOrder: { path: '/v1/undo/{account_id}', body: {} },
          closePosition: { path: '/v1/undo/{account_id}', body: {} },
        },
      },
      'requests.cancelOrder: is taken for closePosition',
    ],
    [
      'a request without an account',
      { requests: { snapshot: { path: '/v1/state' } } },
      'requests.snapshot: nothing in it names the account',
    ],
    [
      'commands that differ in nothing',
      {
        commands: {
          unsubscribe: { type: 'subscribe', event: '{event}', instruments: '{instruments}', id: '{command_id}' },
        },
      },
      'commands.subscribe: one for transactions is taken for',
    ],
  ])('does not speak %s, and says so', async (_what, dialect, told) => {
    await expect(speaking(stating(dialect))).rejects.toThrow(told);
  });

  it('does not speak a module', async () => {
    await expect(speaking({ name: 'told', dialect: { module: 'file:///dialect.js' } })).rejects.toThrow(
      'the dialect of told is a module',
    );
  });
});
