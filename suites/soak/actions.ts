// What clients of a soak do, as a table: each with how often, what it needs, and how it is done. Pairs that meet are sent at once.
import { EVENT_KINDS } from '../../toolkit/profile/dialect/dialect.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { pause } from '../../toolkit/wire/pause.js';
import type { Ground } from './ground.js';

export interface Action {
  readonly name: string;
  /** How often it is chosen, among all that can be done just then. */
  readonly weight: number;
  readonly isPossible?: (ground: Ground) => boolean;
  readonly run: (ground: Ground) => Promise<unknown>;
}

/** Few enough for any limit of pending orders, and for snapshots of a readable size. */
const MOST_ORDERS = 25;
const MOST_POSITIONS = 15;
type Collection = 'orderHistory' | 'dealHistory';

/** Read at once: status tells every result a second time, and a fault may show in few of them. */
const STATUSES = 6;
const PAGES = 4;
const PAGE_MS = 25;
/** Long enough for a request to leave, too short for most answers. */
const CUT_MS = 2;
const SLOW_MS = 60;

const hasOrders = ({ parts }: Ground): boolean => parts.holdings.orders.size > 0;
const hasPositions = ({ parts }: Ground): boolean => parts.holdings.positions.size > 0;
const hasSent = ({ parts }: Ground): boolean => parts.holdings.sent.length > 0;
const hasStream = ({ parts }: Ground): boolean => parts.streams.open.length > 0;
const hasLoose = ({ parts }: Ground): boolean => parts.streams.loose.length > 0;
const mayOrder = ({ parts }: Ground): boolean => parts.holdings.orders.size < MOST_ORDERS;
const mayCancel = (ground: Ground): boolean => ground.has('cancelOrder') && hasOrders(ground);
const mayClose = (ground: Ground): boolean => ground.has('closePosition') && hasPositions(ground);

function mayOpen(ground: Ground): boolean {
  return (
    ground.has('openPosition') &&
    ground.parts.target.profile.claims.positions &&
    ground.parts.holdings.positions.size < MOST_POSITIONS
  );
}

