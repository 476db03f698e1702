// How the clients of a soak carry out their actions: each takes what it needs from the context, and does nothing where that is not there.
import { EVENT_KINDS } from '../../toolkit/profile/dialect/dialect.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { RoundContext } from './round-context.js';

/** Long enough for a request to leave, too short for most answers. */
const CUT_MS = 2;
const SLOW_MS = 60;

export async function atOnce<One>(
  context: RoundContext,
  all: readonly One[],
  both: (one: One) => readonly Promise<unknown>[],
): Promise<void> {
  const one = context.oneOf(all);
  if (one !== undefined) await Promise.all(both(one));
}

export function positionsOf({ parts }: RoundContext): readonly string[] {
  return [...parts.known.positions.keys()];
}

export async function cancel(
  context: RoundContext,
  id: string | undefined = context.oneOf([...context.parts.known.orders]),
): Promise<void> {
  if (id !== undefined) await context.send('cancelOrder', { orderId: id });
}

export async function close(
  context: RoundContext,
  id: string | undefined = context.oneOf(positionsOf(context)),
): Promise<void> {
  if (id !== undefined) await context.send('closePosition', { positionId: id });
}

export async function closePart(
  context: RoundContext,
  id: string | undefined = context.oneOf(positionsOf(context)),
): Promise<void> {
  const { known, maker } = context.parts;
  const volume = maker.part(id === undefined ? undefined : known.positions.get(id)?.instrument);
  if (id !== undefined && volume !== undefined) await context.send('closePosition', { positionId: id, volume });
}

export async function repeat(context: RoundContext, times: number): Promise<void> {
  const sent = context.oneOf(context.parts.known.sent);
  if (sent === undefined) return;
  await Promise.all(Array.from({ length: times }, () => context.send(sent.request, sent.params, { key: sent.key })));
}

export function submitThrice(context: RoundContext): Promise<unknown> {
  const key = context.parts.target.keys.fresh();
  const order = context.parts.maker.order();
  return Promise.all([1, 2, 3].map(() => context.send('placeOrder', order, { key })));
}

export function openTwice(context: RoundContext): Promise<unknown> {
  const key = context.parts.target.keys.fresh();
  const opening = context.parts.maker.opening();
  return Promise.all([1, 2].map(() => context.send('openPosition', opening, { key })));
}

/** Only of calls whose payload has members to differ in. */
export async function conflict(context: RoundContext): Promise<void> {
  const { known, maker } = context.parts;
  const sent = context.oneOf(
    known.sent.filter(({ request }) => request === 'placeOrder' || request === 'openPosition'),
  );
  if (sent !== undefined) await context.send(sent.request, maker.conflicting(sent.params), { key: sent.key });
}

export function conflictAtOnce(context: RoundContext): Promise<unknown> {
  const key = context.parts.target.keys.fresh();
  const order = context.parts.maker.order();
  const both = [order, context.parts.maker.other(order)];
  return Promise.all(both.map((one) => context.send('placeOrder', one, { key })));
}

/** Asks again under the same key, as a client does that does not know what became of its request (interface 8). */
export async function giveUp(context: RoundContext): Promise<void> {
  const key = context.parts.target.keys.fresh();
  const order = context.parts.maker.order();
  const lost = await context.send('placeOrder', order, { key, cutAfterMs: CUT_MS });
  if (lost?.answer === undefined) await context.send('placeOrder', order, { key });
}

export async function status(context: RoundContext): Promise<void> {
  const { known } = context.parts;
  const ids = [...known.unsettled.keys(), ...known.ended];
  const id = context.oneOf(ids);
  if (id !== undefined) await context.send('operationStatus', { operationId: id });
}

export async function readSettings(context: RoundContext): Promise<void> {
  const request = context.oneOf(['account', 'instruments', 'conditions', 'limits'] as const) ?? 'account';
  const instrument = context.oneOf(context.parts.instruments);
  await context.send(request, request === 'conditions' && instrument !== undefined ? { instrument } : {});
}

export async function subscribe(context: RoundContext): Promise<void> {
  const { streams, instruments } = context.parts;
  const stream = context.oneOf(streams.open);
  if (stream === undefined) return;
  const event = context.oneOf(['transactions', ...EVENT_KINDS] as const) ?? 'transactions';
  const some = instruments.slice(0, 1 + context.below(2));
  if (event === 'hmr') streams.command(stream, 'subscribe', event, some);
  else if (event === 'instruments')
    streams.command(stream, 'subscribe', event, context.below(2) === 0 ? ['all'] : some);
  else streams.command(stream, 'subscribe', event);
}

export async function unsubscribe(context: RoundContext): Promise<void> {
  const { streams } = context.parts;
  const stream = context.oneOf(streams.loose.filter((one) => streams.isSubscribed(one, 'transactions')));
  if (stream !== undefined) streams.command(stream, 'unsubscribe', 'transactions');
}

export async function readSlowly(context: RoundContext): Promise<void> {
  const { streams, signal } = context.parts;
  if (!streams.pause()) return;
  await pause(1 + context.below(SLOW_MS), signal).catch(() => undefined);
  streams.resume();
}
