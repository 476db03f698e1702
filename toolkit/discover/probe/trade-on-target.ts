// One small trade of each kind on a sandbox, with values that are known again wherever they come back (interface 4.1, 4.2, 6.1): a pending
// order with protection, a rejected one, a market execution that is closed again.
import { isSuccessful } from '../../base/is-successful.js';
import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import type { Dialect, RequestName, RequestParams } from '../../profile/dialect/dialect.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import type { Profile, ProfileInstrument } from '../../profile/profile.js';
import type { StreamConnection } from '../../wire/streams/stream-connection.js';
import type { BodyName } from '../binding/material.js';
import { bringAbout } from './bring-about.js';
import { createProbeClient, type ProbeClient } from './client.js';
import { messagesIn } from './messages-in.js';
import type { Samples } from './samples.js';

const PATIENCE_MS = 3_000;

interface Trader {
  readonly client: ProbeClient;
  readonly dialect: Dialect;
  readonly accountId: string;
  readonly events: StreamConnection;
  readonly samples: Samples;
  readonly signal: AbortSignal;
}

/** Leaves nothing open that the profile can close or cancel. */
export async function tradeOnTarget(profile: Profile, samples: Samples, signal: AbortSignal): Promise<void> {
  const dialect = await loadDialect(profile);
  const [instrument] = profile.market.instruments;
  const accountId = profile.accounts.pool[0]?.id ?? '';
  if (instrument === undefined) {
    samples.remarks.push('no trade was tried: the profile names no instrument with resting prices');
    return;
  }
  const client = createProbeClient(profile, (path) => dialect.signedPath(path), signal);
  try {
    const { connection } = await client.open(dialect, 'eventsStream', accountId);
    if (connection === undefined) return;
    connection.send(dialect.command('subscribe', { event: 'transactions', commandId: samples.commandId() }));
    connection.send(
      dialect.command('subscribe', {
        event: 'instruments',
        instruments: [instrument.name],
        commandId: samples.commandId(),
      }),
    );
    connection.send(
      dialect.command('subscribe', { event: 'hmr', instruments: [instrument.name], commandId: samples.commandId() }),
    );
    await connection.next(() => false, { withinMs: 300, signal });
    const trader = { client, dialect, accountId, events: connection, samples, signal };
    const { volumeMin, volumeMax } = await conditionsOf(trader, instrument);
    const volume = instrument.volume ?? volumeMin;
    if (volume === undefined) samples.remarks.push(`no trade was tried: no volume of ${instrument.name} is known`);
    else {
      await trade(trader, instrument, volume);
      const order = (): Promise<unknown> =>
        submit(trader, 'placeOrder', {
          type: 'limit',
          instrument: instrument.name,
          side: 'buy',
          volume,
          price: instrument.restingBuyLimit,
        });
      await bringAbout(profile, trader, { instrument: instrument.name, volumeMax, order });
    }
    for (const { message } of connection.received) {
      samples.messages.push({
        stream: 'events',
        value: message,
        from: 'the events stream after trades',
        isAfterRefusal: false,
      });
    }
    await connection.close();
  } finally {
    await client.close();
  }
}

