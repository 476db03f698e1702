import { describe, expect, it } from 'vitest';
import { MemoryJournal } from '../../../../toolkit/journal/memory.js';
import type { RecordKind } from '../../../../toolkit/journal/record.js';
import type { JsonObject } from '../../../../toolkit/payload/json.js';
import { BLANK } from '../target/target-journal.js';
import { differ, SeenConditions } from './seen-conditions.js';

const READ = { volumeMin: '0.1', volumeMax: '100', volumeStep: '0.1', pointDigits: 5 };

describe('the conditions that a run has seen', () => {
  const journal = new MemoryJournal();
  const take = (seen: SeenConditions, kind: RecordKind, parsed: JsonObject, account = 'A'): void =>
    seen.take(journal.keep({ ...BLANK, kind, check: null, cause: null, account, parsed }));
  const event = (volumeMax: string): JsonObject => ({
    kind: 'instrument_event',
    view: { action: 'upd', instrument: 'EURUSD', conditions: { ...READ, volumeMax } },
  });

  it('are others behind an event of that account that shows others', () => {
    const seen = new SeenConditions();
    seen.saw('A', 'EURUSD', READ, 0);
    take(seen, 'event', event('100.00'));
    expect([seen.othersBehind('A', 'EURUSD', READ, 0), seen.isRestless('EURUSD')]).toEqual([undefined, false]);
    take(seen, 'event', event('90'), 'B');
    expect(seen.othersBehind('A', 'EURUSD', READ, 0)).toBeUndefined();
    take(seen, 'event', event('90'));
    expect([seen.othersBehind('A', 'EURUSD', READ, 0), seen.isRestless('EURUSD')]).toEqual([expect.any(Number), true]);
  });

  it('are not restless for what the run changed itself', () => {
    const seen = new SeenConditions();
    seen.saw('A', 'EURUSD', READ, 0);
    take(seen, 'control', { action: 'instrument.update', params: { instrument: 'EURUSD', volume_max: '90' } });
    take(seen, 'event', event('90'));
    expect(seen.isRestless('EURUSD')).toBe(false);
  });

  it('differ in figures that both show, and in no way of writing them', () => {
    expect(differ(READ, { ...READ, volumeMax: '1E+2', pointDigits: '5' })).toBe(false);
    expect(differ(READ, { volumeMin: '0.1' })).toBe(false);
    expect(differ(READ, { ...READ, pointDigits: 4 })).toBe(true);
  });
});
