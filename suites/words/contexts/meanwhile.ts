// What goes on on a connection, beside it and on its account while it is to be told of something (interface 3; 4.5; 6; 8): none of it is a
// reason to be silent. Set-up; what the target does not have leaves the context out.
import { damageOf } from '../../../toolkit/wire/damage/library.js';
import type { Circumstance } from '../../runner/circumstances.js';
import type { CheckContext, ContextTrial, Events } from '../../runner/context.js';

type Meanwhile = ContextTrial['context']['meanwhile'];

/** What is no reason for silence on an events stream. A quota is of requests alone: what it does to a stream is judged of ticks. */
export const BESIDE_EVENTS: readonly [Meanwhile, ...Meanwhile[]] = [
  'close-only',
  'unfinished',
  'refused-command',
  'malformed-frame',
  'kinds-begin',
  'kinds-end',
  'refused-handshake',
  'sister-gives-up',
  'sister-ends',
];

interface Listeners {
  /** Those that are to be told. */
  readonly all: readonly Events[];
  /** Another one, subscribed to the same. */
  readonly sister: Events;
  /** What is subscribed of the kinds with a list. */
  readonly names: Readonly<Record<'instruments' | 'hmr', readonly string[]>>;
}

type Begin = (t: CheckContext, trial: ContextTrial, listeners: Listeners) => Promise<(() => Promise<void>) | void>;

const BEGIN: Readonly<Record<Meanwhile, Begin>> = {
  nothing: async () => undefined,
  'close-only': under('close-only'),
  'quota-exhausted': under('quota-exhausted'),
  async unfinished(t, { account }) {
    const order = await account.order();
    const end = await t.under('operations-held', { account });
    await account.submit(order);
    return end;
  },
  'refused-command': onEach(async (events, t) => {
    const command = await events.subscribe('instruments', [t.market.unknown]);
    if (command.outcome === 'accepted') t.notApplicable('the target subscribes to what does not exist');
  }),
  'malformed-frame': onEach(async (events) => events.sendRaw('{"event":')),
  // Those without a list: what a second list of a kind does is open.
  'kinds-begin': onEach((events) => events.subscribed('account_state')),
  'kinds-end': onEach(async (events) => {
    await events.subscribed('account_state');
    await events.unsubscribe('account_state');
  }),
  async 'refused-handshake'(_t, { account }) {
    await account.handshake('eventsStream', { damage: damageOf('sign-bit-in-s').damage });
  },
  async 'sister-gives-up'(_t, _trial, { sister, names }) {
    for (const kind of ['instruments', 'hmr'] as const) await sister.unsubscribe(kind, names[kind]);
    await sister.unsubscribe('transactions');
  },
  'sister-ends': (_t, _trial, { sister }) => sister.close(),
};

/** Brings it about; what is returned ends it. A connection that the target ends over it leaves the context out. */
export async function meanwhile(
  t: CheckContext,
  trial: ContextTrial,
  listeners: Listeners,
): Promise<() => Promise<void>> {
  const end = await BEGIN[trial.context.meanwhile](t, trial, listeners);
  return async () => {
    await end?.();
  };
}

function under(circumstance: Circumstance): Begin {
  return (t, { account }) => t.under(circumstance, { account, instrument: account.instrument().name });
}

function onEach(give: (events: Events, t: CheckContext) => Promise<unknown>): Begin {
  return async (t, _trial, { all }) => {
    await Promise.all(all.map((events) => give(events, t)));
  };
}
