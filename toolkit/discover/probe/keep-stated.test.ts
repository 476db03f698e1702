// What a profile states against what is proposed over it: the target decides, and a guess that reads no more gives way.
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Proposal } from '../proposals/proposal.js';
import { keepStated } from './keep-stated.js';
import type { Shown } from './readings.js';

const DEALS = [
  { deal_id: 'd1', sort: 'trade', booked: { as: 'none' } },
  { deal_id: 'd2', sort: 'cash', booked: { as: 'dividend' } },
];
const SHOWN: Shown = {
  bodies: [{ body: 'dealHistory', value: { deals: DEALS }, from: 'GET deals' }],
  frames: [],
  known: { order: { price: '1.5' } },
  instruments: new Set(['EURUSD']),
  commandIds: new Set(['4571', '8142']),
};

function left(
  stated: JsonObject,
  places: Readonly<Record<string, JsonValue>>,
  shown: Shown = SHOWN,
): readonly string[] {
  const proposals = Object.entries(places).map(
    ([place, value]): Proposal => ({ place: ['dialect', ...place.split('.')], value, reason: '', confidence: 'guess' }),
  );
  return keepStated(stated, proposals, shown).map(({ place }) => place.slice(1).join('.'));
}

it('leaves a condition on balance deals that finds as many', () => {
  const entities = { deal: { balanceKind: '/booked/as' }, balanceWhen: { '/sort': 'cash' } };
  expect(left({ entities }, { 'entities.balanceWhen': { '/booked/as': 'dividend' } })).toEqual([]);
});

it('replaces a condition on balance deals that finds none', () => {
  const entities = { deal: { balanceKind: '/booked/as' }, balanceWhen: { '/sort': 'money' } };
  expect(left({ entities }, { 'entities.balanceWhen': { '/sort': 'cash' } })).toEqual(['entities.balanceWhen']);
});

it('leaves an explicit identifier that is there, and replaces one that is not', () => {
  expect(left({ entities: { deal: { id: '/deal_id' } } }, { 'entities.deal.id': '@key' })).toEqual([]);
  expect(left({ entities: { deal: { id: '/no' } } }, { 'entities.deal.id': '/deal_id' })).toEqual(['entities.deal.id']);
});

it('replaces what reads something else than what is known to be there', () => {
  const orders = [{ id: 'o1', stop: '1.4', limit: '1.5' }];
  const shown: Shown = { ...SHOWN, bodies: [{ body: 'orderHistory', value: { orders }, from: 'GET orders' }] };
  const stated = { entities: { order: { price: '/stop' } } };
  expect(left(stated, { 'entities.order.price': '/limit' }, shown)).toEqual(['entities.order.price']);
  expect(left({ entities: { order: { price: '/limit' } } }, { 'entities.order.price': '/stop' }, shown)).toEqual([]);
});

it('leaves right words, and replaces words that do not come', () => {
  const orders = [{ id: 'o1', side: 'B' }];
  const shown: Shown = { ...SHOWN, bodies: [{ body: 'orderHistory', value: { orders }, from: 'GET orders' }] };
  const over = { 'words.side.buy': 1, 'entities.order.side': '/took_ms' };
  expect(
    left({ words: { side: { buy: 'B', sell: 'S' } }, entities: { order: { side: '/side' } } }, over, shown),
  ).toEqual([]);
  expect(left({ words: { side: { buy: 'L', sell: 'S' } } }, { 'words.side.buy': 'B' }, shown)).toEqual([
    'words.side.buy',
  ]);
});

it('takes a list with a pattern for what it finds, and a root and members of one part together', () => {
  const value = { groups: [{ list: ['EURUSD'] }] };
  const shown: Shown = { ...SHOWN, bodies: [{ body: 'instruments', value, from: 'GET instruments' }] };
  const stated = { bodies: { instruments: { items: '/groups/*/list' } } };
  expect(left(stated, { 'bodies.instruments.at': '/groups', 'bodies.instruments.items': '' }, shown)).toEqual([]);
});

it('leaves several forms of a message that are read', () => {
  const tick = [
    { kind: 'q', bid: '/b' },
    { kind: 'p', bid: '/bid' },
  ];
  const shown: Shown = { ...SHOWN, frames: [{ value: { type: 'q', b: 1.5 }, told: ['tick'] }] };
  expect(left({ messages: { tick } }, { 'messages.tick.kind': 'q', 'messages.tick.bid': '/b' }, shown)).toEqual([]);
});

it('puts no single form in place of several of which one is right', () => {
  const tick = [
    { kind: 'q', bid: '/b' },
    { kind: 'p', bid: '/bid' },
  ];
  const frames = [
    { value: { type: 'q', b: 1.5 }, told: ['tick'] },
    { value: { type: 'r', c: 1.5 }, told: ['tick'] },
  ];
  const over = { 'messages.tick.kind': 'r', 'messages.tick.bid': '/c' };
  expect(left({ messages: { tick } }, over, { ...SHOWN, frames })).toEqual([]);
});

it('replaces a running number by the identifier of the command, and never the other way round', () => {
  const answer = { type: 'subscribed', seq: 7, ref: '4571' };
  const shown: Shown = { ...SHOWN, frames: [{ value: answer, told: ['command_accepted'] }] };
  const place = 'messages.command_accepted.commandId';
  const stating = (commandId: string): JsonObject => ({ messages: { command_accepted: { commandId } } });
  expect(left(stating('/seq'), { [place]: '/ref' }, shown)).toEqual([place]);
  expect(left(stating('/ref'), { [place]: '/seq' }, shown)).toEqual([]);
});
