// Claims over histories, honest ones and those that somebody wrote into a journal afterwards.
import { describe, expect, it } from 'vitest';
import type { Looking } from '../../../reports/rejudge/references.js';
import { type JudgeHistory, type LookedAgain, lookedThrough } from '../../../reports/rejudge/shown.js';
import { CHECKERS, journalCheckOf } from '../../checkers/index.js';
import { FIGURES, order, Story } from '../../checkers/story.test.aid.js';
import { type JournalHeader, type JournalRecord, RUN_FINDINGS } from '../../journal/record.js';
import type { JsonObject } from '../../payload/json.js';
import { memberOf } from '../../payload/json-kind.js';
import { version } from '../version.js';
import { judgeHistory } from './judge-history.js';

const SCENE = 'story.check/one';
const STATUS = 'ack.status-202';
/** The check of the checker that judges it over the whole run. */
const OVER_RUN = overRun('ack-form');
const HEADER: JournalHeader = {
  journal: 1,
  run: 'story',
  started: '2026-01-01T00:00:00+00:00',
  seed: '1',
  suite: { name: 'tsi-conformance', version: version() },
  node: 'v20',
  profile: { name: 'x', fingerprint: 'f' },
  settings: {},
};

function overRun(name: string): string {
  const checker = CHECKERS.find((one) => one.name === name);
  if (checker === undefined) throw new RangeError(`no checker ${name}`);
  return journalCheckOf(checker);
}

interface Wish {
  readonly requirement?: string;
  readonly level?: 'should';
  readonly check?: string;
}

/** A claim over the history of its check, unless it names a checker of the run. */
function claim(story: Story, history: JsonObject, { requirement = STATUS, level, check = SCENE }: Wish = {}): void {
  const parsed = { requirement, computed: true, holds: true, history, ...(level && { level }) };
  story.tell({ kind: 'assert', check, parsed });
}

function claimOverRun(story: Story, until: number, wish: Wish & { readonly checker?: string } = {}): void {
  claim(story, { over: 'run', until, checker: wish.checker ?? 'ack-form' }, { check: OVER_RUN, ...wish });
}

function placed(story: Story, key: string, status: number): number {
  return story.answer(story.call('placeOrder', { key }), status, { operationId: key, clientRequestId: key });
}

/** A story of one order, well acknowledged or not, and its last record. */
function told(status: number): { readonly story: Story; readonly until: number } {
  const story = new Story();
  return { story, until: placed(story, 'key-1', status) };
}

/** As both passes over a journal do it. */
async function looksThrough(
  { records }: Story,
  header: JournalHeader = HEADER,
): Promise<{ readonly said: readonly (LookedAgain | undefined)[]; readonly history: JudgeHistory }> {
  const history = await judgeHistory(header, records.flatMap(lookingOf));
  if (history === undefined) throw new Error('expected a judge of histories, got none');
  const said: (LookedAgain | undefined)[] = [];
  for (const record of records) {
    history.take(record);
    const looked = lookedThrough(record.parsed);
    if (looked !== undefined) said.push(history.look(record, looked));
  }
  return { said, history };
}

async function saidOf(story: Story): Promise<readonly (LookedAgain | undefined)[]> {
  return (await looksThrough(story)).said;
}

function lookingOf({ run, check, i, parsed }: JournalRecord): readonly Looking[] {
  const looked = lookedThrough(parsed);
  return looked === undefined
    ? []
    : [{ ...looked, run, check, at: i, requirement: String(memberOf(parsed, 'requirement')) }];
}

const refused = (why: RegExp): unknown => ({ refused: expect.stringMatching(why) });

describe('a claim over the history of its check', () => {
  it.each([
    [202, true],
    [200, false],
  ])('is judged by what the check has seen: an ACK with %i', async (status, holds) => {
    const { story, until } = told(status);
    claim(story, { over: 'check', until });
    expect(await saidOf(story)).toEqual([{ holds }]);
  });

  it('does not see what other checks did', async () => {
    const { story, until } = told(202);
    const call = story.tell({ kind: 'invoke', check: 'a.b/c', parsed: { request: 'placeOrder', headers: [] } });
    const parsed = { request: 'placeOrder', status: 200, headers: {}, body: {}, view: {} };
    story.tell({ kind: 'ok', check: 'a.b/c', parsed, cause: call });
    claim(story, { over: 'check', until });
    expect(await saidOf(story)).toEqual([{ holds: true }]);
  });

  it('judges several requirements in a row, and once more after further things', async () => {
    const { story, until } = told(202);
    claim(story, { over: 'check', until });
    claim(story, { over: 'check', until }, { requirement: 'ack.operation-id-present' });
    claim(story, { over: 'check', until: placed(story, 'key-2', 200) });
    expect(await saidOf(story)).toEqual([{ holds: true }, { holds: true }, { holds: false }]);
  });

  it.each([
    { by: 'run again', reason: 'a lock', evidence: [] },
    { by: 'another attempt', attempt: 2 },
  ])('begins anew with a check that is made again from its beginning: $by', async (parsed) => {
    const { story } = told(200);
    story.tell({ kind: 'resolve', parsed });
    claim(story, { over: 'check', until: placed(story, 'key-2', 202) });
    expect(await saidOf(story)).toEqual([{ holds: true }]);
  });

  it('goes on after what became of a mutation', async () => {
    const { story } = told(200);
    story.tell({ kind: 'resolve', parsed: { by: 'retry with the same key', outcome: 'accepted' } });
    claim(story, { over: 'check', until: placed(story, 'key-2', 202) });
    expect(await saidOf(story)).toEqual([{ holds: false }]);
  });

  it('is refused when it ends before what refutes it', async () => {
    const { story } = told(202);
    const until = story.records.length;
    placed(story, 'key-2', 200);
    for (const end of [1, until, -1]) claim(story, { over: 'check', until: end });
    expect(await saidOf(story)).toEqual([1, 2, 3].map(() => refused(/ends before what its check had seen/)));
  });

  it('is refused when it ends in the future', async () => {
    const { story } = told(202);
    for (const end of [story.records.length + 1, 99, 1e300]) claim(story, { over: 'check', until: end });
    expect(await saidOf(story)).toEqual([1, 2, 3].map(() => refused(/ends after it/)));
  });

  it('is refused when nothing of it is to be seen there, or no such requirement is', async () => {
    const { story, until } = told(202);
    for (const requirement of ['hmr.snapshot-after-subscribing', 'x', '__proto__', 'constructor']) {
      claim(story, { over: 'check', until }, { requirement });
    }
    expect(await saidOf(story)).toEqual([1, 2, 3, 4].map(() => refused(/shows nothing of it/)));
  });

  it('is refused when it looks through a run, or by one checker of several', async () => {
    const { story, until } = told(200);
    claim(story, { over: 'run', until });
    claim(story, { over: 'check', until, checker: 'echoes' });
    expect(await saidOf(story)).toEqual([1, 2].map(() => refused(/not the one that its check looks through/)));
  });

  it('is refused beyond so many of one check', async () => {
    const story = new Story();
    for (let n = 0; n < 65; n += 1) claim(story, { over: 'check', until: placed(story, `key-${n}`, 202) });
    const said = await saidOf(story);
    expect(said).toEqual(said.map(() => refused(/one of too many/)));
  });
});

