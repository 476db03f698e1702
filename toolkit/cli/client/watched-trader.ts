// The reference client as a program that knows nothing of intents: a loop that places orders, reads now and then, and does what ordinary
// loops do with an outcome. What it does wrong is its conduct's.
import type { Venue } from '../../../suites/clients/playing/testbed.js';
import { type Watch, watch } from '../../../suites/clients/watching/watch.js';
import { type Conduct, HONEST, referenceClient } from '../../client/index.js';
import type { IntentInputs, IntentReply } from '../../intents/index.js';
import type { Reference } from '../../reference/index.js';
import { pause } from '../../wire/pause.js';

const PATIENCE_MS = 8_000;
const LONG_AGO = '2020-01-01T00:00:00+00:00';
const PAUSE_MS = 250;
/** Its account may do something else meanwhile. */
const BARRED_MS = 2_000;
const WATCH_MS = 150_000;

export interface Watching {
  /** Ids of checks, with their level where it is only a warning. */
  readonly failed: readonly string[];
  readonly passed: readonly string[];
  /** Each verdict with its reason. */
  readonly told: readonly string[];
}

export async function watchTrader(
  venue: Venue,
  decisions: Partial<Conduct>,
  part: Pick<Watch, 'plays' | 'untilSeen'> = {},
): Promise<Watching> {
  const over = new AbortController();
  let trader: Trader | undefined;
  const begin = (service: Reference): void => {
    trader = new Trader({ ...HONEST, ...decisions }, service, venue);
  };
  let again = (): void => undefined;
  const played = await watch({
    ...part,
    venue,
    durationMs: WATCH_MS,
    signal: over.signal,
    ended: () => undefined,
    ready: ({ service }) => {
      begin(service);
      again = () => begin(service);
    },
    restart: async () => {
      await trader?.end();
      again();
    },
  });
  await trader?.end();
  const named = (verdict: string): readonly string[] =>
    played.filter((one) => one.verdict === verdict).map(({ check, level }) => (level ? `${check} (${level})` : check));
  const told = played.map(({ check, verdict, reason = '' }) => `${check}: ${verdict} ${reason}`);
  return { failed: named('fail'), passed: named('pass'), told };
}

class Trader {
  readonly #client: ReturnType<typeof referenceClient>;
  readonly #over: Promise<void>;
  #isEnding = false;

  constructor(conduct: Conduct, service: Reference, venue: Venue) {
    this.#client = referenceClient(conduct);
    this.#over = this.#live(conduct, service, venue);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#client.close();
    await this.#over;
  }

  async #live(
    conduct: Conduct,
    { profile, baseUrl }: Reference,
    { privatePem, dialect: spoken }: Venue,
  ): Promise<void> {
    const instruments = profile.market.instruments.map(({ name }) => name);
    const account = profile.accounts.pool[0]?.id ?? '';
    const subscribe =
      conduct.connections === 0 ? [] : (['transactions', 'account_state', 'hmr', 'instruments'] as const);
    const spec = 'spec' in profile.dialect && spoken !== 'default' ? profile.dialect.spec : undefined;
    const venue = {
      ...{ baseUrl, streamUrl: profile.streamUrl, account, apiKey: profile.keys.main.id, privatePem },
      ...(spec !== undefined && { dialect: spec }),
    };
    const client = this.#client;
    await client.ask('begin', { ...venue, instruments, subscribe }, PATIENCE_MS);
    const [instrument = ''] = instruments;
    let volume: string | undefined;
    // Without its conditions no order is one, and all that is watched then is refusals.
    while (volume === undefined && !this.#isEnding) {
      const read = await client.ask('read', { what: 'conditions', instrument }, PATIENCE_MS);
      volume = read.kind === 'result' ? read.result.conditions?.volume_min : undefined;
    }
    // Before there is any trouble: it would pass for a look at what became of an order.
    await client.ask('history', { what: 'deals', from: LONG_AGO, limit: 2 }, PATIENCE_MS);
    for (let count = 1; !this.#isEnding; count += 1) {
      if (count % 2 === 0) await client.ask('read', { what: 'account' }, PATIENCE_MS);
      const order = { type: 'limit', side: 'buy', instrument, volume: volume ?? '' } as const;
      const price = (0.88 - count / 10_000).toFixed(5);
      // What failed is asked for once more, as loops do.
      for (const intent of [`order-${count}`, `order-${count}-again`]) {
        const reply = await this.#placed({ ...order, price, intent });
        const state = reply.kind === 'result' ? reply.result.state : 'unknown';
        const isBarred = reply.kind === 'result' && reply.result.code === 'ACCOUNT_CLOSE_ONLY';
        await pause(isBarred ? BARRED_MS : PAUSE_MS);
        if (state !== 'failed' || this.#isEnding) break;
      }
      if (count % 5 === 0) await client.ask('cancel', { intent: `cancel-${count}`, of: `order-${count}` }, PATIENCE_MS);
    }
  }

  /** What becomes of the order, of a client too that answers at once. */
  async #placed(order: IntentInputs['place']): Promise<IntentReply<'place'>> {
    const reply = await this.#client.ask('place', order, PATIENCE_MS);
    if (reply.kind !== 'result' || reply.result.state !== 'pending') return reply;
    await pause(PAUSE_MS);
    return this.#client.ask('outcome', { intent: order.intent }, PATIENCE_MS);
  }
}
