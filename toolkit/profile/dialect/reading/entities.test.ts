import { describe, expect, it } from 'vitest';
import { DEFAULT_DIALECT } from '../default-spelling.js';
import { compileWords } from '../words.js';
import { compileEntities } from './entities.js';

const word = compileWords({});
const side = compileWords({ buy: ['LONG'], sell: ['SHORT'] });
const entities = compileEntities(DEFAULT_DIALECT.entities, { side, balanceKind: word, orderType: word }, 'written');

describe('volumes of orders and positions', () => {
  const read = entities.positions('');

  it.each([
    ['-0.10', 'SHORT', '0.10'],
    ['-0.10', undefined, '0.10'],
    ['0.10', 'SHORT', '0.10'],
    ['-0.10', 'LONG', '-0.10'],
    [-0.1, 'SHORT', -0.1],
  ])('reads %j of what is %s as %j', (volume, spelled, shown) => {
    const one = { position_id: 'P', volume, ...(spelled !== undefined && { side: spelled }) };
    expect(read([one])).toMatchObject([{ id: 'P', volume: shown }]);
    expect(entities.orders('')([{ order_id: 'O', ...one }])).toMatchObject([{ volume: shown }]);
  });
});
