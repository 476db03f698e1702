// Which trials of a matrix of lapses are played, and in which order.
import { expect, it } from 'vitest';
import { Proofs } from './proofs.js';
import type { Trial, Tried } from './trial.js';

const LAPSES = ['a', 'b'].map((id) => ({ id, violates: ['auth.client-body-hash'] }) as const);

const trial = (client: string, check: string, isHonest = false): Trial => ({
  client,
  check,
  dialect: 'default',
  seed: 1,
  isHonest,
});
const PAIRS = ['a', 'b'].flatMap((lapse) => ['1', '2', '3'].map((check) => trial(lapse, check)));
const rightly: Tried = { verdict: 'fail', requirement: 'auth.client-body-hash', durationMs: 1 };
const elsewhere: Tried = { verdict: 'fail', requirement: 'auth.client-headers', durationMs: 1 };
const passed: Tried = { verdict: 'pass', durationMs: 1 };

/** Plays one after the other; what came of each trial by its name, `pass` where nothing is said. */
function played(proofs: Proofs, results: Readonly<Record<string, Tried>> = {}): readonly string[] {
  const names: string[] = [];
  for (let next = proofs.next(); next !== undefined; next = proofs.next()) {
    const name = next.client + next.check;
    names.push(name);
    proofs.ended(next, results[name] ?? passed);
  }
  return names;
}

it('plays of a lapse what comes until one check has named a statement that it breaks', () => {
  const proofs = new Proofs(PAIRS, [], LAPSES, []);
  expect(played(proofs, { a1: elsewhere, a2: rightly, b1: rightly })).toEqual(['a1', 'a2', 'b1']);
  expect(proofs.unproven()).toEqual([]);
});

it('plays of a check what comes until it has found a lapse', () => {
  const proofs = new Proofs(PAIRS, [], LAPSES, ['1', '2', '3']);
  expect(played(proofs, { a1: rightly, b1: rightly, b2: elsewhere, a3: elsewhere })).toEqual([
    'a1',
    'b1',
    'a2',
    'b2',
    'a3',
  ]);
});

it('waits for what is under way of a lapse, and plays honest clients meanwhile', () => {
  const proofs = new Proofs(PAIRS, [trial('honest', '1', true)], LAPSES, []);
  const [first, second, third, none] = [proofs.next(), proofs.next(), proofs.next(), proofs.next()];
  expect([first, second, third].map((one) => one?.client)).toEqual(['a', 'b', 'honest']);
  expect(none).toBeUndefined();
});

it('names what is to be tried again where nothing was proven', () => {
  const proofs = new Proofs(PAIRS, [], LAPSES, []);
  played(proofs, { a1: rightly });
  expect(proofs.unproven().map(({ client }) => client)).toEqual(['b', 'b', 'b']);
});
