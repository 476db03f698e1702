import { describe, expect, it, vi } from 'vitest';
import { HOSTILE_TEXTS, SAMPLE_CHECKS, sampleCheck, sampleResults } from '../sample.test.aid.js';
import { colorWanted, createProgress, type ProgressOptions } from './progress.js';

function collect(options: Partial<ProgressOptions> = {}): {
  readonly text: () => string;
  readonly options: ProgressOptions;
} {
  let text = '';
  let time = 0;
  const stream = {
    write(part: string): void {
      text += part;
    },
  };
  const now = (): number => {
    time += 1_000;
    return time;
  };
  return { text: () => text, options: { stream, isTty: false, color: false, mode: 'text', now, ...options } };
}

function play(options: ProgressOptions): void {
  const progress = createProgress(options);
  progress.plan(SAMPLE_CHECKS.length);
  for (const check of SAMPLE_CHECKS) progress.started(check.id);
  for (const check of SAMPLE_CHECKS) progress.finished(check);
  progress.note('clock offset 12 ms');
  progress.end(sampleResults(), ['/tmp/report/results.json', '/tmp/report/index.html']);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: looks for control characters that must not be there
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe('progress without a terminal', () => {
  it('prints a plain line per check and no control character', () => {
    const { text, options } = collect();
    play(options);
    expect(text()).toContain('✓ pass 5.3.1/signs-the-decoded-bytes');
    expect(text()).toContain('? undecided 6.1.2/one-order');
    expect(text()).not.toMatch(CONTROL);
  });

  it('says what it waits for where nothing else is printed for long', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      const { text, options } = collect({ now: () => performance.now() });
      const progress = createProgress(options);
      progress.plan(200);
      progress.started('5.1/slow');
      vi.advanceTimersByTime(4_000);
      progress.started('5.1/later');
      vi.advanceTimersByTime(61_000);
      expect(text().match(/0 of 200 checks.*/g)).toEqual([
        expect.stringMatching(/5\.1\/slow runs for 30(\.0)? s, and 1 more/),
        expect.stringMatching(/5\.1\/slow runs for (60(\.0)? s|1 min|1m).*, and 1 more/),
      ]);
      progress.end(sampleResults());
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('prints every tenth of a long run, and of failures the first of each requirement', () => {
    const { text, options } = collect();
    const progress = createProgress(options);
    progress.plan(200);
    for (let nth = 1; nth <= 200; nth += 1) {
      const verdict = nth === 7 || nth === 8 ? 'inconclusive' : nth > 190 ? 'fail' : 'pass';
      progress.finished(sampleCheck({ id: `5.1/${nth}`, verdict }));
    }
    const [plan, ...lines] = text().trimEnd().split('\n');
    expect(plan).toBe('200 checks');
    expect(lines.filter((line) => line.startsWith('✗ fail'))).toHaveLength(1);
    expect(lines.filter((line) => !line.startsWith('✗')).map((line) => line.split(' (')[0])).toEqual(
      [20, 40, 60, 80, 100, 120, 140, 160, 180, 200].map((done) => `${done} of 200 checks`),
    );
    expect(lines.at(-1)).toContain('10 failed, 2 undecided');
  });

  it('says of a target that is not there three lines', () => {
    const { text, options } = collect({ awaitsTarget: true });
    const progress = createProgress(options);
    const checks = Array.from({ length: 500 }, (_, n) =>
      sampleCheck({ id: `5.1/${n}`, verdict: 'inconclusive', reason: 'preflight: nothing answers' }),
    );
    progress.plan(checks.length);
    for (const check of checks) progress.finished(check);
    const findings = [
      {
        kind: 'preflight' as const,
        message: 'nothing answers at http://a',
        advice: 'start the target',
        preflight: 'unreachable' as const,
        evidence: [],
        fatal: true,
      },
    ];
    progress.end(sampleResults(checks, { findings }), ['/r/index.html']);
    expect(text()).toBe(
      'TARGET UNREACHABLE: nothing answers at http://a\n  next    start the target\n  report  /r/index.html\n',
    );
  });

  it('names a failure at once, and tells it at the end with all that is needed to act', () => {
    const { text, options } = collect();
    play(options);
    expect(text()).toContain('✗ fail 5.3.8/old-timestamp');
    const [, block = '', again] = text().split('✗ FAIL  refuses a timestamp of hours ago');
    expect(again).toBeUndefined();
    expect(block).toMatch(/requirement +5\.3\.8/);
    expect(block).toMatch(/interface +5\.3/);
    expect(block).toMatch(/expected +status 4xx/);
    expect(block).toMatch(/actual +status 202/);
    expect(block).toMatch(/evidence +journal records 4, 3/);
    expect(block).toMatch(/declared +suites\/auth\/timestamps\.suite\.ts:57\n/);
    expect(block).toMatch(/reproduce +tsi run '5\.3\.8\/old-timestamp' --seed 7/);
    expect(block).toContain('What 5.3.8 states.');
  });

  it('ends with the verdict, the words and areas, the report and at most three next steps', () => {
    const { text, options } = collect();
    play(options);
    const end = text().slice(text().lastIndexOf('NOT CONFORMANT'));
    expect(end).toContain('1 of 6 checks fails (interface 5.3)');
    expect(end).toContain('6: ✗ 1 fail  ! 1 warning  ? 2 undecided  ✓ 1 pass  – 1 not applicable');
    expect(end).toMatch(/areas {3}✗ auth 1\/3 +\? lifecycle 0\/1/);
    expect(end).toContain('/tmp/report/index.html');
    expect(end.match(/^ {2}\d\. /gm)).toHaveLength(3);
    expect(end).toContain("$ tsi run '5.3.8/old-timestamp' --seed 7");
  });

  it('prints a line of the profile for each cause that leaves checks undecided', () => {
    const { text, options } = collect();
    const needs = { verdict: 'inconclusive', unreachable: true, needs: ['environment: sandbox'] } as const;
    const checks = [
      sampleCheck(),
      sampleCheck({ id: 'a.b/c', ...needs }),
      sampleCheck({ id: 'a.b/d', ...needs }),
      sampleCheck({ id: 'a.b/e', verdict: 'inconclusive', needs: ['control stream.drop'] }),
    ];
    const run = { ...sampleResults().run, policy: 'listed' as const, accepted: ['control stream.*'] };
    createProgress(options).end(sampleResults(checks, { run }));
    expect(text()).toContain('policy:\n  accept:\n    - "environment: sandbox"  # 2 checks: a.b/c and 1 more\n');
    expect(text()).toMatch(/Not judged, which is accepted\n +- control stream\.drop {2}# 1 check: a\.b\/e/);
    expect(text()).toContain('INCOMPLETE, CONFORMANT AS FAR AS JUDGED: 1 of 4; not judged: auth (2 wait for');
  });

  it('lists the requirements by section in tree mode', () => {
    const { text, options } = collect({ mode: 'tree' });
    play(options);
    expect(text()).toMatch(/interface 5\.3\n├─ ✓ 5\.3\.1 pass What 5\.3\.1 states\./);
    expect(text().indexOf('interface 5.3')).toBeLessThan(text().indexOf('interface 6.1'));
  });

  it.each(HOSTILE_TEXTS)('prints %j as harmless text', (hostile) => {
    const { text, options } = collect({ mode: 'tree' });
    const check = sampleCheck({ verdict: 'fail', title: hostile, reason: hostile, expected: hostile, actual: hostile });
    const progress = createProgress(options);
    progress.finished(check);
    progress.note(hostile);
    progress.end(sampleResults([check], { findings: [{ kind: 'leak', message: hostile, evidence: [], fatal: true }] }));
    expect(text()).not.toMatch(CONTROL);
    expect(text()).not.toMatch(/::|##\[|##vso\[/);
    expect(text().length).toBeLessThan(40_000);
  });
});

describe('progress on a terminal', () => {
  it('draws a bar, marks slow checks and takes the live part away at the end', () => {
    const { text, options } = collect({ isTty: true, color: true });
    play(options);
    expect(text()).toContain('━');
    expect(text()).toContain('0/6');
    expect(text()).toContain('slow');
    expect(text()).toContain('\u001b[J');
    const end = text().slice(text().lastIndexOf('\u001b[J'));
    expect(end).not.toContain('━');
    expect(end).toContain('NOT CONFORMANT');
  });

  it('folds its parts and says nothing twice in a CI that knows groups', () => {
    const { text, options } = collect({ folds: true });
    play(options);
    expect(text()).toMatch(/^::group::What did not pass$/m);
    const lines = text()
      .split('\n')
      .filter((line) => line.trim() !== '' && line !== '::endgroup::');
    const reproductions = /^ {2}(reproduce|requirement|interface|evidence|as well)/;
    const said = lines.filter((line) => !reproductions.test(line));
    expect(said.length).toBe(new Set(said).size);
  });

  it('keeps to the words when colour is off', () => {
    const { text, options } = collect({ isTty: true, color: false });
    play(options);
    expect(text()).not.toMatch(/\[\d+m/);
  });
});

describe('progress for programs', () => {
  it('prints one JSON object a line, in order', () => {
    const { text, options } = collect({ mode: 'json' });
    play(options);
    const lines = text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line['type'])).toEqual([
      'plan',
      ...SAMPLE_CHECKS.map(() => 'started'),
      ...SAMPLE_CHECKS.map(() => 'finished'),
      'note',
      'end',
    ]);
    expect(lines.at(-2)).toMatchObject({ text: 'clock offset 12 ms' });
    expect(lines.at(-1)).toMatchObject({ exitCode: 1, conformant: false, counts: { fail: 2 } });
  });

  it.each(HOSTILE_TEXTS)('keeps the value of %j and lets no control sequence through', (hostile) => {
    const { text, options } = collect({ mode: 'json' });
    createProgress(options).note(hostile);
    expect(JSON.parse(text())).toMatchObject({ text: hostile });
    expect(text().trimEnd()).toMatch(/^[ -~]*$/);
    expect(text()).not.toMatch(/##\[|##vso\[/);
  });
});

describe('colour', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j on a terminal (%s) is %s', (env, isTty, wanted) => {
    expect(colorWanted(env, isTty)).toBe(wanted);
  });
});
