// What sets an incident off, and what does not.
import { expect, it } from 'vitest';
import type { Arrival } from '../../../toolkit/reference/index.js';
import { honestRules } from '../../../toolkit/reference/rules/rules.js';
import { Weather } from './weather.js';

function admitted(weather: Weather, ...keys: readonly string[]): readonly boolean[] {
  const { admits } = weather.rules(honestRules());
  return keys.map((idempotencyKey) => {
    const raw = { method: 'POST', target: '/', headers: [], body: new Uint8Array() } as unknown as Arrival['raw'];
    return admits({ operation: 'placeOrder', raw, accountId: 'A', idempotencyKey, isHandshake: false });
  });
}

it('leaves repeats alone where it waits for a new key, and then strikes whatever comes', () => {
  const weather = new Weather(() => Promise.resolve());
  expect(admitted(weather, 'a')).toEqual([true]);
  const armed = weather.arm({ on: 'mutation', lost: true, newKey: true, times: 2 });
  expect(admitted(weather, 'a', 'a', 'b', 'b', 'b')).toEqual([true, true, false, false, true]);
  expect(armed.struck).toBe(2);
});
