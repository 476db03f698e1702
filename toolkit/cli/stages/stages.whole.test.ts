// A newcomer builds a service step by step, and asks the suite after each: what it prints must be the right next step.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../reports/model/model.js';
import { callBuiltTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';
import { type Stage, startHalfBuilt } from './half-built.test.aid.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-stages-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Told {
  readonly code: number;
  readonly stderr: string;
  /** The first of the next steps. */
  readonly next: string;
  readonly results: Results;
}

async function judge(
  name: string,
  stage: Stage,
  options: { readonly selectors?: string[]; readonly more?: string } = {},
): Promise<Told> {
  const service = await startHalfBuilt(folder, name, stage);
  try {
    const { selectors = [], more } = options;
    if (more !== undefined) {
      const text = readFileSync(service.profile, 'utf8');
      writeFileSync(service.profile, text.replace(/^claims:\n/m, `claims:\n  ${more}\n`));
    }
    const words = [
      'run',
      ...selectors,
      '--profile',
      service.profile,
      '--out',
      name,
      '--seed',
      '5',
      ...(selectors.length > 0 ? [] : ['--effort', 'quick']),
    ];
    const { code, stderr } = await callBuiltTsi(words, { cwd: folder });
    const results = JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8')) as Results;
    const next = /^ {2}(?:1\.|next {3}) (.*(?:\n {5}[^$\s].*)*)/m.exec(stderr)?.[1]?.replace(/\s+/g, ' ') ?? '';
    return { code, stderr, next, results };
  } finally {
    await service.close();
  }
}

const readsOnly = (path: string): boolean => path.includes('/configuration/');
const UNSIGNED = [
  'signature-unchecked',
  'signature-header-optional',
  'body-hash-unchecked',
  'method-unchecked',
  'path-unchecked',
  'data-header-optional',
  'api-key-header-optional',
];

describe('a service that is being built', { timeout: 120_000, concurrent: false }, () => {
  it.each([
    ['nothing', undefined],
    ['a-page', { status: 200, body: '<html>hello</html>', contentType: 'text/html' }],
  ])('with %s: is told in three lines which read comes first', async (name, otherwise) => {
    const told = await judge(name, { serves: () => false, ...(otherwise && { otherwise }) });
    expect(told.code).toBe(EXIT.unreachable);
    expect(told.stderr.trimEnd().split('\n')).toHaveLength(3);
    expect(told.stderr).toMatch(/^TARGET NOT READY: /);
    expect(told.next).toMatch(/implement GET \/v1\/configuration\/accounts\/\d+\/account first \(interface 4\.4\)/);
  });

  it('that looks at no signature: to verify signatures, not one damage after the other', async () => {
    const told = await judge('unsigned', { serves: readsOnly, faults: UNSIGNED });
    expect(told.code).toBe(EXIT.notConformant);
    expect(told.next).toMatch(/^verify the signature of every request \(interface 5\): \d+ checks fail/);
    expect(told.stderr).toMatch(/2\. implement the events stream/);
  });

  it('that only reads: to build what most checks wait for, which are undecided for that', async () => {
    const { code, stderr, next, results } = await judge('reads', { serves: readsOnly });
    expect(code).toBe(EXIT.notConformant);
    expect(next).toMatch(/^implement the events stream: \d{3,} checks wait for it$/);
    expect(stderr).toMatch(/2\. implement placing orders: \d{2,3} checks wait for it/);
    const failed = results.checks.filter(({ verdict }) => verdict === 'fail');
    expect(failed.length).toBeLessThan(15);
    expect(failed.every(({ actual = '' }) => /404/.test(actual))).toBe(true);
    expect(stderr.split('\n').length).toBeLessThan(120);
  });

  it('that only reads and says so: nothing fails, and the figure is honest', async () => {
    const more = 'notYet: [orders, positions, status, streams, ticks, snapshot, history, cancelling, closing]';
    const { code, stderr, results } = await judge('reads-claimed', { serves: readsOnly }, { more });
    expect(results.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(code).toBe(EXIT.incomplete);
    expect(stderr).toMatch(/INCOMPLETE, CONFORMANT AS FAR AS JUDGED: \d{2,3} of \d{4}; not judged: /);
    expect(stderr).toContain('- "not built yet: the events stream"');
  });

  it('that trades without streams: to build the streams', async () => {
    const { next, results } = await judge('trading', { serves: (path) => !path.includes('/ws/') });
    expect(next).toMatch(/^implement the events stream: \d{3,} checks wait for it$/);
    const failed = results.checks.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
    expect(failed.every(({ requirements: [first] }) => /handshake|paths-v1/.test(first ?? ''))).toBe(true);
  });

  it('whose snapshots are stale after a reconnect: to mend the snapshot, and signing is not accused of it', async () => {
    const selectors = ['reconnect', 'auth.signature-verified', 'versioning'];
    const stage = { serves: () => true, faults: ['snapshot-stale-after-reconnect'] };
    const { next, results } = await judge('stale', stage, { selectors });
    expect(next).toMatch(/^fix reconnect\.snapshot-is-baseline \(interface 6\.4\)/);
    const accused = results.checks.filter(({ area, verdict }) => area === 'auth' && verdict === 'fail');
    expect(accused.map(({ because }) => because?.split('/')[0])).toEqual(
      accused.map(() => 'reconnect.snapshot-is-baseline'),
    );
  });

  it('that is complete: to look at the evidence, and to certify', async () => {
    const { code, stderr, next } = await judge(
      'complete',
      { serves: () => true },
      { selectors: ['versioning', 'configuration'] },
    );
    expect(code).toBe(EXIT.conformant);
    expect(stderr).toMatch(/^CONFORMANT IN THE SELECTED PART: all \d+ judged$/m);
    expect(next).toBe('run without a selection to judge the whole interface');
  });
});
