import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateSample, type SampleRun, writeSampleRun } from '../sample-run.test.aid.js';
import { judgeJournal } from './rejudge.js';
import { differencesFromResults } from './results-differences.js';
import { resultsFromJournal } from './results-from-journal.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-judge-'));
let run: SampleRun;
let lines: readonly Record<string, unknown>[] = [];
beforeAll(() => {
  run = writeSampleRun(join(folder, 'run'), {
    checks: 30,
    verdicts: ['pass', 'fail', 'inconclusive', 'fail', 'not-applicable', 'error', 'pass', 'not-run'],
  });
  lines = readFileSync(run.journalPath, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Line = Record<string, unknown> & { parsed?: Record<string, unknown> };

/** The journal with one record changed: the first that fits. */
async function judgeEdited(fits: (line: Line) => boolean, change: (line: Line) => void): Promise<readonly string[]> {
  const edited = structuredClone(lines) as Line[];
  const line = edited.find(fits);
  if (line === undefined) throw new Error('no such record in the sample');
  change(line);
  const path = join(folder, 'edited.ndjson');
  writeFileSync(path, `${edited.map((one) => JSON.stringify(one)).join('\n')}\n`);
  const judgement = await judgeJournal(path, evaluateSample);
  return [...judgement.findings.map((finding) => finding.message), ...differencesFromResults(judgement, run.results)];
}

describe('judging a journal again', () => {
  it('comes to the verdicts of the run', async () => {
    const judgement = await judgeJournal(run.journalPath, evaluateSample);
    expect(judgement.findings).toEqual([]);
    expect(differencesFromResults(judgement, run.results)).toEqual([]);
    expect(judgement.checks.get('orders.rule-0/case-1')).toMatchObject({
      recorded: 'fail',
      recomputed: 'fail',
      assertions: 4,
    });
  });

  it.each([
    [{ from: 1, to: 2 }, false],
    [{ from: -1e308, to: 2 }, true],
    [{ from: 1.5, to: 2 }, true],
    [{ from: 2, to: 1 }, true],
  ])('looks at what a client sent between records that there are: %j', async (seen, isRefused) => {
    const edited = structuredClone(lines) as Line[];
    const claim = edited.find((line) => line['kind'] === 'assert' && line.parsed?.['holds'] === true);
    Object.assign(claim?.parsed ?? {}, { seen });
    const path = join(folder, 'sent.ndjson');
    writeFileSync(path, `${edited.map((one) => JSON.stringify(one)).join('\n')}\n`);
    const sent = { take: () => undefined, holds: () => true, violation: () => undefined };
    const judgement = await judgeJournal(path, evaluateSample, { judgeSent: async () => sent });
    const said = judgement.findings.map(({ message }) => message).filter((one) => one.includes('show nothing of it'));
    expect(said).toHaveLength(isRefused ? 1 : 0);
  });

  const assertion = (line: Line): boolean => line['kind'] === 'assert';
  const passing = (line: Line): boolean => assertion(line) && line.parsed?.['holds'] === true;
  const failing = (line: Line): boolean => assertion(line) && line.parsed?.['holds'] === false;
  const answer = (line: Line): boolean => line['kind'] === 'ok';
  const factOfLine = ({ parsed: { record, pointer, predicate, expected } = {} }: Line): object => {
    return { record, pointer, predicate, expected };
  };
  const verdict = (line: Line): boolean => line['kind'] === 'verdict';

  it.each([
    [
      'a failed assertion called held',
      failing,
      (line: Line) => Object.assign(line.parsed ?? {}, { holds: true }),
      /recorded as holding, but its evidence says otherwise/,
    ],
    [
      'a claim over facts of which one does not hold',
      failing,
      (line: Line) => Object.assign(line.parsed ?? {}, { holds: true, computed: true, shown: [factOfLine(line)] }),
      /recorded as holding, but its evidence says otherwise/,
    ],
    [
      'a claim over a fact about itself',
      passing,
      (line: Line) =>
        Object.assign(line.parsed ?? {}, { computed: true, shown: [{ ...factOfLine(line), record: line['i'] }] }),
      /names no earlier record to look at/,
    ],
    [
      'a claim over no facts',
      passing,
      (line: Line) => Object.assign(line.parsed ?? {}, { computed: true, shown: [] }),
      /names facts and lists none/,
    ],
    [
      'facts beside a record that is judged',
      passing,
      (line: Line) => Object.assign(line.parsed ?? {}, { shown: [factOfLine(line)] }),
      /though it judges a record itself/,
    ],
    [
      'a held assertion called failed',
      passing,
      (line: Line) => Object.assign(line.parsed ?? {}, { holds: false }),
      /recorded as not holding/,
    ],
    [
      'a lowered expectation',
      failing,
      (line: Line) => Object.assign(line.parsed ?? {}, { expected: 100 }),
      /recorded as not holding, but its evidence says otherwise/,
    ],
    [
      'another predicate',
      failing,
      (line: Line) => Object.assign(line.parsed ?? {}, { predicate: 'anything' }),
      /cannot be evaluated: predicate/,
    ],
    [
      'another record',
      passing,
      (line: Line) => Object.assign(line.parsed ?? {}, { record: 99_999 }),
      /names no earlier record/,
    ],
    [
      'a record of another check',
      (line: Line) => passing(line) && Number(line['i']) > 30,
      (line: Line) => Object.assign(line.parsed ?? {}, { record: 2 }),
      /looks at a record of another check/,
    ],
    [
      'an edited status',
      answer,
      (line: Line) => Object.assign(line.parsed ?? {}, { status: 500 }),
      /recorded as holding, but its evidence says otherwise/,
    ],
    [
      'an edited body',
      answer,
      (line: Line) => Object.assign(line.parsed ?? {}, { body: { operation_id: 'x' } }),
      /not what the recorded bytes say/,
    ],
    [
      'edited bytes',
      answer,
      (line: Line) => Object.assign(line, { raw: '{"operation_id":"x"}' }),
      /not what the recorded bytes say/,
    ],
    ['bytes that are no JSON', answer, (line: Line) => Object.assign(line, { raw: 'x' }), /its bytes are not JSON/],
    [
      'a failure called pass',
      (line: Line) => verdict(line) && line.parsed?.['verdict'] === 'fail',
      (line: Line) => Object.assign(line.parsed ?? {}, { verdict: 'pass' }),
      /recorded verdict is pass, the assertions say fail/,
    ],
    [
      'a pass called not applicable',
      verdict,
      (line: Line) => Object.assign(line.parsed ?? {}, { verdict: 'not-applicable' }),
      /results say pass, the journal says not-applicable/,
    ],
    [
      'a pass called fail',
      verdict,
      (line: Line) => Object.assign(line.parsed ?? {}, { verdict: 'fail' }),
      /recorded verdict is fail, the assertions say inconclusive/,
    ],
    [
      'an unknown verdict',
      verdict,
      (line: Line) => Object.assign(line.parsed ?? {}, { verdict: 'great' }),
      /unknown verdict: "great"/,
    ],
    [
      'a verdict of another check',
      verdict,
      (line: Line) => Object.assign(line, { check: 'orders.rule-0/case-1' }),
      /a second verdict for the same check/,
    ],
    [
      'another seed',
      (line: Line) => line['journal'] === 1,
      (line: Line) => Object.assign(line, { seed: '8' }),
      /seed: the journal says 8, the results say 7/,
    ],
    [
      'another profile',
      (line: Line) => line['journal'] === 1,
      (line: Line) => Object.assign(line, { profile: { name: 'x', fingerprint: 'e' } }),
      /profile fingerprint/,
    ],
  ])('notices %s', async (_what, fits, change, message) => {
    const found = await judgeEdited(fits, change);
    expect(found.join('\n')).toMatch(message);
  });

  it.each([
    ['a number that no double holds', '"x_ratio":1e400', { x_ratio: Number.MAX_VALUE }],
    ['a member that comes twice', '"x":1,"x":2', { x: 2 }],
    ['a member called __proto__', '"__proto__":{"x":1}', JSON.parse('{"__proto__":{"x":1}}')],
  ])('reads %s as the run did', async (_what, member, read) => {
    const found = await judgeEdited(answer, (line) => {
      const raw = `${String(line['raw']).slice(0, -1)},${member}}`;
      // As it stands in a file: a member of any name is a member.
      const body = JSON.parse(`${JSON.stringify(line.parsed?.['body']).slice(0, -1)},${JSON.stringify(read).slice(1)}`);
      Object.assign(line, { raw, parsed: { ...line.parsed, body } });
    });
    // That this test changed a line is all that is wrong.
    expect(found).toEqual([expect.stringContaining('was changed since it was written')]);
  });

  it('knows what a failure violates: what its assertion names, and judges besides', async () => {
    const edited = structuredClone(lines) as Line[];
    const line = edited.find(failing);
    Object.assign(line?.parsed ?? {}, { requirement: 'orders.second', also: ['orders.third'] });
    const path = join(folder, 'second.ndjson');
    writeFileSync(path, `${edited.map((one) => JSON.stringify(one)).join('\n')}\n`);
    const judgement = await judgeJournal(path, evaluateSample, { lenient: true });
    const id = String(line?.['check']);
    const said = (violates: readonly string[]): readonly string[] => {
      const checks = run.results.checks.map((check) => (check.id === id ? { ...check, violates } : check));
      return differencesFromResults(judgement, { ...run.results, checks });
    };
    expect(judgement.checks.get(id)?.violates).toEqual(['orders.second', 'orders.third']);
    expect(said(['orders.second', 'orders.third'])).toEqual([]);
    expect(said(['orders.rule-0'])).toEqual([`${id}: its list of violated requirements is not that of the journal`]);
    const killed = resultsFromJournal({
      judgement,
      facts: () => undefined,
      requirements: [],
      catalogue: 'c',
      command: '',
    });
    expect(killed.checks.find((check) => check.id === id)?.violates).toEqual(['orders.second', 'orders.third']);
  });

  it('refuses a journal that is cut, unless it may be', async () => {
    const path = join(folder, 'cut.ndjson');
    const text = readFileSync(run.journalPath, 'utf8');
    writeFileSync(path, text.slice(0, text.length / 2));
    await expect(judgeJournal(path, evaluateSample)).rejects.toThrow(/journal line \d+/);
    const judgement = await judgeJournal(path, evaluateSample, { lenient: true });
    expect(judgement.footer).toBeUndefined();
    expect(judgement.findings.map((finding) => finding.message).join()).toMatch(/the footer is missing/);
  });

  it('makes results of a killed run: what was decided, and the rest not run', async () => {
    const path = join(folder, 'killed.ndjson');
    const half = lines.slice(0, lines.length / 2).map((line) => JSON.stringify(line));
    const header = {
      ...JSON.parse(half[0] ?? ''),
      settings: { effort: 'quick', checks: run.results.checks.map((check) => check.id) },
    };
    writeFileSync(path, `${[JSON.stringify(header), ...half.slice(1)].join('\n')}\n{"i":`);
    const judgement = await judgeJournal(path, evaluateSample, { lenient: true });
    const results = resultsFromJournal({
      judgement,
      facts: () => undefined,
      requirements: [],
      catalogue: 'c',
      command: 'tsi render x',
    });
    expect(results.checks).toHaveLength(30);
    expect(results.counts.pass).toBeGreaterThan(5);
    expect(results.counts['not-run']).toBeGreaterThan(5);
    expect(results.complete).toBe(false);
    expect(results.counts.fail).toBe(2);
    expect(results.run).toMatchObject({ killed: true, effort: 'quick', seed: '7' });
  });
});
