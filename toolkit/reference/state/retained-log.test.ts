import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RetainedLog } from './retained-log.js';

it('forgets the oldest beyond its number and keeps serials for ever', () => {
  const forgotten: string[] = [];
  const log = new RetainedLog<string>(2, (item) => void forgotten.push(item));
  for (const item of ['a', 'b', 'c']) {
    log.append(item, 10);
  }
  expect([...log.from(0)].map(({ serial, item }) => `${serial} ${item}`)).toEqual(['1 b', '2 c']);
  expect([...log.from(2)].map(({ item }) => item)).toEqual(['c']);
  expect([...log.downFrom(Number.POSITIVE_INFINITY)].map(({ item }) => item)).toEqual(['c', 'b']);
  expect([...log.downFrom(1)].map(({ item }) => item)).toEqual(['b']);
  expect(forgotten).toEqual(['a']);
});

it('behaves like a list that is cut at its front', () => {
  const action = fc.oneof(fc.constant('append' as const), fc.nat(5));
  fc.assert(
    fc.property(fc.array(action, { maxLength: 300 }), (actions) => {
      const log = new RetainedLog<number>(100);
      let model: number[] = [];
      let nowMs = 0;
      for (const step of actions) {
        nowMs += 1;
        if (step === 'append') {
          log.append(nowMs, nowMs);
          model = [...model, nowMs].slice(-100);
        } else {
          const before = nowMs - step * 20;
          log.forget((atMs) => atMs < before);
          model = model.filter((atMs) => atMs >= before);
        }
        expect(log.size).toBe(model.length);
      }
      expect([...log.from(0)].map(({ item }) => item)).toEqual(model);
      const middle = model[Math.floor(model.length / 2)];
      if (middle !== undefined) expect([...log.from(log.firstAt(middle))][0]?.item).toBe(middle);
    }),
  );
});