async function conditionsOf(
  { client, dialect, accountId }: Trader,
  { name }: ProfileInstrument,
): Promise<{ readonly volumeMin: string | undefined; readonly volumeMax: string | undefined }> {
  const { answer } = await client.send(dialect, 'conditions', { accountId, instrument: name });
  const { volumeMin, volumeMax } = answer?.body === undefined ? {} : dialect.readConditions(answer.body);
  const text = (value: JsonValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
  return { volumeMin: text(volumeMin), volumeMax: text(volumeMax) };
}

async function trade(trader: Trader, instrument: ProfileInstrument, volume: string): Promise<void> {
  const price = instrument.restingBuyLimit;
  const order = { type: 'limit', instrument: instrument.name, side: 'buy', volume, price } as const;
  const levels = { stopLossPrice: shifted(price, 0.9), takeProfitPrice: shifted(price, 1.05) };
  const placed = await submit(trader, 'placeOrder', { ...order, ...levels });
  if (placed !== undefined) {
    trader.samples.know('order', { volume, price, ...levels, clientRequestId: placed.key });
    const orderId = placed.views
      .flatMap(({ orders }) => orders ?? [])
      .find((one) => one.clientRequestId === placed.key || one.price !== undefined)?.id;
    await read(trader, 'snapshot', 'snapshot');
    if (orderId !== undefined && trader.dialect.has('cancelOrder')) await submit(trader, 'cancelOrder', { orderId });
  }
  await submit(trader, 'placeOrder', { ...order, volume: '0' });
  await openAndClose(trader, instrument, volume);
  await read(trader, 'orderHistory', 'orderHistory');
  await read(trader, 'dealHistory', 'dealHistory');
}

async function openAndClose(
  trader: Trader,
  { name, restingBuyLimit, restingSellLimit }: ProfileInstrument,
  volume: string,
): Promise<void> {
  if (!trader.dialect.has('openPosition')) return;
  // Levels so far away that they do nothing but show where they lie.
  const levels = { stopLossPrice: shifted(restingBuyLimit, 0.9), takeProfitPrice: shifted(restingSellLimit, 1.05) };
  const opened = await submit(trader, 'openPosition', { instrument: name, side: 'buy', volume, ...levels });
  if (opened === undefined) return;
  trader.samples.know('position', { volume, ...levels });
  const position = opened.views.flatMap(({ positions }) => positions ?? [])[0];
  const order = opened.views.flatMap(({ orders }) => orders ?? [])[0];
  const ids: Record<string, JsonPrimitive> = {
    ...(order?.id !== undefined && { orderId: order.id }),
    ...(position?.id !== undefined && { positionId: position.id }),
  };
  trader.samples.know('deal', ids);
  await read(trader, 'snapshot', 'snapshot');
  if (position?.id === undefined || !trader.dialect.has('closePosition')) {
    trader.samples.remarks.push(
      `a position of ${volume} ${name} is left open on ${trader.accountId}: ${position?.id === undefined ? 'its identifier is not read yet' : 'nothing that closes it is bound'}`,
    );
    return;
  }
  await submit(trader, 'closePosition', { positionId: position.id });
}

interface View {
  readonly orders?: readonly {
    readonly id?: string;
    readonly price?: JsonValue;
    readonly clientRequestId?: JsonValue;
  }[];
  readonly positions?: readonly { readonly id?: string }[];
}

interface Submitted {
  readonly key: string;
  /** What the dialect so far reads in the messages about it. */
  readonly views: readonly View[];
}

/** Sends a mutation, keeps its answer and its status, and waits for the message that names its operation. */
async function submit(
  trader: Trader,
  name: RequestName,
  params: Omit<RequestParams, 'accountId'>,
): Promise<Submitted | undefined> {
  const { client, dialect, accountId, events, samples, signal } = trader;
  const { answer, request, idempotencyKey } = await client.send(dialect, name, { accountId, ...params });
  const from = `${request.method} ${request.path}`;
  if (answer?.body === undefined) return undefined;
  const isAccepted = answer.status === 202;
  samples.bodies.push({ body: isAccepted ? 'ack' : 'error', value: answer.body, from: `${from} (${answer.status})` });
  if (!isAccepted) {
    samples.remarks.push(
      `${from} was refused with HTTP ${answer.status}: ${JSON.stringify(answer.body).slice(0, 160)}`,
    );
    return undefined;
  }
  const { operationId } = dialect.readAck(answer.body);
  if (typeof operationId !== 'string') return undefined;
  const mark = JSON.stringify(operationId);
  const event = await events.next(({ message }) => JSON.stringify(message).includes(mark), {
    withinMs: PATIENCE_MS,
    signal,
  });
  await read(trader, 'operationStatus', 'operation', { operationId });
  const views = event === undefined ? [] : messagesIn(dialect, event.message).map(({ view }) => view as View);
  return { key: idempotencyKey, views };
}

async function read(
  { client, dialect, accountId, samples }: Trader,
  name: RequestName,
  body: BodyName,
  params: Partial<RequestParams> = {},
): Promise<void> {
  if (!dialect.has(name)) return;
  const { answer, request } = await client.send(dialect, name, { accountId, ...params });
  if (answer?.body === undefined || !isSuccessful(answer.status)) return;
  samples.bodies.push({ body, value: answer.body, from: `${request.method} ${request.path} (${answer.status})` });
}

/** A price with the same decimals, some way off. */
function shifted(price: string, by: number): string {
  const decimals = price.split('.')[1]?.length ?? 0;
  return (Number(price) * by).toFixed(decimals);
}
