// Which message is which: a name that the interface states before what a message looks like.
import { expect, it } from 'vitest';
import type { JsonValue } from '../../payload/json.js';
import { shapeOfValue } from '../shape/of-value.js';
import { classify } from './classify.js';
import type { StreamName } from './material.js';

const STATE = { balance: '1', equity: '1', used_margin: '0' };
const told = (value: JsonValue, stream: StreamName = 'events'): string | undefined =>
  classify({ stream, shape: shapeOfValue(value, ''), names: [] });

it.each<[string, JsonValue, string]>([
  ['by the name at its top', { e: 'trading_state_snapshot', d: STATE }, 'trading_state_snapshot'],
  ['by the name in its header', { h: { type: 'tradingStateSnapshot' }, d: STATE }, 'trading_state_snapshot'],
  ['by the name of its member', { account_state_event: { orders: [], ...STATE } }, 'account_state_event'],
  ['by two lists beside an account state', { k: 1, o: [], p: [], a: STATE }, 'trading_state_snapshot'],
  ['by an account state alone', { k: 2, a: STATE }, 'account_state_event'],
  ['by an event kind that it repeats', { ok: true, event: 'account_state' }, 'command_accepted'],
])('tells a message %s', (_how, value, kind) => {
  expect(told(value)).toBe(kind);
});

it('tells a tick by two prices on its stream', () => {
  expect(told({ s: 'GOLD', b: 1.5, a: 1.6 }, 'ticks')).toBe('tick');
  expect(told({ s: 'GOLD', b: 1.5, a: 1.6 })).toBeUndefined();
});
