// Unit tests of the composition of checkers, and of the closed list.
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../journal/record.js';
import { JournalJudgement, judgeRecords } from './check-journal.js';
import { type Checker, KEPT } from './checker.js';
import { CHECKERS, checkJournal, PATIENT_CHECKERS } from './index.js';
import type { Entry } from './ledger/entry.js';
import { Story } from './story.test.aid.js';

function checkerOf(name: string, see: () => void): Checker {
  return { name, summary: name, requirements: ['ack.status-202'], start: () => ({ see }) };
}

const always: Checker = {
  name: 'always',
  summary: 'finds something in everything',
  requirements: ['ack.status-202', 'ack.operation-id-present'],
  start: ({ findings }) => ({
    see: ({ i }) => {
      findings.judge('ack.status-202', false, () => ({ message: 'm', expected: 'e', actual: 'a', evidence: [i] }));
      findings.judge('ack.operation-id-present', true, () => {
        throw new Error('built a violation where there is none');
      });
    },
  }),
};

describe('judging a journal', () => {
  it('gives one result for each checker, in their order', async () => {
    const results = await checkJournal(new Story().records);
    expect(results.map(({ checker }) => checker)).toEqual([...CHECKERS, ...PATIENT_CHECKERS].map(({ name }) => name));
  });

  it('judges records that arrive as a stream', async () => {
    const story = new Story();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    async function* stream(): AsyncGenerator<JournalRecord> {
      yield* story.records;
    }
    const [result] = await checkJournal(stream(), { only: ['ack-form'] });
    expect(result).toMatchObject({ checker: 'ack-form', outcome: 'ok' });
  });

  it('refuses the name of a checker that does not exist', () => {
    expect(() => checkJournal([], { only: ['nonsense'] })).toThrow(RangeError);
  });

  it('knows nothing by a checker that throws, and everything by the others', async () => {
    const story = new Story();
    story.stream();
    const broken = checkerOf('broken', () => {
      throw new Error('surprise');
    });
    const results = await judgeRecords(story.records, [broken, always]);
    expect(results[0]).toMatchObject({ outcome: 'unknown', isBroken: true, reason: 'the checker failed: surprise' });
    expect(results[1]).toMatchObject({ outcome: 'found', isBroken: false });
  });

  it('shows a checker the entries that it sees, and no others', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.event({ operationId: 'op-1' });
    stream.message('nonsense', {});
    const seen = async (sees: Checker['sees']): Promise<readonly string[]> => {
      const types: string[] = [];
      const see = (entry: Entry): void => {
        types.push(entry.type === 'message' ? entry.kind : entry.type);
      };
      const checker: Checker = { ...checkerOf('all', () => undefined), start: () => ({ see }) };
      await judgeRecords(story.records, [sees === undefined ? checker : { ...checker, sees }]);
      return types;
    };
    const all = await seen(undefined);
    expect(await seen(['transaction_event', 'opened'])).toEqual(['opened', 'transaction_event']);
    expect(await seen(['message'])).toEqual(['trading_state_snapshot', 'transaction_event', 'nonsense']);
    expect(await seen(['call'])).toEqual(all.filter((type) => type === 'call'));
  });

  it('keeps the first findings of each requirement and counts the rest', async () => {
    const story = new Story();
    for (let n = 0; n < KEPT + 5; n += 1) story.call('account');
    const [result] = await judgeRecords(story.records, [always]);
    expect(result).toMatchObject({
      outcome: 'found',
      more: 5,
      judged: 2 * (KEPT + 5),
      judgedBy: { 'ack.operation-id-present': KEPT + 5 },
    });
    expect(result?.findings).toHaveLength(KEPT);
  });

  it('survives records that no writer ever wrote', () => {
    const judgement = new JournalJudgement(CHECKERS);
    const story = new Story();
    const stream = story.transactions();
    stream.message('transaction_event', { orders: 'many', deals: [null, 7], positions: { a: 1 }, accountState: [] });
    stream.message('nonsense', {});
    story.tell({ kind: 'ok', parsed: null, cause: 99 });
    story.tell({ kind: 'ok', parsed: { status: 'ok', view: [1], request: 7 }, cause: null });
    story.tell({ kind: 'event', parsed: 'text' });
    story.tell({ kind: 'send', parsed: [] });
    for (const one of story.records) judgement.see(one);
    expect(judgement.finish().filter(({ isBroken }) => isBroken)).toEqual([]);
  });

  it('keeps the accounts of several targets apart', async () => {
    const story = new Story();
    story.acknowledged('placeOrder', 'key-1', 'op-1');
    const records = story.records.flatMap((record) => [record, { ...record, check: 'story.check/one@other' }]);
    const [first] = await checkJournal(
      records.map((record, at) => ({ ...record, i: at + 1 })),
      { only: ['operation-ids'] },
    );
    expect(first?.findings).toEqual([]);
  });
});

describe('the list of checkers', () => {
  it('has unique names', () => {
    expect(new Set(CHECKERS.map(({ name }) => name)).size).toBe(CHECKERS.length);
  });
});
