import { describe, expect, it } from 'vitest';
import type { StreamMessage } from '../profile/index.js';
import { inInterfaceWords } from './interface-words.js';

const MEANT: Readonly<Record<string, string>> = { RESTING: 'pending', FLAT: 'closed', LONG: 'buy', LMT: 'limit' };
const meaning = (_of: string, word: unknown): string | undefined => MEANT[String(word)];

describe('the words of a message', () => {
  it.each<StreamMessage>([
    { kind: 'transaction_event', message: {}, view: { orders: [], positions: [] } },
    { kind: 'trading_state_snapshot', message: {}, view: { orders: [], positions: [] } },
  ])('are those of the interface in $kind', (message) => {
    const view = {
      orders: [{ id: 'o-1', state: 'RESTING', side: 'LONG', type: 'LMT', volume: '0.10' }],
      positions: [{ id: 'p-1', state: 'FLAT', side: 'LONG' }],
    };
    expect(inInterfaceWords({ ...message, view } as StreamMessage, meaning)).toMatchObject({
      view: {
        orders: [{ id: 'o-1', state: 'pending', side: 'buy', type: 'limit', volume: '0.10' }],
        positions: [{ id: 'p-1', state: 'closed', side: 'buy' }],
      },
    });
  });

  it('stay as they came where the dialect knows none', () => {
    const view = { orders: [{ id: 'o-1', state: 'HALF' }] };
    expect(inInterfaceWords({ kind: 'trading_state_snapshot', message: {}, view }, meaning)).toMatchObject({ view });
  });
});
