// What an outcome is judged by, and when it is left open.
import { expect, it } from 'vitest';
import type { Outcome } from '../../../toolkit/intents/index.js';
import { ClientFailed, Undecided } from './ends.js';
import { expecting } from './expect.js';

function judged(state: Outcome['state'], learnsResults: boolean): unknown {
  const { state: judge } = expecting({
    requirement: 'domain.client-final-result',
    nextView: () => Promise.reject(new Error('no view is asked for')),
    mark: () => Promise.resolve(undefined),
    patienceMs: 0,
    learnsResults,
    asserted: () => undefined,
  });
  try {
    judge({ state }, ['rejected', 'failed'], 'it was rejected');
    return undefined;
  } catch (error) {
    return error;
  }
}

it('holds it against no client that its results stay open, where it claims no way to learn them', () => {
  expect(judged('pending', false)).toBeInstanceOf(Undecided);
  expect(judged('pending', true)).toBeInstanceOf(ClientFailed);
});

it('holds a wrong result against either', () => {
  expect(judged('success', false)).toBeInstanceOf(ClientFailed);
  expect(judged('success', true)).toBeInstanceOf(ClientFailed);
  expect(judged('rejected', false)).toBeUndefined();
});
