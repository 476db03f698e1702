import { describe, expect, it } from 'vitest';
import { Story } from '../../../../toolkit/checkers/story.test.aid.js';
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import { cutRequest } from './cut-requests.js';

/** A request that ended without an answer. */
function ended(code: string): readonly JournalRecord[] {
  const story = new Story();
  const cause = story.call('placeOrder', { damage: 'another body' });
  story.tell({ kind: 'info', conn: 'http', error: { code, message: '' }, cause });
  return story.records;
}

describe('a request that was cut', () => {
  it('is told by what was asked, and with which damage', () => {
    expect(cutRequest(ended('reset'))).toEqual({ record: 2, what: 'placeOrder with another body' });
  });

  it('is none where no answer came in time', () => {
    expect(cutRequest(ended('timeout'))).toBeUndefined();
  });
});
