// Situations of reads: snapshots, pages and settings that are read while something changes (interface 1, rules 2 and 5; 4.4).

import type { Entry } from '../../../toolkit/checkers/index.js';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { Scene } from './scene.js';
import { comes, isOnItsWay, isWaiting, leaves, type Situation, tells } from './situation.js';

function followsCursor(entry: Entry, request: string): boolean {
  return leaves(entry, request) && memberOf(entry.params, 'cursor') !== undefined;
}

function lengthOf(entry: Entry, list: string): number {
  const items = entry.type === 'answer' ? memberOf(entry.view, list) : undefined;
  return Array.isArray(items) ? items.length : 0;
}

/** Events have come since the page that gave the cursor. */
function isLate(entry: Entry, scene: Scene, request: string): boolean {
  if (!leaves(entry, request)) return false;
  const cursor = memberOf(entry.params, 'cursor');
  return typeof cursor === 'string' && scene.events > (scene.cursors.get(cursor) ?? scene.events);
}

export const OF_READS: readonly Situation[] = [
  {
    id: 'state-read-while-unfinished',
    sentence: 'The trading snapshot was read while an operation had no result.',
    needs: ['snapshotResource'],
    sees: (entry, scene) => leaves(entry, 'snapshot') && isWaiting(scene),
  },
  {
    id: 'state-read-while-in-flight',
    sentence: 'The trading snapshot was read while a mutation was on its way.',
    needs: ['snapshotResource'],
    sees: (entry, scene) => leaves(entry, 'snapshot') && isOnItsWay(scene),
  },
  {
    id: 'event-while-state-is-read',
    sentence: 'An event came while the trading snapshot was being read.',
    needs: ['snapshotResource'],
    sees: (entry, scene) => tells(entry) && isOnItsWay(scene, 'snapshot'),
  },
  {
    id: 'state-with-orders-and-positions',
    sentence: 'A trading snapshot showed orders and positions.',
    needs: ['snapshotResource', 'positions'],
    sees: (entry) => comes(entry, 'snapshot') && lengthOf(entry, 'orders') > 0 && lengthOf(entry, 'positions') > 0,
  },
  {
    id: 'page-while-deals-arrive',
    sentence: 'A page of deals was asked for by its cursor after events had come since the page before.',
    needs: ['dealHistory'],
    sees: (entry, scene) => isLate(entry, scene, 'dealHistory'),
  },
  {
    id: 'page-while-orders-close',
    sentence: 'A page of closed orders was asked for by its cursor after events had come since the page before.',
    needs: ['orderHistory'],
    sees: (entry, scene) => isLate(entry, scene, 'orderHistory'),
  },
  {
    id: 'page-while-in-flight',
    sentence: 'A page of history was read while a mutation was on its way.',
    needs: ['dealHistory'],
    sees: (entry, scene) => followsCursor(entry, 'dealHistory') && isOnItsWay(scene),
  },
  {
    id: 'history-of-orders-and-deals-at-once',
    sentence: 'Closed orders and deals were read at once.',
    needs: ['orderHistory', 'dealHistory'],
    sees: (entry, scene) => leaves(entry, 'dealHistory') && isOnItsWay(scene, 'orderHistory'),
  },
  {
    id: 'settings-read-while-trading',
    sentence: 'The account, its instruments or their conditions were read while a mutation was on its way.',
    sees: (entry, scene) =>
      (leaves(entry, 'account') || leaves(entry, 'instruments') || leaves(entry, 'conditions')) && isOnItsWay(scene),
  },
  {
    id: 'limits-read-while-trading',
    sentence: 'The limits were read while a placement was on its way.',
    needs: ['quota'],
    sees: (entry, scene) => leaves(entry, 'limits') && isOnItsWay(scene, 'placeOrder'),
  },
];
