// What an events stream may say beside and about what the interface names (interface 1, rule 6; 4.5; 6; 6.2; 6.3):
// further messages, further events, figures of any length, snapshots of any size.
import { equals, parseDecimal } from '../../../toolkit/decimal/index.js';
import type { Frame } from '../../../toolkit/reference/index.js';
import type { Situation } from './situation.js';

const NOTICES: readonly string[] = [
  '{"type":"keep_alive","server":"edge-3"}',
  '{"type":"notice","text":"maintenance on Sunday","payload":{"level":2}}',
  '{"type":"partner_event","payload":null}',
];

/** A client has begun by then, and is known to live. */
const FIRST_NOTICE = 4;

export const notices: Situation = {
  id: 'notices',
  section: '6',
  points: ['envelope-extra', 'ws-details', 'command-ack'],
  summary: 'Behind the first messages of a connection come some between the others that the interface does not name.',
  rules: ({ frames }) => {
    let told = 0;
    return {
      frames: (text, context) => {
        const sent = frames(text, context);
        if (context.stream !== 'events' || context.sequence < FIRST_NOTICE) return sent;
        told += 1;
        const notice: Frame = { data: NOTICES[told % NOTICES.length] ?? '', binary: false };
        return [...sent, notice];
      },
    };
  },
};

export const silentAgain: Situation = {
  id: 'silent-again',
  section: '6',
  points: ['resubscribe'],
  summary:
    'Who subscribes again on the same connection gets no second snapshot, and somebody else trades on the account.',
  behaviour: { resubscribe: 'silent', otherClients: 'trade', platformEvents: 'own-id' },
};

export const othersTrade: Situation = {
  id: 'others-trade',
  section: '6.4',
  points: [],
  summary: 'Beside each order of the client somebody else places one on the same account.',
  behaviour: { otherClients: 'trade', platformEvents: 'own-id' },
};

export const eventBehindSnapshot: Situation = {
  id: 'event-behind-snapshot',
  section: '6.4',
  points: ['event-order'],
  summary: 'The event of a change that a snapshot shows already comes right behind it.',
  rules: () => ({ replays: () => 1 }),
};

export const calmMarket: Situation = {
  id: 'calm-market',
  section: '6',
  points: ['account-state-first'],
  summary: 'Prices stand still but for what the check makes of them.',
  settings: { feedStepMs: 3_600_000 },
};

export const longFigures: Situation = {
  id: 'long-figures',
  section: '1',
  points: [],
  summary: 'The account holds an amount of thirty digits.',
  settings: { openingBalance: '1234567890123456789012345678.91' },
};

const MANY = 2_000;
/** That of the serial at the end of an identifier. */
const BASE = 36;

export const manyOrders: Situation = {
  id: 'many-orders',
  section: '6',
  points: ['pending-maximum', 'buffer-size'],
  summary: `Snapshots show ${MANY} more orders of the account for each that the client knows of.`,
  rules: ({ snapshotOf }) => ({
    overflows: () => false,
    snapshotOf: (state, context) => {
      const shown = snapshotOf(state, context);
      const orders = shown.orders.flatMap((order) => [
        order,
        ...Array.from({ length: MANY }, (_, copy) => ({
          ...order,
          id: `${order.id}${copy.toString(BASE).padStart(3, '0')}`,
        })),
      ]);
      return { ...shown, orders };
    },
  }),
};

export const deniedAtHandshake: Situation = {
  id: 'denied-at-handshake',
  section: '4.5',
  points: ['handshake-refusal', 'guard-live-connection'],
  summary: 'The stream of an account that may not trade is closed, and refused at the handshake.',
  behaviour: { streamRefusal: 'handshake', streamOnDisable: 'close' },
};

export const deniedAtCommand: Situation = {
  id: 'denied-at-command',
  section: '4.5',
  points: ['handshake-refusal', 'guard-live-connection'],
  summary: 'The stream of an account that may not trade is closed; it opens again, and every command on it is refused.',
  behaviour: { streamRefusal: 'command', streamOnDisable: 'close' },
};

/** The smallest volume where an account has conditions of its own. */
const LEAST = '0.50';

export const ownConditions: Situation = {
  id: 'own-conditions',
  section: '2.4',
  points: [],
  summary: `On an account whose conditions were changed, the smallest volume is ${LEAST}.`,
  rules: ({ resolved }) => ({
    resolved: (own, platform, surface) => {
      const shown = resolved(own, platform, surface);
      const isOwn = platform !== undefined && !equals(own.volumeMax, platform.volumeMax);
      return isOwn ? { ...shown, volumeMin: parseDecimal(LEAST) } : shown;
    },
  }),
};
