import { describe, expect, it } from 'vitest';
import { compileCollection } from './collection.js';

const GROUPS = {
  groups: { fx: { EURUSD: { digits: 5 } }, none: {}, other: { ALL: { digits: 0 }, XAU: { digits: 2 } } },
};

describe('collections in groups', () => {
  it('gathers the entries of maps under their names', () => {
    const read = compileCollection({ at: '/groups/*', form: 'map' }, () => false);
    expect(read(GROUPS)?.map(({ key }) => key)).toEqual(['EURUSD', 'ALL', 'XAU']);
  });

  it('takes a group that is an empty list for an empty map, as some languages write one', () => {
    const read = compileCollection({ at: '/groups/*', form: 'map' }, () => false);
    expect(read({ groups: { none: [], one: { EURUSD: {} } } })?.map(({ key }) => key)).toEqual(['EURUSD']);
  });

  it('gathers lists into one', () => {
    const read = compileCollection('/groups/*', () => false);
    expect(read({ groups: { fx: ['EURUSD'], other: ['ALL', 'XAU'] } })?.map(({ value }) => value)).toEqual([
      'EURUSD',
      'ALL',
      'XAU',
    ]);
  });

  it('takes null and an empty text for a list without items, as bridges from XML write one', () => {
    const read = compileCollection('/orders', () => false);
    expect([null, '', [], {}].map((orders) => read({ orders }))).toEqual([[], [], [], []]);
  });

  it('takes groups that hold nothing for an empty list, as an account without orders has none', () => {
    const read = compileCollection('/groups/*/orders', () => false);
    expect([read({ groups: {} }), read({ groups: [] }), read({ groups: { fx: { orders: [] } } })]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('prefers another place where there is a list to groups that hold nothing', () => {
    const read = compileCollection(['/groups/*/orders', '/orders'], () => false);
    expect(read({ groups: {}, orders: ['O-1'] })?.map(({ value }) => value)).toEqual(['O-1']);
  });

  it('finds nothing where groups are not written, or none of them has the list', () => {
    const read = compileCollection('/groups/*/orders', () => false);
    expect([read({}), read({ groups: null }), read({ groups: { fx: { positions: [] } } })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
