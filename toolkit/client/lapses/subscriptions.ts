// Lapses of subscriptions, HMR periods and instruments (interface 2.4; 4.5; 6.2; 6.3).
import { isJsonObject } from '../../payload/json-kind.js';
import { HONEST } from '../conduct/conduct.js';
import { type Lapse, lapses } from './lapse.js';

export const SUBSCRIPTION_LAPSES: readonly Lapse[] = lapses({
  'mixes-accounts': [
    'keeps the orders of all its accounts in one place',
    'subscriptions.client-own-account',
    { mixesAccounts: true },
  ],
  'merges-hmr': [
    'adds the periods of a snapshot to those that it holds',
    ['hmr.client-replaces', 'hmr.client-later-baseline'],
    { hmrSnapshot: (old, next) => next.reduce(HONEST.upserted, old) },
  ],
  'ignores-removed': ['keeps periods that an update removes', 'hmr.client-applies', { removed: (old) => old }],
  'ignores-upserted': [
    'keeps periods as they were first told',
    'hmr.client-applies',
    {
      upserted: (old, period) => (old.some(({ id }) => id === period.id) ? old : [...old, period]),
    },
  ],
  'unites-instruments': [
    'adds the instruments of a changed period to those that it had',
    'hmr.client-applies',
    {
      upserted: (old, period) => {
        const before = old.find(({ id }) => id === period.id)?.instruments ?? [];
        return HONEST.upserted(old, {
          ...period,
          instruments: [...new Set([...before, ...(period.instruments ?? [])])],
        });
      },
    },
  ],
  'removes-before-the-baseline': [
    'takes every period away that an update does not name',
    'hmr.client-applies',
    { upserted: (_old, period) => [period] },
  ],
  'duplicates-upsert': [
    'adds a changed period beside the one that it changes',
    'hmr.client-applies',
    { upserted: (old, period) => [...old, period] },
  ],
  'keeps-first-baseline': [
    'takes the first snapshot of a connection and no later one',
    ['hmr.client-later-baseline', 'hmr.client-replaces'],
    { hmrSnapshot: (old, next, { isFirstOfConnection }) => (isFirstOfConnection ? next : old) },
  ],
  'needs-payload': [
    'looks for HMR messages under payload',
    'hmr.client-bare-form',
    { readsHmr: (message) => isJsonObject(message) && message['payload'] !== undefined },
  ],
  'needs-both-filled': [
    'ignores HMR updates of which one list is empty',
    ['hmr.client-bare-form', 'hmr.client-applies'],
    { readsHmr: (_message, lists) => lists === undefined || (lists.upserted > 0 && lists.removed > 0) },
  ],
  'hmr-all': [
    'subscribes hmr by the wildcard',
    'hmr.client-explicit-list',
    {
      listOf: (kind, wanted, available) =>
        kind === 'hmr' && wanted === 'every' ? ['all'] : HONEST.listOf(kind, wanted, available),
    },
  ],
  'hmr-empty': [
    'subscribes hmr with an empty list where it wants every instrument',
    'hmr.client-explicit-list',
    {
      listOf: (kind, wanted, available) =>
        kind === 'hmr' && wanted === 'every' ? [] : HONEST.listOf(kind, wanted, available),
    },
  ],
  'keeps-hmr-over-drop': [
    'keeps its periods over a drop',
    ['hmr.client-replaces', 'reconnect.client-baseline'],
    { hmrSnapshot: (old, next, { isFirstConnection }) => (isFirstConnection ? next : old) },
  ],
  'ticks-on-events': [
    'subscribes ticks on the events stream',
    ['subscriptions.client-no-ticks', 'subscriptions.client-known-kinds'],
    { kindsOf: (kind) => (kind === 'transactions' ? [kind, 'ticks'] : [kind]) },
  ],
  'invents-kinds': [
    'subscribes orders and positions beside transactions',
    'subscriptions.client-known-kinds',
    { kindsOf: (kind) => (kind === 'transactions' ? [kind, 'orders', 'positions'] : [kind]) },
  ],
  'posts-commands': [
    'sends its commands as requests too, as a description of the interface may suggest',
    'subscriptions.client-over-connection',
    { postsCommands: true },
  ],
  'names-no-kind': [
    'sends a command without a kind beside each',
    'subscriptions.client-command-members',
    { kindsOf: (kind) => [kind, ''] },
  ],
  'no-list': [
    'subscribes instruments without a list',
    'subscriptions.client-instruments-list',
    {
      listOf: (kind, wanted, available) =>
        kind === 'instruments' ? undefined : HONEST.listOf(kind, wanted, available),
    },
  ],
  'lists-more-than-there-is': [
    'asks for instruments that it knows from elsewhere',
    'subscriptions.client-available-instruments',
    {
      listOf: (kind, wanted, available) => {
        const list = HONEST.listOf(kind, wanted, available);
        return list === undefined || wanted !== 'every' ? list : [...list.filter((name) => name !== 'all'), 'DOGEUSD'];
      },
    },
  ],
  'keeps-first-conditions': [
    'keeps the conditions that it read first',
    'instruments.client-whole-object',
    { conditions: (old, next) => old ?? next },
  ],
  'merges-conditions': [
    'keeps the conditions that it holds where an event tells others',
    'instruments.client-whole-object',
    { conditions: (old, next) => ({ ...next, ...old }) },
  ],
  'ignores-del': ['keeps instruments that are deleted', 'instruments.client-actions', { forgetsDeleted: false }],
  'refusal-drops-all': [
    'takes one refused subscription for the end of all',
    'subscriptions.client-refusal-keeps',
    { onRefusedCommand: 'drop all' },
  ],
  'asks-again-when-refused': [
    'sends a subscription that was refused over and over',
    'subscriptions.client-available-instruments',
    { onRefusedCommand: 'ask again' },
  ],
  'refusal-drops-periods': [
    'clears its HMR periods when a further subscription to them is refused',
    'subscriptions.client-refusal-keeps',
    { onRefusedCommand: 'drop periods' },
  ],
});
