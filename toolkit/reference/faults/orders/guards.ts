// Faults of the account guards (interface 2.6, 3, 4.5, rule 6).
import type { AccountInfo } from '../../domain.js';
import { always, amended, instead, insteadWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

const lifted = violating('3', ['guards.lifted']);
const readsUnaffected = violating('3', ['guards.reads-unaffected']);

/** Orders of a type that restricted accounts place all the same. */
const PLACED = [
  [
    'disabled-places-limit',
    'guards.disabled-refuses-limit',
    'limit',
    'A trading-disabled account places limit orders.',
  ],
  ['disabled-places-stop', 'guards.disabled-refuses-stop', 'stop', 'A trading-disabled account places stop orders.'],
  [
    'disabled-places-sltp',
    'guards.disabled-refuses-sltp',
    'sltp',
    'The exemption of sltp holds for trading-disabled accounts too.',
  ],
  ['close-only-places-limit', 'guards.close-only-refuses-limit', 'limit', 'A close-only account places limit orders.'],
  ['close-only-places-stop', 'guards.close-only-refuses-stop', 'stop', 'A close-only account places stop orders.'],
] as const;

export const guardFaults: readonly Fault[] = [
  ...PLACED.map(([id, requirement, placed, summary]) =>
    violating('3', [requirement, 'orders.runtime-restrictions-apply'])(id, {
      summary,
      needs: 'account.restrict',
      placementGuard: insteadWhere(
        ({ tradeMode }, type) => type === placed && (tradeMode === 'trading_disabled') === id.startsWith('disabled'),
        undefined,
      ),
    }),
  ),
  ...(['disabled', 'close-only'] as const).map((word) =>
    violating('3', [
      `guards.${word}-refuses-limit`,
      `guards.${word}-refuses-stop`,
      'orders.runtime-restrictions-apply',
    ])(`${word}-places-orders-beside-positions`, {
      summary: `A ${word} account with an open position places any order.`,
      needs: 'account.restrict',
      change: sharing(
        () => new Set<string>(),
        (holding) => ({
          announcements: (honest) => (event, surroundings) => {
            const { accountId, openPositions } = surroundings;
            if (openPositions().length > 0) holding.add(accountId);
            else holding.delete(accountId);
            return honest(event, surroundings);
          },
          placementGuard: insteadWhere(
            ({ id, tradeMode }) => holding.has(id) && (tradeMode === 'trading_disabled') === (word === 'disabled'),
            undefined,
          ),
        }),
      ),
    }),
  ),
  violating('3', ['guards.close-only-allows-sltp'])('close-only-refuses-sltp', {
    summary: 'A close-only account may not even protect its positions.',
    needs: 'account.restrict',
    placementGuard: (honest) => (account, type) => honest(account, type === 'sltp' ? 'limit' : type),
  }),
  violating('3', ['guards.close-only-code'])('close-only-as-disabled', {
    summary: 'An order of a close-only account is refused with ACCOUNT_DISABLED.',
    needs: 'account.restrict',
    placementGuard: amended((answer) => (answer === undefined ? undefined : 'ACCOUNT_DISABLED')),
  }),
  violating('3', [
    'guards.disabled-refuses-limit',
    'guards.close-only-refuses-limit',
    'orders.runtime-restrictions-apply',
  ])('restrictions-end-together', {
    summary: 'The end of one restriction of an account ends the other as well.',
    needs: 'account.restrict',
    restricted: amended((after, before, { tradeMode, accountStatus }) => {
      const ends =
        (before.tradeMode !== 'normal' && tradeMode === 'normal') ||
        (before.accountStatus !== 'normal' && accountStatus === 'normal');
      return ends ? { ...after, tradeMode: 'normal', accountStatus: 'normal' } : after;
    }),
  }),
  lifted('restriction-never-lifted', {
    summary: 'An account that was restricted once stays so.',
    needs: 'account.restrict',
    restricted: amended((answer, before) => ({
      ...answer,
      ...(before.tradeMode === 'normal' ? {} : { tradeMode: before.tradeMode }),
      ...(before.accountStatus === 'normal' ? {} : { accountStatus: before.accountStatus }),
    })),
  }),
  violating('2.6', ['guards.trade-mode-disabled-value'])('trade-mode-not-shown', {
    summary: 'The account read shows a trading-disabled account as normal.',
    needs: 'account.restrict',
    shownAccount: amended((answer) => ({ ...answer, tradeMode: 'normal' })),
  }),
  violating('2.6', ['guards.account-status-close-only-value'])('account-status-not-shown', {
    summary: 'The account read shows a close-only account as normal.',
    needs: 'account.restrict',
    shownAccount: amended((answer) => ({ ...answer, accountStatus: 'normal' })),
  }),
  violating('4.5', ['guards.disabled-no-events'])('disabled-streams-open', {
    summary: 'The events stream of a trading-disabled account goes on as ever.',
    needs: 'account.restrict',
    streamGuard: always(undefined),
  }),
  violating('4.5', ['guards.disabled-no-events'])('disabled-account-subscribes-on-open-streams', {
    summary: 'While trading is disabled no stream is opened, but those that are open take subscriptions.',
    needs: 'account.restrict',
    streamGuard: insteadWhere((_account, _stream, moment) => moment !== 'handshake', undefined),
  }),
  violating('3', ['guards.disabled-refuses-sltp'])('disabled-places-sltp-while-close-only', {
    summary: 'An account on which trading is disabled takes sltp orders where it is close only besides.',
    needs: 'account.restrict',
    placementGuard: (honest) => (account, type) =>
      account.accountStatus === 'close_only' && type === 'sltp' ? undefined : honest(account, type),
  }),
  readsUnaffected('disabled-account-unreadable', {
    summary: 'A trading-disabled account cannot even be read.',
    needs: 'account.restrict',
    readGuard: instead((account) => (account.tradeMode === 'trading_disabled' ? 'ACCOUNT_DISABLED' : undefined)),
  }),
  ...(
    [
      ['close-only', ({ accountStatus }) => accountStatus === 'close_only', 'ACCOUNT_CLOSE_ONLY'],
      ['disabled', ({ tradeMode }) => tradeMode === 'trading_disabled', 'ACCOUNT_DISABLED'],
    ] as const satisfies readonly (readonly [string, (account: AccountInfo) => boolean, string])[]
  ).map(([word, isRestricted, code]) =>
    readsUnaffected(`${word}-conditions-unreadable`, {
      summary: `The conditions of an instrument cannot be read while the account is ${word.replace('-', ' ')}.`,
      needs: 'account.restrict',
      readGuard: insteadWhere((account, operation) => operation === 'conditions' && isRestricted(account), code),
    }),
  ),
  readsUnaffected('close-only-status-unreadable', {
    summary: 'The operation status of a close-only account cannot be read.',
    needs: 'account.restrict',
    readGuard: instead((account, operation) =>
      account.accountStatus === 'close_only' && operation === 'operationStatus' ? 'ACCOUNT_CLOSE_ONLY' : undefined,
    ),
  }),
  violating('3', ['guards.close-only-streams'])('close-only-streams-refused', {
    summary: 'A close-only account has no events stream.',
    needs: 'account.restrict',
    streamGuard: insteadWhere(
      (account, stream) => account.accountStatus === 'close_only' && stream === 'events',
      'ACCOUNT_CLOSE_ONLY',
    ),
  }),
  lifted('streams-stay-refused-after-a-restriction', {
    summary: 'An account on which trading was disabled once has no events stream any more.',
    needs: 'account.restrict',
    streamGuard: (honest) => {
      const disabled = new Set<string>();
      return (account, stream, moment) => {
        const code = honest(account, stream, moment);
        if (code !== undefined) disabled.add(account.id);
        return stream === 'events' && disabled.has(account.id) ? 'ACCOUNT_DISABLED' : code;
      };
    },
  }),
];
