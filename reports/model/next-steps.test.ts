import { describe, expect, it } from 'vitest';
import { sampleCheck, sampleResults } from '../sample.test.aid.js';
import { nextSteps } from './next-steps.js';

const texts = (...args: Parameters<typeof nextSteps>): readonly string[] => nextSteps(...args).map((step) => step.text);

describe('the next steps', () => {
  it('start with what made the run fail as a whole', () => {
    const findings = [{ kind: 'preflight' as const, message: 'the target does not answer', evidence: [], fatal: true }];
    expect(texts(sampleResults([sampleCheck({ verdict: 'fail' })], { findings }))[0]).toBe(
      'the target does not answer',
    );
  });

  it('say once that preflight failed, not again for the checks that it left open', () => {
    const message = 'nothing answers';
    const findings = [{ kind: 'preflight' as const, message, evidence: [], fatal: true }];
    const open = Array.from({ length: 12 }, (_, n) =>
      sampleCheck({ id: `b.open/${n}`, verdict: 'inconclusive', reason: `preflight: ${message}` }),
    );
    expect(texts(sampleResults(open, { findings }))).toEqual([message]);
  });

  it('name the requirement with most failures first, with a command for one of them', () => {
    const checks = [
      sampleCheck({ id: 'a.one/x', verdict: 'fail' }),
      sampleCheck({ id: 'a.two/x', verdict: 'fail' }),
      sampleCheck({ id: 'a.two/y', verdict: 'fail' }),
    ];
    const [first, second] = nextSteps(sampleResults(checks));
    expect(first).toEqual({
      text: 'fix a.two (interface 5.3): 2 checks fail on it; start with "refuses a signature over the base64url text"',
      command: "tsi run 'a.two/x' --seed 7",
    });
    expect(second?.text).toMatch(/^fix a\.one/);
  });

  it('name one cause that keeps many checks undecided before the third failure', () => {
    const open = Array.from({ length: 12 }, (_, n) =>
      sampleCheck({
        id: `b.open/${n}`,
        verdict: 'inconclusive',
        reason: `no event of operation op-${n} within 5000 ms`,
      }),
    );
    const failed = ['c', 'd', 'e'].map((name) => sampleCheck({ id: `${name}.x/y`, verdict: 'fail' }));
    expect(texts(sampleResults([...failed, ...open]))[2]).toBe(
      'find out why 12 checks stayed undecided for one reason: no event of operation op-0 within 5000 ms',
    );
  });

  it('tell a slow target once, whatever was asked of it, and no check twice', () => {
    const open = Array.from({ length: 12 }, (_, n) =>
      sampleCheck({
        id: `b.open/${n}`,
        verdict: 'inconclusive',
        reason: `the conditions of I${n} could not be read: no complete answer within 5000 ms (no head so far)`,
      }),
    );
    const [first, ...others] = nextSteps(sampleResults([sampleCheck(), ...open]));
    expect(first?.text).toMatch(/greater timing\.answerMs: 12 checks are undecided/);
    expect(first?.command).toBe('tsi run --failed --seed 7');
    expect(others.map(({ text }) => text).join(' ')).not.toMatch(/find out why/);
    const alike = Array.from({ length: 12 }, (_, n) =>
      sampleCheck({ id: `b.open/${n}`, verdict: 'inconclusive', reason: 'nobody knows' }),
    );
    const commands = nextSteps(sampleResults([sampleCheck(), ...alike])).flatMap(({ command }) => command ?? []);
    expect(new Set(commands).size).toBe(commands.length);
  });

  it('ask for a slower pace where the target throttled the run', () => {
    const open = ['x', 'y'].map((name) =>
      sampleCheck({ id: `a/${name}`, verdict: 'inconclusive', reason: 'the valid twin was refused: HTTP 429' }),
    );
    const hint = 'lower limits.requestsPerSecond in the profile: answers of 429 left 2 checks undecided';
    expect(texts(sampleResults([sampleCheck(), ...open]))[0]).toBe(hint);
  });

  it('say what the profile lacks, and how many checks it would decide', () => {
    const needs = { verdict: 'inconclusive', unreachable: true, needs: ['control stream.drop'] } as const;
    const checks = [sampleCheck(), sampleCheck({ id: 'a/x', ...needs }), sampleCheck({ id: 'a/y', ...needs })];
    expect(texts(sampleResults(checks))[0]).toBe(
      'give the profile control stream.drop: it would let 2 more checks decide',
    );
  });

  it('lead on from a conformant run', () => {
    expect(nextSteps(sampleResults([sampleCheck()]), 'r/index.html')).toEqual([
      { text: 'open r/index.html for the evidence behind every verdict' },
      { text: 'sign this for third parties (tsi keygen makes a key)', command: 'tsi certify r --key FILE' },
    ]);
    const run = { ...sampleResults().run, selection: ['auth'] };
    expect(texts(sampleResults([sampleCheck()], { run }))[0]).toBe(
      'run without a selection to judge the whole interface',
    );
  });

  it('lead from a shard to the whole', () => {
    const run = { ...sampleResults().run, shard: '1/2' };
    expect(nextSteps(sampleResults([sampleCheck()], { run }))[0]?.command).toBe('tsi merge DIR... --out DIR');
  });

  it('are never more than three', () => {
    const checks = Array.from({ length: 9 }, (_, n) => sampleCheck({ id: `a${n}/x`, verdict: 'fail' }));
    expect(nextSteps(sampleResults(checks))).toHaveLength(3);
  });
});