export const ACTIONS: readonly Action[] = [
  {
    name: 'place',
    weight: 12,
    isPossible: mayOrder,
    run: (ground) => ground.send('placeOrder', ground.parts.maker.order()),
  },
  {
    name: 'place-protected',
    weight: 3,
    isPossible: (ground) => mayOrder(ground) && ground.parts.target.profile.claims.sltp,
    run: (ground) => ground.send('placeOrder', ground.parts.maker.protectedOrder()),
  },
  {
    name: 'place-too-little',
    weight: 7,
    run: (ground) => ground.send('placeOrder', { ...ground.parts.maker.order(), volume: '0.00000001' }),
  },
  {
    name: 'place-two',
    weight: 3,
    isPossible: mayOrder,
    run: (ground) => {
      const { maker } = ground.parts;
      return Promise.all([maker.order(), maker.order()].map((one) => ground.send('placeOrder', one)));
    },
  },
  {
    name: 'open',
    weight: 8,
    isPossible: mayOpen,
    run: (ground) => ground.send('openPosition', ground.parts.maker.opening()),
  },
  { name: 'cancel', weight: 9, isPossible: mayCancel, run: (ground) => cancel(ground) },
  {
    name: 'cancel-twice',
    weight: 1,
    isPossible: mayCancel,
    run: (ground) =>
      atOnce(ground, [...ground.parts.holdings.orders], (id) => [cancel(ground, id), cancel(ground, id)]),
  },
  { name: 'close', weight: 6, isPossible: mayClose, run: (ground) => close(ground) },
  { name: 'close-part', weight: 6, isPossible: mayClose, run: (ground) => closePart(ground) },
  {
    name: 'close-parts',
    weight: 1,
    isPossible: mayClose,
    run: (ground) => atOnce(ground, positionsOf(ground), (id) => [closePart(ground, id), closePart(ground, id)]),
  },
  {
    name: 'close-part-and-whole',
    weight: 1,
    isPossible: mayClose,
    run: (ground) => atOnce(ground, positionsOf(ground), (id) => [closePart(ground, id), close(ground, id)]),
  },
  {
    name: 'close-twice',
    weight: 1,
    isPossible: mayClose,
    run: (ground) => atOnce(ground, positionsOf(ground), (id) => [close(ground, id), close(ground, id)]),
  },
  {
    name: 'change-over',
    weight: 1,
    isPossible: (ground) => mayCancel(ground) && mayOpen(ground),
    run: (ground) =>
      Promise.all([cancel(ground), ground.send('openPosition', ground.parts.maker.opening()), close(ground)]),
  },
  { name: 'repeat', weight: 5, isPossible: hasSent, run: (ground) => repeat(ground, 1) },
  { name: 'repeat-at-once', weight: 2, isPossible: mayOrder, run: submitThrice },
  { name: 'repeat-opening-at-once', weight: 1, isPossible: mayOpen, run: openTwice },
  { name: 'conflict', weight: 3, isPossible: hasSent, run: conflict },
  { name: 'conflict-at-once', weight: 1, isPossible: mayOrder, run: conflictAtOnce },
  { name: 'give-up', weight: 1, isPossible: mayOrder, run: giveUp },
  { name: 'status', weight: 8, run: status },
  { name: 'statuses', weight: 4, run: (ground) => Promise.all(Array.from({ length: STATUSES }, () => status(ground))) },
  {
    name: 'snapshot',
    weight: 5,
    isPossible: (ground) => ground.has('snapshot'),
    run: (ground) => ground.send('snapshot'),
  },
  { name: 'read-settings', weight: 3, run: readSettings },
  {
    name: 'read-history',
    weight: 2,
    isPossible: (ground) => ground.has('dealHistory'),
    run: (ground) => pages(ground, 'dealHistory'),
  },
  {
    name: 'read-closed-orders',
    weight: 2,
    isPossible: (ground) => ground.has('orderHistory'),
    run: (ground) => pages(ground, 'orderHistory'),
  },
  {
    name: 'read-both',
    weight: 1,
    isPossible: (ground) => ground.has('orderHistory') && ground.has('dealHistory'),
    run: (ground) => Promise.all([pages(ground, 'orderHistory'), pages(ground, 'dealHistory')]),
  },
  {
    name: 'connect',
    weight: 4,
    isPossible: ({ parts }) => parts.streams.hasRoom,
    run: ({ parts }) => parts.streams.connect(),
  },
  {
    name: 'connect-ticks',
    weight: 1,
    isPossible: ({ parts }) => parts.streams.hasRoom && parts.target.profile.claims.ticks,
    run: ({ parts }) => parts.streams.connect('ticksStream'),
  },
  { name: 'subscribe', weight: 4, isPossible: hasStream, run: subscribe },
  { name: 'unsubscribe', weight: 1, isPossible: hasLoose, run: unsubscribe },
  {
    name: 'cut',
    weight: 1,
    isPossible: hasLoose,
    run: async (ground) => ground.oneOf(ground.parts.streams.loose)?.terminate(),
  },
  {
    name: 'leave',
    weight: 1,
    isPossible: hasLoose,
    run: (ground) => ground.oneOf(ground.parts.streams.loose)?.close() ?? Promise.resolve(),
  },
  {
    name: 'read-slowly',
    weight: 1,
    isPossible: (ground) => !ground.parts.isCalm && hasStream(ground),
    run: readSlowly,
  },
];

async function atOnce<One>(
  ground: Ground,
  all: readonly One[],
  both: (one: One) => readonly Promise<unknown>[],
): Promise<void> {
  const one = ground.oneOf(all);
  if (one !== undefined) await Promise.all(both(one));
}

function positionsOf({ parts }: Ground): readonly string[] {
  return [...parts.holdings.positions.keys()];
}

async function cancel(ground: Ground, id = ground.oneOf([...ground.parts.holdings.orders])): Promise<void> {
  if (id !== undefined) await ground.send('cancelOrder', { orderId: id });
}

async function close(ground: Ground, id = ground.oneOf(positionsOf(ground))): Promise<void> {
  if (id !== undefined) await ground.send('closePosition', { positionId: id });
}

async function closePart(ground: Ground, id = ground.oneOf(positionsOf(ground))): Promise<void> {
  const { holdings, maker } = ground.parts;
  const volume = maker.part(id === undefined ? undefined : holdings.positions.get(id)?.instrument);
  if (id !== undefined && volume !== undefined) await ground.send('closePosition', { positionId: id, volume });
}

async function repeat(ground: Ground, times: number): Promise<void> {
  const sent = ground.oneOf(ground.parts.holdings.sent);
  if (sent === undefined) return;
  await Promise.all(Array.from({ length: times }, () => ground.send(sent.request, sent.params, { key: sent.key })));
}

function submitThrice(ground: Ground): Promise<unknown> {
  const key = ground.parts.target.keys.fresh();
  const order = ground.parts.maker.order();
  return Promise.all([1, 2, 3].map(() => ground.send('placeOrder', order, { key })));
}

