// The dimensions in which the code of a service can branch, as data: what is asked for, of what, by whom, when, how often, and how it
// ends. A check names those in which its statement holds; `choose.ts` chooses the combinations, `t.inContexts` runs them.
// To add a value: a line here, and what it means in the words that read it (`../../words/contexts/`).
import type { Needs } from '../check.js';
import type { Context, DimensionName } from './context.js';

export interface Value {
  readonly words: string;
  /** What the target must have for the value to exist; without it the value is left out. */
  readonly needs?: Needs;
}

interface Dimension<Name extends string> {
  /** What it is the dimension of. */
  readonly words: string;
  /** The first is the plain value, which holds where a check does not name the dimension. */
  readonly values: Readonly<Record<Name, Value>>;
}

const POSITIONS: Needs = { claims: ['positions'] };
const CLOSES: Needs = { claims: ['positions', 'closePosition'], requests: ['closePosition'] };
const PROTECTS: Needs = { claims: ['sltp'] };
const RESTRICTS: Needs = { control: ['account.restrict'] };
const FILLS: Needs = { claims: ['positions'], control: ['order.fill'], streams: 2 };
const HOLDS: Needs = { control: ['operation.hold', 'operation.release'] };
const CREATES: Needs = { control: ['instrument.add', 'instrument.remove'] };

