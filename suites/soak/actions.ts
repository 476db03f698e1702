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
import { pages } from './history-walk.js';
import type { RoundContext } from './round-context.js';

export interface Action {
  readonly name: string;
  /** How often it is chosen, among all that can be done just then. */
  readonly weight: number;
  readonly isPossible?: (context: RoundContext) => boolean;
  readonly run: (context: RoundContext) => Promise<unknown>;
}

/** Few enough for any limit of pending orders, and for snapshots of a readable size. */
const MOST_ORDERS = 25;
const MOST_POSITIONS = 15;

/** Read at once: status tells every result a second time, and a fault may show in few of them. */
const STATUSES = 6;

const hasOrders = ({ parts }: RoundContext): boolean => parts.known.orders.size > 0;
const hasPositions = ({ parts }: RoundContext): boolean => parts.known.positions.size > 0;
const hasSent = ({ parts }: RoundContext): boolean => parts.known.sent.length > 0;
const hasStream = ({ parts }: RoundContext): boolean => parts.streams.open.length > 0;
const hasLoose = ({ parts }: RoundContext): boolean => parts.streams.loose.length > 0;
const mayOrder = ({ parts }: RoundContext): boolean => parts.known.orders.size < MOST_ORDERS;
const mayCancel = (context: RoundContext): boolean => context.has('cancelOrder') && hasOrders(context);
const mayClose = (context: RoundContext): boolean => context.has('closePosition') && hasPositions(context);

function mayOpen(context: RoundContext): boolean {
  return (
    context.has('openPosition') &&
    context.parts.target.profile.claims.positions &&
    context.parts.known.positions.size < MOST_POSITIONS
  );
}

export const ACTIONS: readonly Action[] = [
  {
    name: 'place',
    weight: 12,
    isPossible: mayOrder,
    run: (context) => context.send('placeOrder', context.parts.maker.order()),
  },
  {
    name: 'place-protected',
    weight: 3,
    isPossible: (context) => mayOrder(context) && context.parts.target.profile.claims.sltp,
    run: (context) => context.send('placeOrder', context.parts.maker.protectedOrder()),
  },
  {
    name: 'place-too-little',
    weight: 7,
    run: (context) => context.send('placeOrder', { ...context.parts.maker.order(), volume: '0.00000001' }),
  },
  {
    name: 'place-two',
    weight: 3,
    isPossible: mayOrder,
    run: (context) => {
      const { maker } = context.parts;
      return Promise.all([maker.order(), maker.order()].map((one) => context.send('placeOrder', one)));
    },
  },
  {
    name: 'open',
    weight: 8,
    isPossible: mayOpen,
    run: (context) => context.send('openPosition', context.parts.maker.opening()),
  },
  { name: 'cancel', weight: 9, isPossible: mayCancel, run: (context) => cancel(context) },
  {
    name: 'cancel-twice',
    weight: 1,
    isPossible: mayCancel,
    run: (context) =>
      atOnce(context, [...context.parts.known.orders], (id) => [cancel(context, id), cancel(context, id)]),
  },
  { name: 'close', weight: 6, isPossible: mayClose, run: (context) => close(context) },
  { name: 'close-part', weight: 6, isPossible: mayClose, run: (context) => closePart(context) },
  {
    name: 'close-parts',
    weight: 1,
    isPossible: mayClose,
    run: (context) => atOnce(context, positionsOf(context), (id) => [closePart(context, id), closePart(context, id)]),
  },
  {
    name: 'close-part-and-whole',
    weight: 1,
    isPossible: mayClose,
    run: (context) => atOnce(context, positionsOf(context), (id) => [closePart(context, id), close(context, id)]),
  },
  {
    name: 'close-twice',
    weight: 1,
    isPossible: mayClose,
    run: (context) => atOnce(context, positionsOf(context), (id) => [close(context, id), close(context, id)]),
  },
  {
    name: 'change-over',
    weight: 1,
    isPossible: (context) => mayCancel(context) && mayOpen(context),
    run: (context) =>
      Promise.all([cancel(context), context.send('openPosition', context.parts.maker.opening()), close(context)]),
  },
  { name: 'repeat', weight: 5, isPossible: hasSent, run: (context) => repeat(context, 1) },
  { name: 'repeat-at-once', weight: 2, isPossible: mayOrder, run: submitThrice },
  { name: 'repeat-opening-at-once', weight: 1, isPossible: mayOpen, run: openTwice },
  { name: 'conflict', weight: 3, isPossible: hasSent, run: conflict },
  { name: 'conflict-at-once', weight: 1, isPossible: mayOrder, run: conflictAtOnce },
  { name: 'give-up', weight: 1, isPossible: mayOrder, run: giveUp },
  { name: 'status', weight: 8, run: status },
  {
    name: 'statuses',
    weight: 4,
    run: (context) => Promise.all(Array.from({ length: STATUSES }, () => status(context))),
  },
  {
    name: 'snapshot',
    weight: 5,
    isPossible: (context) => context.has('snapshot'),
    run: (context) => context.send('snapshot'),
  },
  { name: 'read-settings', weight: 3, run: readSettings },
  {
    name: 'read-history',
    weight: 2,
    isPossible: (context) => context.has('dealHistory'),
    run: (context) => pages(context, 'dealHistory'),
  },
  {
    name: 'read-closed-orders',
    weight: 2,
    isPossible: (context) => context.has('orderHistory'),
    run: (context) => pages(context, 'orderHistory'),
  },
  {
    name: 'read-both',
    weight: 1,
    isPossible: (context) => context.has('orderHistory') && context.has('dealHistory'),
    run: (context) => Promise.all([pages(context, 'orderHistory'), pages(context, 'dealHistory')]),
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
    run: async (context) => context.oneOf(context.parts.streams.loose)?.terminate(),
  },
  {
    name: 'leave',
    weight: 1,
    isPossible: hasLoose,
    run: (context) => context.oneOf(context.parts.streams.loose)?.close() ?? Promise.resolve(),
  },
  {
    name: 'read-slowly',
    weight: 1,
    isPossible: (context) => !context.parts.isCalm && hasStream(context),
    run: readSlowly,
  },
];
