import { describe, expect, it } from 'vitest';
import { OrderBudget, StreamBudget } from './budget.js';

const never = new AbortController().signal;

describe('the budget of orders', () => {
  it('ends the check undecided when it is used up, naming the limit', () => {
    const orders = new OrderBudget(2);
    orders.spend();
    orders.spend();
    expect(() => orders.spend()).toThrow('the order budget of the profile is used up (limits.orders: 2)');
  });
});

describe('the budget of streams', () => {
  it('makes checks wait in order until enough streams are free', async () => {
    const streams = new StreamBudget(4);
    const order: string[] = [];
    const first = await streams.reserve(3, never);
    const second = streams.reserve(3, never).then((release) => {
      order.push('second');
      return release;
    });
    const third = streams.reserve(1, never).then(() => order.push('third'));
    await new Promise(setImmediate);
    expect(order).toEqual([]);
    first();
    first();
    (await second)();
    await third;
    expect(order).toEqual(['second', 'third']);
  });

  it('lets a check that wants more than there is have everything', async () => {
    const streams = new StreamBudget(2);
    const release = await streams.reserve(5, never);
    const waiting = streams.reserve(1, never);
    release();
    await waiting;
  });

  it('forgets a check that is stopped while it waits', async () => {
    const streams = new StreamBudget(1);
    const release = await streams.reserve(1, never);
    const stop = new AbortController();
    const stopped = streams.reserve(1, stop.signal);
    const next = streams.reserve(1, never);
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    release();
    await next;
  });
});