export const DIMENSIONS: { readonly [Name in DimensionName]: Dimension<Context[Name]> } = {
  operation: {
    words: 'the kind of operation',
    values: {
      order: { words: 'a pending order' },
      opening: { words: 'the opening of a position', needs: POSITIONS },
      sltp: { words: 'an sltp order on a position', needs: { claims: ['positions', 'sltp'] } },
      close: { words: 'the close of a position', needs: CLOSES },
      'partial-close': { words: 'the close of a part of a position', needs: CLOSES },
      cancellation: {
        words: 'the cancellation of an order',
        needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
      },
    },
  },
  orderType: { words: 'the type of a pending order', values: { limit: { words: 'limit' }, stop: { words: 'stop' } } },
  side: { words: 'the side', values: { buy: { words: 'to buy' }, sell: { words: 'to sell' } } },
  protection: {
    words: 'what protects an order',
    values: {
      none: { words: 'unprotected' },
      'stop-loss': { words: 'with a stop loss', needs: PROTECTS },
      'take-profit': { words: 'with a take profit', needs: PROTECTS },
      both: { words: 'with stop loss and take profit', needs: PROTECTS },
    },
  },
  result: {
    words: 'the final result',
    values: {
      success: { words: 'that succeeds' },
      rejected: { words: 'that is rejected' },
      failed: { words: 'that fails', needs: { control: ['operation.fail'] } },
    },
  },
  state: {
    words: 'what happened to the entity before',
    values: {
      untouched: { words: 'on what is as it was opened' },
      'partly-closed': { words: 'on what is partly closed already', needs: CLOSES },
      protected: { words: 'on what is protected', needs: PROTECTS },
      'with-stop-loss': { words: 'on what has a stop loss alone', needs: PROTECTS },
      'with-take-profit': { words: 'on what has a take profit alone', needs: PROTECTS },
      filled: { words: 'on what a pending order opened', needs: FILLS },
    },
  },
  part: {
    words: 'how much of a position is closed',
    values: {
      quarter: { words: 'a quarter of it' },
      most: { words: 'all but the least that can be left' },
      hundreds: { words: 'more than a hundred steps of it' },
    },
  },
  told: {
    words: 'where it is told',
    values: {
      event: { words: 'told by the event' },
      status: { words: 'told by operation status' },
      snapshot: { words: 'told by the snapshot of a stream' },
      resource: {
        words: 'told by the snapshot resource',
        needs: { claims: ['snapshotResource'], requests: ['snapshot'] },
      },
      history: { words: 'told by history', needs: { claims: ['dealHistory', 'orderHistory'] } },
    },
  },
  use: {
    words: 'how often the same was done before',
    values: {
      first: { words: 'the first time' },
      second: { words: 'the second time' },
      sixth: { words: 'the sixth time' },
    },
  },
  key: {
    words: 'the idempotency key',
    values: {
      usual: { words: 'under a key of usual length' },
      longest: { words: 'under a key of 128 characters' },
      digits: { words: 'under a key of digits alone' },
      marks: { words: 'under a key with marks at its ends and in a row' },
    },
  },
  delay: {
    words: 'how long after',
    values: {
      none: { words: 'at once' },
      unfinished: { words: 'while the first is unfinished', needs: HOLDS },
      moment: { words: 'after 0.3 s' },
      seconds: { words: 'after 2 s' },
    },
  },
  count: {
    words: 'how many at once',
    values: { one: { words: 'one' }, three: { words: 'three' }, many: { words: 'many' } },
  },
  connection: {
    words: 'the connection that listens',
    values: {
      first: { words: 'on the first connection' },
      second: { words: 'on a second connection', needs: { streams: 2 } },
      reconnected: { words: 'on a connection after one that ended' },
      'subscribed-again': { words: 'on a connection that subscribed, unsubscribed and subscribed again' },
    },
  },
  account: {
    words: 'the account',
    values: {
      leased: { words: 'on an account of the pool' },
      'other-currency': {
        words: 'on an account of another currency',
        needs: { facts: ['otherCurrency'] },
      },
    },
  },
  instrument: {
    words: 'the instrument, each of other digits and steps',
    values: {
      first: { words: 'on the first instrument' },
      second: { words: 'on the second instrument', needs: { instruments: 2 } },
      third: { words: 'on the third instrument', needs: { instruments: 3 } },
      last: { words: 'on the last instrument', needs: { instruments: 4 } },
      created: { words: 'on an instrument created lately', needs: CREATES },
      'created-again': {
        words: 'on an instrument that was deleted and created again',
        needs: { ...CREATES, params: { 'instrument.add': ['instrument'] } },
      },
    },
  },
  after: {
    words: 'what the account or the instrument has been through',
    values: {
      nothing: { words: 'with nothing before' },
      'close-only': { words: 'after the account was close only', needs: RESTRICTS },
      'trading-disabled': { words: 'after trading was disabled', needs: RESTRICTS },
      'session-closed': { words: 'after the session was closed', needs: { control: ['market.close'] } },
      'no-quotes': { words: 'after there were no quotes', needs: { control: ['market.quotes'] } },
      maintenance: { words: 'after a maintenance', needs: { control: ['service.maintenance'] } },
      'quota-exhausted': {
        words: 'after the quota was used up',
        needs: { control: ['limits.exhaust', 'limits.restore'] },
      },
      'conditions-changed': { words: 'after the conditions changed', needs: { control: ['instrument.update'] } },
    },
  },
  guard: {
    words: 'the restriction of the account',
    values: { 'close-only': { words: 'close only' }, 'trading-disabled': { words: 'trading disabled' } },
  },
  wrong: {
    words: 'what is wrong with an order',
    values: {
      'volume-below-minimum': { words: 'a volume below volume_min' },
      'volume-above-maximum': { words: 'a volume above volume_max' },
      'volume-off-step': { words: 'a volume off volume_step' },
      'price-digits': { words: 'a price with a digit too many' },
      'stop-loss-digits': { words: 'a stop loss with a digit too many', needs: PROTECTS },
      'take-profit-digits': { words: 'a take profit with a digit too many', needs: PROTECTS },
    },
  },
  changed: {
    words: 'the value that differs under the same key',
    values: {
      volume: { words: 'another volume' },
      price: { words: 'another price' },
      side: { words: 'another side' },
      instrument: { words: 'another instrument', needs: { instruments: 2 } },
      'stop-loss': { words: 'an added stop loss', needs: PROTECTS },
      'take-profit': { words: 'an added take profit', needs: PROTECTS },
    },
  },
  balance: {
    words: 'the kind of a balance transaction',
    values: {
      balance: { words: 'balance' },
      null_compensation: { words: 'null_compensation' },
      swap_fee: { words: 'swap_fee' },
      admin_fee: { words: 'admin_fee' },
      dividend: { words: 'dividend' },
      svc_dollar: { words: 'svc_dollar' },
    },
  },
  sign: { words: 'the sign of an amount', values: { credit: { words: 'a credit' }, debit: { words: 'a debit' } } },
  change: {
    words: 'what becomes of an instrument or a period',
    values: { created: { words: 'created' }, changed: { words: 'changed' }, removed: { words: 'removed' } },
  },
  list: {
    words: 'how instruments are subscribed',
    values: { named: { words: 'subscribed by name' }, all: { words: 'subscribed by the wildcard' } },
  },
  meanwhile: {
    words: 'what else goes on while it is told',
    values: {
      nothing: { words: 'with nothing beside it' },
      'close-only': { words: 'while the account is close only', needs: RESTRICTS },
      unfinished: { words: 'while an operation is unfinished', needs: HOLDS },
      'quota-exhausted': {
        words: 'while the quota is used up',
        needs: { control: ['limits.exhaust', 'limits.restore'] },
      },
      'refused-command': { words: 'right after a command that was refused' },
      'malformed-frame': { words: 'right after a frame that is no command' },
      'kinds-begin': {
        words: 'right after other kinds were subscribed',
        needs: { claims: ['accountStateEvents'] },
      },
      'kinds-end': {
        words: 'right after other kinds were given up',
        needs: { claims: ['accountStateEvents'] },
      },
      'refused-handshake': { words: 'right after a handshake that was refused' },
      'sister-gives-up': { words: 'after another connection gave it up' },
      'sister-ends': { words: 'after another connection ended' },
    },
  },
};

export const DIMENSION_NAMES: readonly DimensionName[] = Object.keys(DIMENSIONS) as DimensionName[]; // of a closed record

/** The values of a dimension, the plain one first. */
export function valuesOf<Name extends DimensionName>(name: Name): readonly Context[Name][] {
  return Object.keys(DIMENSIONS[name].values) as Context[Name][]; // The keys of a closed record.
}

export function meaningOf<Name extends DimensionName>(name: Name, value: Context[Name]): Value {
  return DIMENSIONS[name].values[value];
}
