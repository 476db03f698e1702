// What counts as sent to a connection that had subscribed to nothing.
import { expect, it } from 'vitest';
import type { Events, Received, Submission } from '../../runner/context.js';
import { unaskedOn } from './unasked.js';

const message = (kind: string): Received => ({ kind, view: {} }) as unknown as Received; // what is read of a message, and no more
const snapshot = message('trading_state_snapshot');
const event = message('transaction_event');
const ended = {} as Submission; // the stand-in below knows its results without looking at it

const streamOf = (received: readonly Received[], results: readonly Received[] = []): Events =>
  ({ received, resultsOf: () => results }) as unknown as Events;

it.each([
  ['an event before the snapshot', [event, snapshot], [], 1],
  ['an event without any snapshot', [event], [], 1],
  ['a second snapshot', [snapshot, message('trading_state_snapshot')], [], 1],
  ['data of another kind behind the snapshot', [snapshot, message('account_state_event')], [], 1],
  ['the result of what had ended before, behind the snapshot', [snapshot, event], [event], 1],
  ['what others do behind the snapshot', [snapshot, event], [], 0],
  ['the snapshot and the answer to the command', [message('command_accepted'), snapshot], [], 0],
] as const)('counts %s', (_, received, results, count) => {
  expect(unaskedOn(streamOf(received, results), ended)).toHaveLength(count);
});
