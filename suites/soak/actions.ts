// What clients of a soak do, as a table: each with how often, what it needs, and how it is done. Pairs that meet are sent at once.
import {
  atOnce,
  cancel,
  close,
  closePart,
  conflict,
  conflictAtOnce,
  giveUp,
  openTwice,
  positionsOf,
  readSettings,
  readSlowly,
  repeat,
  status,
  submitThrice,
  subscribe,
  unsubscribe,
} from './action-steps.js';
import type { Ground } from './ground.js';
import { pages } from './history-walk.js';

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

/** Read at once: status tells every result a second time, and a fault may show in few of them. */
const STATUSES = 6;

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