describe('a claim over the history of the run', () => {
  it.each([
    [202, true],
    [200, false],
  ])('is judged by what all checks have seen: an ACK with %i', async (status, holds) => {
    const { story, until } = told(status);
    claimOverRun(story, until);
    expect(await saidOf(story)).toEqual([{ holds }]);
  });

  it('is refused when it ends before what some check did', async () => {
    const { story, until } = told(202);
    placed(story, 'key-2', 200);
    claimOverRun(story, until);
    claimOverRun(story, 1);
    expect(await saidOf(story)).toEqual([1, 2].map(() => refused(/ends before what the checks of its run did/)));
  });

  it('need not reach to what was tidied up afterwards', async () => {
    const { story, until } = told(202);
    story.tell({ kind: 'invoke', check: null, parsed: { request: 'account', headers: [] } });
    story.tell({ kind: 'close', parsed: { code: 1000, clean: true } });
    claimOverRun(story, until);
    expect(await saidOf(story)).toEqual([{ holds: true }]);
  });

  it('is refused when it looks through its check, or by a checker that sees nothing, or by none', async () => {
    const { story, until } = told(200);
    claimOverRun(story, until, { checker: 'hmr-form' });
    claim(story, { over: 'run', until }, { check: OVER_RUN });
    claim(story, { over: 'check', until }, { check: OVER_RUN });
    expect(await saidOf(story)).toEqual([1, 2, 3].map(() => refused(/not the one that its check looks through/)));
  });

  it('begins anew with each shard of a joined journal', async () => {
    const { story } = told(200);
    story.tell({ kind: 'info', check: null, parsed: { [RUN_FINDINGS]: [], clock_offset_ms: 0 } });
    claimOverRun(story, placed(story, 'key-1', 202));
    expect(await saidOf(story)).toEqual([{ holds: true }]);
  });

  it('is refused beyond so many', async () => {
    const story = new Story();
    for (let n = 0; n < 65; n += 1) claimOverRun(story, placed(story, `key-${n}`, 202));
    const said = await saidOf(story);
    expect(said.slice(0, 64)).toEqual(Array.from({ length: 64 }, () => ({ holds: true })));
    expect(said.slice(64)).toEqual([refused(/one of too many/)]);
  });

  it('cannot be had again where a run has several targets', async () => {
    const { story, until } = told(200);
    claimOverRun(story, until, { check: `${OVER_RUN}@second` });
    expect(await saidOf(story)).toEqual([undefined]);
  });

  it('shows what its check passed over when another requirement is claimed instead', async () => {
    const { story, until } = told(200);
    claimOverRun(story, until, { requirement: 'ack.operation-id-present' });
    const { said, history } = await looksThrough(story);
    expect(said).toEqual([{ holds: true }]);
    expect(history.violation(OVER_RUN)).toMatch(/^its history breaks ack\.status-202: /);
    expect(history.violation(SCENE)).toBeUndefined();
  });
});

describe('a claim at level should', () => {
  it('is refused where the history shows no warning, or something that binds', async () => {
    for (const status of [202, 200]) {
      const { story, until } = told(status);
      claim(story, { over: 'check', until }, { level: 'should' });
      expect(await saidOf(story)).toEqual([refused(/shows no warning/)]);
    }
  });

  it('does not hold where there is one', async () => {
    const story = new Story();
    const stream = story.transactions();
    const params = { type: 'limit', volume: '1.00', stopLossPrice: '1.0' };
    story.acknowledged('placeOrder', 'key-1', 'op-1', { params });
    const view = { operationId: 'op-1', clientRequestId: 'key-1', orders: [order('1')], accountState: FIGURES };
    const until = stream.event(view);
    const requirement = 'transactions.placement-sltp-related-order';
    claim(story, { over: 'check', until }, { requirement });
    claim(story, { over: 'check', until }, { requirement, level: 'should' });
    expect(await saidOf(story)).toEqual([{ holds: true }, { holds: false }]);
  });
});

describe('the journal of a client', () => {
  it('has no such history', async () => {
    expect(await judgeHistory({ ...HEADER, settings: { subject: 'client' } }, [])).toBeUndefined();
  });
});
