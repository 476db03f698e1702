// Faults of account state events (interface 2.3; 6; 8): when they come, and what they show.

import { kept } from '../../../base/kept.js';
import { add, readDecimal, subtract, toText } from '../../../decimal/index.js';
import type { JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { AccountInfo, DomainEvent } from '../../domain.js';
import type { MessageReader } from '../../rules/telling/rendering.js';
import { always, amended, exceptWhere, insteadWhere } from '../algebra/edits.js';
import { amendingMessage, editAt, editingMessage, type Fault, remove, violating } from '../algebra/index.js';
import { keptBy, sharing } from '../algebra/memory.js';
import { onceGivenUp } from '../algebra/once-given-up.js';

const periodic = violating('6', ['account-state.periodic']);
const showsCurrent = violating('6', ['account-state.shows-current']);

function plusOne(text: string): string {
  const [whole = '0', fraction] = text.split('.');
  return `${BigInt(whole) + 1n}${fraction === undefined ? '' : `.${fraction}`}`;
}

const PUT_OFF_MS = 1900;

const FIGURES = [
  ['balance', 'balance'],
  ['equity', 'equity'],
  ['used_margin', 'used-margin'],
] as const;

export const accountStateFaults: readonly Fault[] = [
  showsCurrent('account-state-margin-frozen-on-later-connections', {
    summary: 'On a later connection of an account every account state event shows the used_margin of the first.',
    amendMessage: (honest) => {
      const first = new Map<string, JsonValue>();
      return (message, event, { accountId, ordinal }) => {
        const sent = honest(message, event, { accountId, ordinal });
        if (event.kind !== 'account_state_event' || ordinal < 2) return sent;
        const name = `${accountId} ${ordinal}`;
        return editAt(sent, ['payload', 'used_margin'], (value) => kept(first, name, () => value));
      };
    },
  }),
  periodic('account-state-missing', {
    summary: 'After the first account state event no other follows.',
    deliveryTimesMs: insteadWhere((event, { sequence }) => event.kind === 'account_state_event' && sequence > 0, []),
  }),
  periodic('account-state-ends-after-five-on-later-connections', {
    summary: 'After 5 account state events of a connection that came after another one had ended no other follows.',
    deliveryTimesMs: insteadWhere(
      (event, { sequence, ordinal, others }) =>
        event.kind === 'account_state_event' && ordinal > 1 && others === 0 && sequence >= 5,
      [],
    ),
  }),
  ...(
    [
      [3, 'three'],
      [4, 'four'],
      [6, 'six'],
      [9, 'nine'],
    ] as const
  ).map(([count, word]) =>
    periodic(`account-state-ends-after-${word}`, {
      summary: `After ${count} account state events of a connection no other follows.`,
      deliveryTimesMs: insteadWhere(
        (event, { sequence }) => event.kind === 'account_state_event' && sequence >= count,
        [],
      ),
    }),
  ),
  violating('6', ['account-state.interval'])('account-state-every-half-second', {
    summary: 'Account state events come twice a second.',
    accountStateIntervalMs: always(500),
  }),
  violating('6', ['account-state.interval'])('account-state-every-seven-seconds', {
    summary: 'Account state events come every seven seconds.',
    accountStateIntervalMs: always(7000),
  }),
  violating('6', ['account-state.interval'])('account-state-slower-once-subscribed-again', {
    summary: 'Account state events come every seven seconds where they were given up and subscribed again.',
    change: onceGivenUp('account_state', (hasLeft) => ({
      accountStateIntervalMs: amended((ms, _standardMs, { id }) => (hasLeft(id) ? 7000 : ms)),
    })),
  }),
  violating('6', ['account-state.no-operations', 'account-state.interval'])('account-state-on-deposits', {
    summary: 'Every balance transaction brings an account state event at once.',
    needs: 'account.deposit',
    accountStateOnBalance: always(true),
  }),
  violating('6', ['account-state.no-operations'])('account-state-with-operation', {
    summary: 'Account state events name the operation that changed the account last.',
    change: amendingMessage('account_state_event', (message) => ({ ...message, operation_id: 'op-last' })),
  }),
  violating('6', ['account-state.shows-current', 'account-state.agrees-with-snapshot'])('account-state-frozen', {
    summary: 'Account state events repeat the figures of the first one.',
    needs: 'account.deposit',
    // Accounts are told apart by the opening balance only, which is enough to be wrong for each.
    amendMessage: keptBy((_amended, _message, event, { ordinal }) =>
      event.kind === 'account_state_event' ? String(ordinal) : undefined,
    ),
  }),
  showsCurrent('account-state-with-the-first-equity', {
    summary: 'The equity of account state events is that of the first one of their connection.',
    needs: 'account.deposit',
    amendMessage: (honest) => {
      const first = new Map<string, JsonValue>();
      return (message, event, connection) => {
        const amended = honest(message, event, connection);
        if (event.kind !== 'account_state_event') return amended;
        return editAt(amended, ['payload', 'equity'], (equity) => {
          const kept = first.get(nameOf(connection)) ?? equity;
          first.set(nameOf(connection), kept);
          return kept;
        });
      };
    },
  }),
  violating('6', ['account-state.agrees-with-snapshot'])('account-state-balance-off-by-one', {
    summary: 'Account state events show a balance that is one unit more than that of snapshots.',
    change: editingMessage('account_state_event', 'payload/balance', (balance) => plusOne(String(balance))),
  }),
  ...(
    [
      ['used_margin', 'margin'],
      ['balance', 'balance'],
    ] as const
  ).map(([figure, word]) =>
    showsCurrent(`account-state-with-the-highest-${word}`, {
      summary: `The ${figure} of account state events never falls on a connection.`,
      ...(figure === 'balance' && { needs: 'account.deposit' }),
      amendMessage: (honest) => {
        const highest = new Map<string, JsonValue>();
        return (message, event, connection) => {
          const amended = honest(message, event, connection);
          if (event.kind !== 'account_state_event') return amended;
          return editAt(amended, ['payload', figure], (now) => {
            const before = highest.get(nameOf(connection)) ?? now;
            const kept = Number(now) > Number(before) ? now : before;
            highest.set(nameOf(connection), kept);
            return kept;
          });
        };
      },
    }),
  ),
  showsCurrent('account-state-with-the-equity-of-the-balance', {
    summary: 'The equity of account state events leaves open positions out: it is the balance.',
    needs: 'market.price',
    change: amendingMessage('account_state_event', (message) => {
      const { payload } = message;
      return isJsonObject(payload)
        ? { ...message, payload: { ...payload, equity: payload['balance'] ?? null } }
        : message;
    }),
  }),
  showsCurrent('account-state-with-the-loss-as-a-profit', {
    summary: 'The equity of account state events adds what open positions have lost, and takes off what they have won.',
    needs: 'market.price',
    change: amendingMessage('account_state_event', (message) => {
      const { payload } = message;
      if (!isJsonObject(payload)) return message;
      const [balance, equity] = [payload['balance'], payload['equity']].map((figure) => readDecimal(String(figure)));
      if (balance === undefined || equity === undefined) return message;
      return { ...message, payload: { ...payload, equity: toText(subtract(add(balance, balance), equity)) } };
    }),
  }),
  showsCurrent('account-state-without-open-positions', {
    summary: 'The used_margin of account state events leaves open positions out.',
    renderMoney: (honest) => (amount, digits, place) =>
      place.in === 'account_state_event' && place.member === 'used_margin'
        ? honest({ coefficient: 0n, scale: amount.scale }, digits, place)
        : honest(amount, digits, place),
  }),
  periodic('account-state-put-off-by-transactions', {
    summary: 'An account state event that would come within 1.9 seconds after a transaction event is left out.',
    deliversTo: (honest) => {
      const latest = new Map<string, number>();
      return (event, subscriptions, context) => {
        if (event.kind === 'transaction_event') latest.set(context.accountId, performance.now());
        const quietMs = performance.now() - (latest.get(context.accountId) ?? 0);
        return !(event.kind === 'account_state_event' && quietMs < PUT_OFF_MS) && honest(event, subscriptions, context);
      };
    },
  }),
  ...(
    [
      ['account-state-never-again-after-disabled', 'disabled', ({ tradeMode }) => tradeMode !== 'normal'],
      ['account-state-never-again-after-close-only', 'close only', ({ accountStatus }) => accountStatus !== 'normal'],
    ] as const satisfies readonly (readonly [string, string, (account: AccountInfo) => boolean])[]
  ).map(([id, words, isRestricted]) =>
    periodic(id, {
      summary: `An account that was ${words} once gets no account state event any more.`,
      needs: 'account.restrict',
      change: sharing(
        () => new Set<string>(),
        (restricted) => ({
          restricted: amended((account) => {
            if (isRestricted(account)) restricted.add(account.id);
            return account;
          }),
          deliversTo: exceptWhere(
            (event, _subscriptions, { accountId }) => event.kind === 'account_state_event' && restricted.has(accountId),
          ),
        }),
      ),
    }),
  ),
  ...FIGURES.map(([figure, word]) =>
    violating('2.3', [`account-state.${word}-present`])(`account-state-without-${word}`, {
      summary: `Account state events lack ${figure}.`,
      change: editingMessage('account_state_event', `payload/${figure}`, remove),
    }),
  ),
  violating('8', ['account-state.interval', 'account-state.periodic'])('account-state-interval-shared-by-connections', {
    summary:
      'The interval of account state events is longer by the square of the number of connections of the account.',
    accountStateIntervalMs: amended((intervalMs, _standardMs, { others }) => intervalMs * (others + 1) ** 2),
  }),
  showsCurrent('account-state-frozen-once-subscribed-again', {
    summary:
      'Who gave account_state up and subscribes again on the same connection is told the figures of before for good.',
    needs: 'account.deposit',
    change: sharing(
      () => ({
        gaveUp: new Set<string>(),
        told: new Map<string, JsonValue>(),
        of: new WeakMap<DomainEvent, string>(),
        subscriber: '',
      }),
      (memory) => ({
        // What it is told at once passes no other rule.
        beginsDelivery: amended((begins, _event, { id }) => {
          memory.subscriber = id;
          return begins;
        }),
        endsDelivery: amended((ends, event, { id }) => {
          if (event === 'account_state') memory.gaveUp.add(id);
          return ends;
        }),
        deliversTo: amended((delivers, event, _subscriptions, { id }) => {
          if (event.kind === 'account_state_event') memory.of.set(event, id);
          return delivers;
        }),
        amendMessage: amended((message, _message, event) => {
          if (event.kind !== 'account_state_event') return message;
          const id = memory.of.get(event) ?? memory.subscriber;
          const before = memory.gaveUp.has(id) ? memory.told.get(id) : undefined;
          if (before !== undefined) return before;
          memory.told.set(id, message);
          return message;
        }),
      }),
    ),
  }),
];

function nameOf({ accountId, ordinal }: MessageReader): string {
  return `${accountId} ${ordinal}`;
}
