// Volumes and prices that were rejected, and come again.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../toolkit/payload/json.js';
import type { PlayedCheck } from '../playing/play.js';
import { fittingPrices, fittingVolumes } from './fitting-figures.js';
import { Heard } from './seen.test.aid.js';

const rejectionIn = (body: JsonValue | undefined): { readonly key: string; readonly code: string } | undefined =>
  typeof body === 'string' ? { key: body, code: 'TRADING_RULE_INVALID_VOLUME_STEP' } : undefined;

describe('volumes', () => {
  const ordering = (): Heard =>
    ['key-0', 'key-1', 'key-2'].reduce(
      (heard, key) => heard.request('openPosition', { volume: '0.1' }, key),
      new Heard(),
    );
  const rejected = (heard: Heard, key: string): Heard =>
    heard.says({
      kind: 'transaction_event',
      message: null,
      view: { clientRequestId: key, status: 'rejected', errorCode: 'TRADING_RULE_INVALID_VOLUME_STEP' },
    });
  const judged = (heard: Heard, troubled: readonly string[] = []): PlayedCheck =>
    fittingVolumes({ seen: heard.seen, troubled: new Set(troubled), rejectionIn });

  it('are sent again where two of them are rejected', () => {
    const heard = rejected(rejected(ordering(), 'key-0'), 'key-2');
    expect(judged(heard)).toMatchObject({ verdict: 'fail', level: 'should' });
  });

  it('are so where statuses tell it', () => {
    const reads = ordering()
      .request('operationStatus', {}, '', { status: 200, json: 'key-0' })
      .request('operationStatus', {}, '', { status: 200, json: 'key-2' });
    expect(judged(reads)).toMatchObject({ verdict: 'fail', level: 'should' });
  });

  it('are spared where one is, or where conditions had changed', () => {
    const heard = rejected(rejected(ordering(), 'key-0'), 'key-2');
    expect(judged(rejected(ordering(), 'key-0')).verdict).toBe('pass');
    expect(judged(heard, ['key-2']).verdict).toBe('pass');
  });
});

describe('prices', () => {
  const priced = (price: string, status: number, others: JsonObject = {}): ((heard: Heard, key: string) => Heard) => {
    const params = { instrument: 'EURUSD', price, ...others };
    return (heard, key) => heard.request('placeOrder', params, key, { status });
  };
  const judged = (...orders: readonly ((heard: Heard, key: string) => Heard)[]): string | undefined => {
    const { seen } = orders.reduce((heard, order, index) => order(heard, `key-${index}`), new Heard());
    const { verdict, level } = fittingPrices({ seen, troubled: new Set(), rejectionIn }, new Map([['EURUSD', 5]]));
    return level ?? verdict;
  };

  it('are sent again where two are refused for more digits', () => {
    expect(judged(priced('0.891234', 400), priced('0.891235', 400))).toBe('should');
    const stop = { stopLossPrice: '0.7000001' };
    expect(judged(priced('0.89', 400, stop), priced('0.89', 400, stop))).toBe('should');
  });

  it.each([
    ['one is refused', [priced('0.891234', 400), priced('0.89', 202)]],
    ['the service takes them', [priced('0.891234', 202), priced('0.891234', 202)]],
    ['they are refused for something else', [priced('0.890000', 400), priced('0.890000', 400)]],
  ])('are spared where %s', (_, orders) => {
    expect(judged(...orders)).toBe('pass');
  });
});
