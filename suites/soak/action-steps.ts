// How the clients of a soak carry out their actions: each takes what it needs from the ground, and does nothing where that is not there.
import { EVENT_KINDS } from '../../toolkit/profile/dialect/dialect.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { Ground } from './ground.js';

/** Long enough for a request to leave, too short for most answers. */
const CUT_MS = 2;
const SLOW_MS = 60;

export async function atOnce<One>(
  ground: Ground,
  all: readonly One[],
  both: (one: One) => readonly Promise<unknown>[],
): Promise<void> {
  const one = ground.oneOf(all);
  if (one !== undefined) await Promise.all(both(one));
}

export function positionsOf({ parts }: Ground): readonly string[] {
  return [...parts.holdings.positions.keys()];
}

export async function cancel(
  ground: Ground,
  id: string | undefined = ground.oneOf([...ground.parts.holdings.orders]),
): Promise<void> {
  if (id !== undefined) await ground.send('cancelOrder', { orderId: id });
}

export async function close(ground: Ground, id: string | undefined = ground.oneOf(positionsOf(ground))): Promise<void> {
  if (id !== undefined) await ground.send('closePosition', { positionId: id });
}

export async function closePart(
  ground: Ground,
  id: string | undefined = ground.oneOf(positionsOf(ground)),
): Promise<void> {
  const { holdings, maker } = ground.parts;
  const volume = maker.part(id === undefined ? undefined : holdings.positions.get(id)?.instrument);
  if (id !== undefined && volume !== undefined) await ground.send('closePosition', { positionId: id, volume });
}

export async function repeat(ground: Ground, times: number): Promise<void> {
  const sent = ground.oneOf(ground.parts.holdings.sent);
  if (sent === undefined) return;
  await Promise.all(Array.from({ length: times }, () => ground.send(sent.request, sent.params, { key: sent.key })));
}

export function submitThrice(ground: Ground): Promise<unknown> {
  const key = ground.parts.target.keys.fresh();
  const order = ground.parts.maker.order();
  return Promise.all([1, 2, 3].map(() => ground.send('placeOrder', order, { key })));
}

export function openTwice(ground: Ground): Promise<unknown> {
  const key = ground.parts.target.keys.fresh();
  const opening = ground.parts.maker.opening();
  return Promise.all([1, 2].map(() => ground.send('openPosition', opening, { key })));
}

/** Only of calls whose payload has members to differ in. */
export async function conflict(ground: Ground): Promise<void> {
  const { holdings, maker } = ground.parts;
  const sent = ground.oneOf(
    holdings.sent.filter(({ request }) => request === 'placeOrder' || request === 'openPosition'),
  );
  if (sent !== undefined) await ground.send(sent.request, maker.conflicting(sent.params), { key: sent.key });
}

export function conflictAtOnce(ground: Ground): Promise<unknown> {
  const key = ground.parts.target.keys.fresh();
  const order = ground.parts.maker.order();
  const both = [order, ground.parts.maker.other(order)];
  return Promise.all(both.map((one) => ground.send('placeOrder', one, { key })));
}

/** Asks again under the same key, as a client does that does not know what became of its request (interface 8). */
export async function giveUp(ground: Ground): Promise<void> {
  const key = ground.parts.target.keys.fresh();
  const order = ground.parts.maker.order();
  const lost = await ground.send('placeOrder', order, { key, cutAfterMs: CUT_MS });
  if (lost?.answer === undefined) await ground.send('placeOrder', order, { key });
}

export async function status(ground: Ground): Promise<void> {
  const { holdings } = ground.parts;
  const ids = [...holdings.unsettled.keys(), ...holdings.ended];
  const id = ground.oneOf(ids);
  if (id !== undefined) await ground.send('operationStatus', { operationId: id });
}

export async function readSettings(ground: Ground): Promise<void> {
  const request = ground.oneOf(['account', 'instruments', 'conditions', 'limits'] as const) ?? 'account';
  const instrument = ground.oneOf(ground.parts.instruments);
  await ground.send(request, request === 'conditions' && instrument !== undefined ? { instrument } : {});
}

export async function subscribe(ground: Ground): Promise<void> {
  const { streams, instruments } = ground.parts;
  const stream = ground.oneOf(streams.open);
  if (stream === undefined) return;
  const event = ground.oneOf(['transactions', ...EVENT_KINDS] as const) ?? 'transactions';
  const some = instruments.slice(0, 1 + ground.below(2));
  if (event === 'hmr') streams.command(stream, 'subscribe', event, some);
  else if (event === 'instruments') streams.command(stream, 'subscribe', event, ground.below(2) === 0 ? ['all'] : some);
  else streams.command(stream, 'subscribe', event);
}

export async function unsubscribe(ground: Ground): Promise<void> {
  const { streams } = ground.parts;
  const stream = ground.oneOf(streams.loose.filter((one) => streams.isSubscribed(one, 'transactions')));
  if (stream !== undefined) streams.command(stream, 'unsubscribe', 'transactions');
}

export async function readSlowly(ground: Ground): Promise<void> {
  const { streams, signal } = ground.parts;
  if (!streams.pause()) return;
  await pause(1 + ground.below(SLOW_MS), signal).catch(() => undefined);
  streams.resume();
}
