// The file of odd spellings keeps what its comments promise.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { CONTROL_NAMES } from '../control/build.js';
import { loadProfile } from '../loading/load.js';
import type { Profile } from '../profile.js';
import type { Dialect } from './dialect.js';
import { loadDialect } from './load-dialect.js';

const PATH = join(packageRoot(), 'toolkit/profile/dialect/odd-spellings.yaml');
const KEY = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';

async function load(): Promise<{ readonly profile: Profile; readonly dialect: Dialect }> {
  const profile = await loadProfile(PATH, { env: { EXAMPLE_PRIVATE_KEY: KEY } });
  return { profile, dialect: await loadDialect(profile) };
}

describe('odd-spellings.yaml', () => {
  it('tells messages by the name of their only member, and takes the identifier of an order from its map', async () => {
    const { dialect } = await load();
    const orders = { 'ORD-1': { type: 'limit', side: false } };
    expect(dialect.readFrame({ transaction: { status: 'success', payload: { orders } } })).toMatchObject([
      { kind: 'transaction_event', view: { status: 'success', orders: [{ id: 'ORD-1', type: 'limit', side: false }] } },
    ]);
    expect(dialect.readFrame({ state: { orders: {}, positions: [] } })).toMatchObject([
      { kind: 'trading_state_snapshot', view: { orders: [], positions: [] } },
    ]);
    expect(dialect.readInstruments({ instruments: { EURUSD: {}, USDJPY: {} } })).toEqual(['EURUSD', 'USDJPY']);
  });

  it.each([
    [{ done: false }, 'pending'],
    [{ done: true }, 'success'],
    [{ done: true, error: {} }, 'rejected'],
    [{ status: 'success' }, 'unknown'],
  ])('reads the state of the operation %j as %s', async (body, state) => {
    expect((await load()).dialect.readOperation(body).state).toBe(state);
  });

  it('writes words that are no text as they are, and reads them back', async () => {
    const { dialect } = await load();
    const { body } = dialect.request('placeOrder', {
      accountId: '1',
      instrument: 'EURUSD',
      type: 'stop',
      side: 'sell',
    });
    expect(Object.values(JSON.parse(body ?? '') as object)).toEqual(expect.arrayContaining(['stop', false]));
    expect([dialect.meaning('side', true), dialect.meaning('side', 'true')]).toEqual(['buy', undefined]);
  });

  it('binds every control action', async () => {
    const { profile } = await load();
    expect(Object.keys(profile.control).sort()).toEqual([...CONTROL_NAMES].sort());
    expect(profile.control['stream.drop']?.http?.body).toBe('{params}');
  });
});
