import { describe, expect, it } from 'vitest';
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
    expect(text()).toContain('? inconclusive 6.1.2/one-order');
    expect(text()).not.toMatch(CONTROL);
  });

  it('prints what did not pass and every tenth of a long run', () => {
    const { text, options } = collect();
    const progress = createProgress(options);
    progress.plan(200);
    for (let nth = 1; nth <= 200; nth += 1) {
      const outOfReach = nth === 8 && { unreachable: true };
      const verdict = nth === 7 || nth === 8 ? 'inconclusive' : 'pass';
      progress.finished(sampleCheck({ id: `5.1/${nth}`, verdict, ...outOfReach }));
    }
    const [plan, undecided, ...tenths] = text().trimEnd().split('\n');
    expect(plan).toBe('200 checks');
    expect(undecided).toContain('? inconclusive 5.1/7');
    expect(tenths.map((line) => line.split(' (')[0])).toEqual(
      [20, 40, 60, 80, 100, 120, 140, 160, 180, 200].map((done) => `${done} of 200 checks`),
    );
  });

  it('shows a failure at once and again at the end, with all that is needed to act', () => {
    const { text, options } = collect();
    play(options);
    const [, first = '', second = ''] = text().split('✗ FAIL  refuses a timestamp of hours ago');
    for (const block of [first, second]) {
      expect(block).toMatch(/requirement +5\.3\.8/);
      expect(block).toMatch(/interface +5\.3/);
      expect(block).toMatch(/expected +status 4xx/);
      expect(block).toMatch(/actual +status 202/);
      expect(block).toMatch(/evidence +journal records 4, 3/);
      expect(block).toMatch(/declared +suites\/auth\/timestamps\.suite\.ts:57\n/);
      expect(block).toMatch(/reproduce +tsi run '5\.3\.8\/old-timestamp' --seed 7/);
    }
    expect(second).toContain('What 5.3.8 states.');
  });

  it('ends with the verdict, the counts, the report and at most three next steps', () => {
    const { text, options } = collect();
    play(options);
    const end = text().slice(text().lastIndexOf('NOT CONFORMANT'));
    expect(end).toContain('1 of 6 checks fails (interface 5.3)');
    expect(end).toContain('✗ 2 fail  ? 2 inconclusive  ✓ 1 pass  – 1 not-applicable  1 warnings');
    expect(end).toContain('/tmp/report/index.html');
    expect(end.match(/^ {2}\d\. /gm)).toHaveLength(3);
    expect(end).toContain("$ tsi run '5.3.8/old-timestamp' --seed 7");
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
