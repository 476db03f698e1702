import { expect, it } from 'vitest';
import { toText } from '../../../toolkit/decimal/index.js';
import { executedVolume } from './executed-volume.js';

const TRADE = { id: 'deal-1', volume: '0.02', price: '1.1' };

function textOf(...deals: Parameters<typeof executedVolume>[0]): string | undefined {
  const volume = executedVolume(deals);
  return volume && toText(volume);
}

it('counts no deal twice, and no charge with the volume that it is charged for', () => {
  expect(textOf(TRADE, { ...TRADE, id: 'deal-2' }, { volume: '0.02' }, TRADE)).toBe('0.04');
});

it('knows nothing where there is no trade, or one without a volume', () => {
  expect(textOf()).toBeUndefined();
  expect(textOf({ id: 'deal-3', balanceKind: 'deposit', volume: '1' })).toBeUndefined();
  expect(textOf(TRADE, { id: 'deal-4', price: '1.1' })).toBeUndefined();
});
