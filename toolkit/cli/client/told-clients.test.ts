// Clients that are told what to do, on the honest service: the reference client with every temperament, as a program too, and the adapters.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { conductNamed, referenceClient, TEMPERAMENTS } from '../../client/index.js';
import { type ClientUnderTest, type IntentOperation, startClient } from '../../intents/index.js';
import { startReference } from '../../reference/index.js';
import { parsePrivateKey, privateKeyPem } from '../../signing/index.js';
import { ADAPTERS, isPresent } from '../../vectors/program/adapters.test.aid.js';
import { pause } from '../../wire/pause.js';

const PATIENCE_MS = 30_000;
const TIME_LIMIT_MS = 60_000;

/** What comes of an intent that is answered at once. */
async function settled(client: ClientUnderTest, input: object, said: unknown): Promise<unknown> {
  const { intent } = input as { readonly intent: string }; // what has a state has a name
  for (let state = said; ; ) {
    if (state !== 'pending') return state;
    await pause(20);
    const reply = await client.ask('outcome', { intent }, PATIENCE_MS);
    state = reply.kind === 'result' ? reply.result.state : reply.kind;
  }
}

/** A small day: an order placed and cancelled, a position opened and closed in part, an order refused by a trading rule. */
async function dayOf(client: ClientUnderTest, dialect: 'default' | 'contrary'): Promise<readonly string[]> {
  const service = await startReference({ accounts: 1, dialect });
  try {
    const { profile, keys, baseUrl } = service;
    const [account] = profile.accounts.pool;
    const [market] = profile.market.instruments;
    if (account === undefined || market === undefined) {
      throw new Error('expected an account and an instrument, got none');
    }
    const { name: instrument, volume = '', restingBuyLimit: price } = market;
    const states: string[] = [];
    const tell = async <O extends IntentOperation>(operation: O, input: Parameters<typeof client.ask<O>>[1]) => {
      const reply = await client.ask(operation, input, PATIENCE_MS);
      if (reply.kind !== 'result') throw new Error(`expected a result of ${operation}, got ${JSON.stringify(reply)}`);
      if ('state' in reply.result) states.push(`${operation} ${await settled(client, input, reply.result.state)}`);
      return reply.result;
    };
    const begun = await tell('begin', {
      baseUrl,
      streamUrl: profile.streamUrl,
      account: account.id,
      apiKey: keys.main.id,
      privatePem: privateKeyPem(parsePrivateKey(keys.main.privateKey)),
      instruments: profile.market.instruments.map(({ name }) => name),
      subscribe: ['transactions', 'hmr'],
      ...('spec' in profile.dialect && dialect !== 'default' ? { dialect: profile.dialect.spec } : {}),
    });
    // What claims streams and goes on without them would have the same day.
    if (client.introduction.claims.streams?.includes('transactions')) expect(begun).toEqual({});
    await tell('place', { intent: 'a', type: 'limit', side: 'buy', instrument, volume, price });
    await tell('open', { intent: 'b', side: 'buy', instrument, volume: '0.03' });
    await tell('close', { intent: 'c', of: 'b', volume: '0.01' });
    const view = await tell('view', {});
    await tell('cancel', { intent: 'd', of: 'a' });
    await tell('place', { intent: 'e', type: 'limit', side: 'buy', instrument, volume: '99999999', price });
    await tell('outcome', { intent: 'a' });
    await tell('end', {});
    return [...states, `${view.orders?.length} order`, `${view.positions?.map((one) => Number(one.volume))} held`];
  } finally {
    await client.close();
    await service.close();
  }
}

const DAY = [
  'place success',
  'open success',
  'close success',
  'cancel success',
  'place rejected',
  'outcome success',
  '1 order',
  '0.02 held',
];

describe('the reference client', () => {
  it.each(['honest', ...TEMPERAMENTS.map(({ id }) => id)])(
    '%s has an ordinary day in both dialects',
    async (name) => {
      for (const dialect of ['default', 'contrary'] as const) {
        expect(await dayOf(referenceClient(conductNamed(name)), dialect)).toEqual(DAY);
      }
    },
    TIME_LIMIT_MS,
  );

  it(
    'is the same as a program',
    async () => {
      const program = join(packageRoot(), 'dist/toolkit/client/speak.js');
      const client = await startClient({ command: `"${process.execPath}" "${program}" odd-writer` });
      expect(client.introduction.implementation).toBe('reference client, odd-writer');
      expect(await dayOf(client, 'contrary')).toEqual(DAY);
    },
    TIME_LIMIT_MS,
  );
});

describe('the adapters', () => {
  for (const adapter of ADAPTERS.filter(({ oneShot }) => oneShot !== true)) {
    const present = isPresent(adapter);
    const name = present ? `${adapter.file} has an ordinary day` : `${adapter.file}: its runtime is not installed here`;
    it.runIf(present)(
      name,
      async () => {
        expect(await dayOf(await startClient({ command: adapter.command() }), 'default')).toEqual(DAY);
      },
      TIME_LIMIT_MS,
    );
  }
});
