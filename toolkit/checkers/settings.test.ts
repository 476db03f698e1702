// Unit tests of the settings that a journal carries for its checkers.
import { describe, expect, it } from 'vitest';
import { readSettings, settingsOf } from './settings.js';

const timing = { answerMs: 1, resultMs: 3000, eventMs: 700, quietMs: 1 };
const accounts = { pool: [{ id: 'A', currencyDigits: 2 }, { id: 'Y', currencyDigits: 0 }, { id: 'N' }], unknown: 'U' };
const dialect = { spec: { dateTimes: ['/**/at', '/when'] } };

describe('settings of checkers', () => {
  it('come back from the header of a journal', () => {
    const read = readSettings({ checkers: settingsOf([{ timing, accounts, dialect }]) });
    expect(read).toMatchObject({ resultMs: 3000, eventMs: 700, dateTimeMembers: ['/**/at', '/when'] });
    expect(['A', 'Y', 'N', 'opened later'].map((account) => read.currencyDigits?.(account))).toEqual([
      2,
      0,
      undefined,
      2,
    ]);
  });

  it('take the more patient of several targets, and no decimals on which they differ', () => {
    const other = {
      timing: { ...timing, resultMs: 9000 },
      accounts: { pool: [{ id: 'A', currencyDigits: 3 }], unknown: 'U' },
      dialect: { spec: { dateTimes: ['/when'] } },
    };
    const read = readSettings({ checkers: settingsOf([{ timing, accounts, dialect }, other]) });
    expect(read.resultMs).toBe(9000);
    expect(read.dateTimeMembers).toEqual(['/when']);
    expect(['A', 'Y', 'opened later'].map((account) => read.currencyDigits?.(account))).toEqual([
      undefined,
      0,
      undefined,
    ]);
  });

  it('carry the order that targets state of their history, and none where they differ', () => {
    const newestFirst = { timing, accounts, dialect, history: { dealHistory: { order: 'descending' } } } as const;
    const orders = (...profiles: Parameters<typeof settingsOf>[0]): readonly unknown[] => {
      const { historyOrder } = readSettings({ checkers: settingsOf(profiles) });
      return [historyOrder?.('orderHistory'), historyOrder?.('dealHistory')];
    };
    expect(orders({ timing, accounts, dialect })).toEqual(['ascending', 'ascending']);
    expect(orders(newestFirst)).toEqual(['ascending', 'descending']);
    expect(orders(newestFirst, { timing, accounts, dialect })).toEqual(['ascending', undefined]);
  });

  it.each([null, 7, { checkers: 'none' }, { checkers: { resultMs: '1', currencyDigits: [1] } }])(
    'are the defaults where the header holds %j',
    (settings) => {
      const read = readSettings(settings);
      expect([read.resultMs, read.eventMs, read.currencyDigits?.('A')]).toEqual([undefined, undefined, undefined]);
    },
  );
});

describe('what a recording of somebody else says of itself', () => {
  it('grants a service that recorded itself all but how long it keeps things', () => {
    const observed = { by: 'service', accounts: 'sole', connections: 'all' };
    expect(readSettings({ observed }).granted).toEqual([
      'sole-actor',
      'all-connections',
      'from-start',
      'control-known',
    ]);
  });

  it('grants nothing that it does not say, and a run of the suite everything', () => {
    expect(readSettings({ observed: { by: 'import', accounts: 'shared', connections: 'some' } }).granted).toEqual([]);
    expect(readSettings({}).granted).toBeUndefined();
  });
});
