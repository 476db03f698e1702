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
  expect(told(classes).kind).toBeNull();
});