function openTwice(ground: Ground): Promise<unknown> {
  const key = ground.parts.target.keys.fresh();
  const opening = ground.parts.maker.opening();
  return Promise.all([1, 2].map(() => ground.send('openPosition', opening, { key })));
}

/** Only of calls whose payload has members to differ in. */
async function conflict(ground: Ground): Promise<void> {
  const { holdings, maker } = ground.parts;
  const sent = ground.oneOf(
    holdings.sent.filter(({ request }) => request === 'placeOrder' || request === 'openPosition'),
  );
  if (sent !== undefined) await ground.send(sent.request, maker.conflicting(sent.params), { key: sent.key });
}

function conflictAtOnce(ground: Ground): Promise<unknown> {
  const key = ground.parts.target.keys.fresh();
  const order = ground.parts.maker.order();
  const both = [order, ground.parts.maker.other(order)];
  return Promise.all(both.map((one) => ground.send('placeOrder', one, { key })));
}

/** Asks again under the same key, as a client does that does not know what became of its request (interface 8). */
async function giveUp(ground: Ground): Promise<void> {
  const key = ground.parts.target.keys.fresh();
  const order = ground.parts.maker.order();
  const lost = await ground.send('placeOrder', order, { key, cutAfterMs: CUT_MS });
  if (lost?.answer === undefined) await ground.send('placeOrder', order, { key });
}

async function status(ground: Ground): Promise<void> {
  const { holdings } = ground.parts;
  const ids = [...holdings.unsettled.keys(), ...holdings.ended];
  const id = ground.oneOf(ids);
  if (id !== undefined) await ground.send('operationStatus', { operationId: id });
}

async function readSettings(ground: Ground): Promise<void> {
  const request = ground.oneOf(['account', 'instruments', 'conditions', 'limits'] as const) ?? 'account';
  const instrument = ground.oneOf(ground.parts.instruments);
  await ground.send(request, request === 'conditions' && instrument !== undefined ? { instrument } : {});
}

function pages(ground: Ground, collection: Collection): Promise<void> {
  return walkThrough(ground, collection, { limit: 1 + ground.below(20), pages: PAGES, pauseMs: PAGE_MS });
}

/** So many pages at most, from the first one on. */
export async function walkThrough(
  ground: Ground,
  collection: Collection,
  { limit, pages: most, pauseMs }: { readonly limit: number; readonly pages: number; readonly pauseMs?: number },
): Promise<void> {
  let cursor: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const exchange = await ground.send(collection, cursor === undefined ? { limit } : { cursor, limit });
    cursor = cursorOf(ground, collection, exchange);
    if (cursor === undefined) return;
    // A reader who takes a while, so that something comes about between two pages.
    if (pauseMs !== undefined) await pause(ground.below(pauseMs), ground.parts.signal).catch(() => undefined);
  }
}

function cursorOf({ parts }: Ground, collection: Collection, exchange: HttpExchange | undefined): string | undefined {
  const { status = 0, body } = exchange?.answer ?? {};
  if (status > 299 || body === undefined) return undefined;
  const { dialect } = parts.target;
  try {
    const view = collection === 'orderHistory' ? dialect.readOrderHistory(body) : dialect.readDealHistory(body);
    const { cursor } = view;
    return typeof cursor === 'string' && cursor !== ''
      ? cursor
      : typeof cursor === 'number'
        ? String(cursor)
        : undefined;
  } catch {
    // The record says that the dialect failed.
    return undefined;
  }
}

async function subscribe(ground: Ground): Promise<void> {
  const { streams, instruments } = ground.parts;
  const stream = ground.oneOf(streams.open);
  if (stream === undefined) return;
  const event = ground.oneOf(['transactions', ...EVENT_KINDS] as const) ?? 'transactions';
  const some = instruments.slice(0, 1 + ground.below(2));
  if (event === 'hmr') streams.command(stream, 'subscribe', event, some);
  else if (event === 'instruments') streams.command(stream, 'subscribe', event, ground.below(2) === 0 ? ['all'] : some);
  else streams.command(stream, 'subscribe', event);
}

async function unsubscribe(ground: Ground): Promise<void> {
  const { streams } = ground.parts;
  const stream = ground.oneOf(streams.loose.filter((one) => streams.isSubscribed(one, 'transactions')));
  if (stream !== undefined) streams.command(stream, 'unsubscribe', 'transactions');
}

async function readSlowly(ground: Ground): Promise<void> {
  const { streams, signal } = ground.parts;
  if (!streams.pause()) return;
  await pause(1 + ground.below(SLOW_MS), signal).catch(() => undefined);
  streams.resume();
}
