// Subscriptions that were refused, and are sent again and again.
import { expect, it } from 'vitest';
import { refusedCommands } from './refused-commands.js';
import { Heard } from './seen.test.aid.js';

const REFUSED = { kind: 'command_refused', message: {}, view: { event: 'hmr' } } as const;
const ACCEPTED = { kind: 'command_accepted', message: {}, view: { event: 'hmr' } } as const;

function asks(times: number): Heard {
  const heard = new Heard();
  for (let count = 0; count < times; count += 1) heard.subscribe('hmr', 'NONE').says(REFUSED).pause(100);
  return heard;
}

it('finds who sends what was refused over and over', () => {
  const { verdict, level } = refusedCommands(asks(8).seen);
  expect({ verdict, level }).toEqual({ verdict: 'fail', level: 'should' });
});

it('spares a few tries, and commands that are granted in the end', () => {
  expect(refusedCommands(asks(4).seen).verdict).toBe('pass');
  expect(refusedCommands(asks(8).subscribe('hmr', 'NONE').says(ACCEPTED).seen).verdict).toBe('pass');
});

it('spares other lists', () => {
  const heard = new Heard();
  for (let count = 0; count < 8; count += 1) heard.subscribe('hmr', `NONE-${count}`).says(REFUSED);
  expect(refusedCommands(heard.seen).verdict).toBe('pass');
});

it.each([
  ['finds a list that is refused on one connection after the other', 4, false, 'fail'],
  ['spares one that is refused on a few', 3, false, 'pass'],
  ['spares a kind that is heard of in the end', 4, true, 'pass'],
] as const)('%s', (_, connections, isHeard, verdict) => {
  const heard = new Heard();
  for (let count = 0; count < connections; count += 1) heard.subscribe('hmr', 'EURUSD', 'NONE').says(REFUSED).returns();
  if (isHeard) heard.subscribe('hmr', 'EURUSD').says(ACCEPTED);
  expect(refusedCommands(heard.seen).verdict).toBe(verdict);
});
