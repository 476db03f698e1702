import { describe, expect, it } from 'vitest';
import { MemoryJournal } from '../../../../toolkit/journal/memory.js';
import type { RecordDraft } from '../../../../toolkit/journal/record.js';
import { setAside } from '../attempts/attempt.js';
import { BLANK, TargetJournal } from './target-journal.js';

const remark = { ...BLANK, kind: 'info', parsed: null, cause: null } as const;

describe('the journal of a target', () => {
  it('gives a check its own records while it runs, and forgets them afterwards', () => {
    const journal = new TargetJournal(new MemoryJournal(), false);
    const mine = journal.open('a.b/c');
    const other = journal.append({ ...remark, check: 'x.y/z' });
    const index = journal.append({ ...remark, check: 'a.b/c', parsed: { status: 200 } });
    const noted = mine.note('assert', { holds: true }, index);
    expect(mine.at(index)?.parsed).toEqual({ status: 200 });
    expect(mine.at(noted)).toMatchObject({ kind: 'assert', check: 'a.b/c', cause: index });
    expect(mine.at(other)).toBeUndefined();
    journal.release('a.b/c');
    expect(journal.open('a.b/c').at(index)).toBeUndefined();
  });

  it('tells the attempts of a check apart, and what of them did not hold', () => {
    const memory = new MemoryJournal();
    const journal = new TargetJournal(memory, false);
    const check = 'a.b/c';
    const first = journal.open(check);
    first.note('assert', { holds: false });
    const second = journal.open(check);
    expect([first, second].map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(memory.of('resolve')).toMatchObject([{ check, parsed: { by: 'another attempt', attempt: 2 } }]);
    expect([1, 2].map((one) => journal.holdsFalse(check, one))).toEqual([true, false]);
    setAside(first, 'it was late');
    expect(journal.holdsFalse(check, 1)).toBe(false);
    journal.release(check);
    expect(journal.open(check).attempt).toBe(1);
  });

  it('takes no judgement of a check that has ended, which would count for the next attempt', () => {
    const memory = new MemoryJournal();
    const mine = new TargetJournal(memory, false).open('a.b/c');
    mine.end();
    for (const kind of ['assert', 'observe'] as const) {
      expect(() => mine.note(kind, { holds: false })).toThrow('the check had ended');
    }
    mine.note('close', null);
    expect(memory.records.map(({ kind }) => kind)).toEqual(['close']);
  });

  it('knows frames that nobody read: of several documents always, no JSON only while nothing was recognised', () => {
    const journal = new TargetJournal(new MemoryJournal(), false);
    const stopped: number[] = [];
    const check = 'a.b/c';
    journal.open(check);
    journal.onMisread(check, (record) => stopped.push(record));
    const unread = (code: string): RecordDraft => {
      const error = { code, message: '' };
      return { ...remark, kind: 'event', check, parsed: { kind: 'unknown', message: null, view: {} }, error };
    };
    const [several, broken] = [unread('several-documents'), unread('json-invalid')];
    const first = journal.append(several);
    journal.append(broken);
    expect(stopped).toEqual([first]);
    expect([several, broken].map((one) => journal.isMisread(one))).toEqual([true, true]);
    journal.append({ ...several, error: null, parsed: { kind: 'tick', message: {}, view: {} } });
    expect([several, broken].map((one) => journal.isMisread(one))).toEqual([true, false]);
  });

  it('keeps everything in order for checks over the history, and only then', () => {
    const keeping = new TargetJournal(new MemoryJournal(), true);
    for (const check of ['a.b/c', null, 'x.y/z']) keeping.append({ ...remark, check });
    const history = keeping.history();
    expect(history.map(({ i, check }) => [i, check])).toEqual([
      [1, 'a.b/c'],
      [2, null],
      [3, 'x.y/z'],
    ]);
    keeping.append({ ...remark, check: 'late' });
    expect(keeping.history()).toBe(history);
    expect(keeping.open('h.i/j').at(3)?.check).toBe('x.y/z');
    expect(() => new TargetJournal(new MemoryJournal(), false).history()).toThrow('expected a check of kind history');
  });
});
