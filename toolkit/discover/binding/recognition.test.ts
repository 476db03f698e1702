// What tells messages apart, and what only looks like it: texts of refusals, counters, echoes.
import { expect, it } from 'vitest';
import type { JsonValue } from '../../payload/json.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { shapeOfValue } from '../shape/of-value.js';
import { type Recognised, recognise } from './recognition.js';

const told = (classes: readonly (readonly [BoundMessage, readonly JsonValue[]])[]): Recognised =>
  recognise(new Map(classes.map(([kind, values]) => [kind, values.map((value) => shapeOfValue(value, 'a stream'))])));
const snapshot = { orders: [], positions: [] };

it('takes the word that each message has in one place', () => {
  const { kind } = told([
    ['trading_state_snapshot', [{ w: 'snap', ...snapshot }]],
    ['command_refused', [{ w: 'nack', error_message: 'NO' }]],
  ]);
  expect(kind).toBe('/w');
});

it.each<[string, readonly (readonly [BoundMessage, readonly JsonValue[]])[]]>([
  ['the text of the only message that came', [['command_refused', [{ nack: { error_message: 'REQUEST_INVALID' } }]]]],
  [
    'a sentence',
    [
      ['command_refused', [{ nack: { why: 'no such event' } }]],
      ['command_accepted', [{ ack: { why: 'as you wish' } }]],
    ],
  ],
  [
    'an error code',
    [
      ['command_refused', [{ error: { code: 'A' } }]],
      ['command_accepted', [{ error: { code: 'NONE' } }]],
    ],
  ],
  [
    'a counter',
    [
      ['trading_state_snapshot', [{ n: 1, ...snapshot }]],
      ['command_refused', [{ n: 2, error_message: 'NO' }]],
    ],
  ],
  ['the only word of the only message', [['command_accepted', [{ done: 'subscribed' }]]]],
])('does not take %s for a kind', (_name, classes) => {
  expect(told(classes).kind ?? null).toBeNull();
});

it('looks for no kind where members tell all messages, and says so', () => {
  const { kind, rules } = told([
    ['trading_state_snapshot', [snapshot]],
    ['command_refused', [{ id: 1, error: { code: 'A' } }]],
    ['command_accepted', [{ id: 2, event: 'hmr' }]],
  ]);
  expect(kind).toBeNull();
  expect(rules.get('command_refused')).toEqual({ when: { '/error': { present: true } } });
  expect(rules.get('command_accepted')).toEqual({ when: { '/event': { present: true } } });
});

it('leaves open what a message has that nobody understands, too', () => {
  const refused = shapeOfValue({ id: 1, text: 'no' }, 'a stream');
  const stranger = shapeOfValue({ id: 2, text: 'good morning' }, 'a stream');
  const { kind, rules } = recognise(new Map([['command_refused' as const, [refused]]]), [stranger]);
  expect(kind).toBeUndefined();
  expect(rules.size).toBe(0);
});

it('takes a place for that of the kind although answers have none', () => {
  const { kind, rules } = told([
    ['trading_state_snapshot', [{ h: { type: 'A' }, d: snapshot }]],
    ['account_state_event', [{ h: { type: 'B' }, d: {} }]],
    ['tick', [{ h: { type: 'C' }, d: {} }]],
    ['command_accepted', [{ ref: 1, done: true }]],
  ]);
  expect(kind).toBe('/h/type');
  expect(rules.get('command_accepted')).toEqual({ when: { '/done': { present: true } } });
});

it('leaves a message of one form open that is told by two words', () => {
  const { rules } = told([
    ['account_state_event', [{ type: 1 }, { type: 2 }]],
    ['tick', [{ type: 3 }]],
    ['hmr_snapshot', [{ type: 4 }]],
    ['hmr_update', [{ type: 5 }]],
  ]);
  expect([...rules.keys()]).toEqual(['tick', 'hmr_snapshot', 'hmr_update']);
});
