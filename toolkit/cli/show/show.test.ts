// `tsi show` and `tsi open` over the report of one failed check, and what `--failed` repeats.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Called, callBuiltTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-show-'));
const call = (...words: string[]): Promise<Called> => callBuiltTsi(words, { cwd: folder });
const CHECK = 'ack.status-202/order';

/** The report of a run that was judged: one whose service was too slow to start on a busy machine is made again. */
beforeAll(async () => {
  const run = async (): Promise<boolean> =>
    (await call('run', CHECK, '--fault', 'ack-status-200')).code === EXIT.notConformant;
  await vi.waitUntil(run, { timeout: 60_000, interval: 100 });
}, 70_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('tsi show', { timeout: 60_000 }, () => {
  it('tells the story of a verdict', async () => {
    const { code, stdout } = await call('show', CHECK);
    expect(code).toBe(EXIT.conformant);
    expect(stdout).toMatch(/judges +ack\.status-202 \(interface 2\.1, must\)/);
    expect(stdout).toMatch(/declared +suites\/lifecycle\/result\.suite\.ts:\d+/);
    expect(stdout).toMatch(/why +expected status 202, the service accepted \(200\)/);
    expect(stdout).toMatch(/\d+\. \+\d+ ms +POST \/v1\/trading\/accounts\/\d+\/orders -> 200/);
    expect(stdout).toContain('decided it');
    expect(stdout).toMatch(/The suite .*placed an order \((?:limit|stop) (?:buy|sell) [^)]*\)/s);
    expect(stdout.replace(/\s+/g, ' ')).toContain('Expected status 202, the service accepted (200).');
  });

  it('shows a statement with its checks, and a record with its payload', async () => {
    expect((await call('show', 'ack.status-202')).stdout).toMatch(/check +ack\.status-202\/order +suites\//);
    const story = (await call('show', CHECK)).stdout.replace(/\s+/g, ' ');
    const [, record = ''] = /POST \S+ -> 200 \(\d+ ms\)[^(]*\(record (\d+),/.exec(story) ?? [];
    expect((await call('show', record)).stdout).toContain('"decoded_SVC_DATA"');
  });

  it('prints a line that signs the request anew', async () => {
    const { stdout } = await call('show', CHECK, '--curl');
    expect(stdout).toMatch(
      /^tsi sign POST \/v1\/trading\/accounts\/\d+\/orders .*--body-text '.*--format curl \| sh\n$/,
    );
  });

  it('looks into a report that stands last, and says how one is named', async () => {
    const dir = 'conformance-report/partial/ack.status-202_order';
    expect((await call('show', CHECK, dir)).stdout).toContain(`fail in ${join(folder, dir)}`);
    expect(await call('show', dir)).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining(`tsi show CHECK --report ${dir}`),
    });
    expect((await call('show', CHECK, 'no-such-report')).stderr.replace(/\s+/g, ' ')).toContain('--report DIR');
  });

  it('names what was probably meant', async () => {
    expect(await call('show', 'ack.status-202/odrer')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining(`did you mean ${CHECK}?`),
    });
  });
});

it('opens the page of the last report, and repeats what failed in it', { timeout: 60_000 }, async () => {
  expect((await call('open')).stdout).toMatch(/^file:.*partial\/ack\.status-202_order\/index\.html\n$/);
  expect((await call('run', '--failed', '--reference')).code).toBe(EXIT.conformant);
  expect((await call('run', '--failed', '--reference')).code).toBe(EXIT.nothingSelected);
});
