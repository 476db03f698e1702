// What sets an incident off, and what does not.
import { expect, it } from 'vitest';
import type { Arrival } from '../../../toolkit/reference/index.js';
import { honestRules } from '../../../toolkit/reference/rules/rules.js';
import { IncidentInjector } from './incident-injector.js';

function admitted(injector: IncidentInjector, ...keys: readonly string[]): readonly boolean[] {
  const { admits } = injector.rules(honestRules());
  return keys.map((idempotencyKey) => {
    const raw = { method: 'POST', target: '/', headers: [], body: new Uint8Array() } as unknown as Arrival['raw'];
    return admits({ operation: 'placeOrder', raw, accountId: 'A', idempotencyKey, isHandshake: false });
  });
}

it('leaves repeats alone where it waits for a new key, and then strikes whatever comes', () => {
  const injector = new IncidentInjector(() => Promise.resolve());
  expect(admitted(injector, 'a')).toEqual([true]);
  const armed = injector.arm({ on: 'mutation', lost: true, newKey: true, times: 2 });
  expect(admitted(injector, 'a', 'a', 'b', 'b', 'b')).toEqual([true, true, false, false, true]);
  expect(armed.struck).toBe(2);
});

it('strikes only the calls that it names', () => {
  const injector = new IncidentInjector(() => Promise.resolve());
  const armed = injector.arm({ on: 'mutation', among: new Set(['closePosition'] as const), lost: true });
  expect(admitted(injector, 'a', 'b')).toEqual([true, true]);
  armed.disarm();
  injector.arm({ on: 'mutation', among: new Set(['placeOrder'] as const), lost: true });
  expect(admitted(injector, 'c', 'd')).toEqual([false, true]);
});
