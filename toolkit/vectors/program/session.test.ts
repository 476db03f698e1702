import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CheckOptions, checkVectors } from '../check.js';
import { loadTests } from '../load.js';
import type { VectorReport } from '../report.js';
import { excerpt } from './excerpt.js';

/** Questions of the one group that is asked here. */
const TESTS = loadTests(['body-hash']).length;
const SIGNATURES = loadTests(['ed25519']).length;

/** A correct implementation of hash-body; `misbehave` runs before each answer and may do it harm. */
const adapter = (misbehave: string): string => `
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { cmd, seq, input } = JSON.parse(line);
  if (cmd === 'stop') break;
  if (cmd === 'start') { say({ implementation: 'test', language: 'JavaScript', capabilities: ['hash-body', 'later-operation'] }); continue; }
  count++;
  const body = Buffer.from(input.body, 'hex');
  const result = { bodyHash: createHash('sha256').update(body).digest('base64url') };
  ${misbehave}
  say({ seq, result });
}`;

let folder: string;
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsi-session-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function script(content: string): string {
  const path = join(folder, `adapter-${files++}.mjs`);
  writeFileSync(path, content);
  return `"${process.execPath}" "${path}"`;
}

async function check(misbehave: string, options: Partial<CheckOptions> = {}): Promise<VectorReport> {
  return checkVectors({ exec: script(adapter(misbehave)), groups: ['body-hash'], ...options });
}

function failed(report: VectorReport): readonly string[] {
  return report.outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ tcId, verdict }) => `${verdict} ${tcId}`);
}

describe('an implementation that works', () => {
  it('passes, and what it does not have is not applicable', async () => {
    const report = await checkVectors({ exec: script(adapter('')) });
    expect(report).toMatchObject({
      implementation: 'test',
      passed: true,
      restarts: 0,
      junkLines: 0,
      operations: ['hash-body'],
    });
    expect(report.counts).toEqual({ pass: TESTS, fail: 0, errored: 0, skipped: 0, 'not-run': 0 });
    expect(report.notApplicable).toContainEqual({ file: 'ed25519', operation: 'verify-signature', tests: SIGNATURES });
  });

  it('may answer in any order', async () => {
    const report = await check(
      `globalThis.held ??= []; held.push({ seq, result }); if (count === ${TESTS}) held.reverse().forEach(say); continue;`,
    );
    expect(failed(report)).toEqual([]);
  });

  it('may skip, and may say that something went wrong', async () => {
    const report = await check(
      `if (count === 3) { say({ seq, skipped: { message: 'no such body' } }); continue; }
       if (count === 4) { say({ seq, errored: { context: 'out of memory' } }); continue; }`,
    );
    expect(failed(report)).toEqual(['skipped hash-body/one-byte', 'errored hash-body/zero-byte']);
    expect(report.outcomes[3]?.message).toBe('out of memory');
    expect(report.passed).toBe(false);
  });

  it('is told of its progress', async () => {
    const seen: number[] = [];
    await check('', { onProgress: ({ done, total }) => seen.push(total - done) });
    expect(seen.at(-1)).toBe(0);
    expect(seen).toHaveLength(TESTS);
  });
});

describe('an implementation that answers wrongly', () => {
  it('fails the tests alone that it answers wrongly, with what was expected', async () => {
    const report = await check(`if (body.length === 1) result.bodyHash = body.toString('hex');`);
    expect(failed(report)).toEqual([
      'fail hash-body/one-byte',
      'fail hash-body/zero-byte',
      'fail hash-body/blank',
      'fail hash-body/line-feed',
    ]);
    expect(report.outcomes.find(({ tcId }) => tcId === 'hash-body/one-byte')).toMatchObject({
      expected: '"ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs"',
      actual: '"61"',
    });
  });

  it.each(['null', '7', '"text"', '[]', '{}', '{ bodyHash: 5 }', 'undefined'])(
    'fails with the result %s',
    async (result) => {
      const report = await check(`say({ seq, result: ${result} }); continue;`);
      expect(report.counts).toMatchObject({ pass: 0, fail: TESTS });
    },
  );
});

describe('an implementation that misbehaves', () => {
  it('may print junk between its answers, which is counted', async () => {
    const report = await check(
      `process.stdout.write('debug: \\u001b[31m' + count + '\\n[1,2]\\n{"seq":99999}\\n\\n');`,
    );
    expect(report).toMatchObject({ passed: true, junkLines: 3 * TESTS });
    expect(report.notes).toEqual(['ignored output that is no answer, first: debug:  [31m1']);
  });

  it('is started again after a crash, and the blame falls on the test that caused it', async () => {
    const report = await check(`if (body[0] === 0x20) process.exit(3);`);
    expect(failed(report)).toEqual(['errored hash-body/blank']);
    expect(report.outcomes.find(({ verdict }) => verdict === 'errored')?.message).toBe('it ended with status 3');
    expect(report.restarts).toBe(2);
  });

  it('is started again when it hangs, and the blame falls on the test that caused it', async () => {
    const report = await check(`if (body[0] === 0x20) await new Promise(() => setInterval(() => {}, 1000));`, {
      answerMs: 1500,
    });
    expect(failed(report)).toEqual(['errored hash-body/blank']);
    expect(report.outcomes.find(({ verdict }) => verdict === 'errored')?.message).toMatch(/no answer within 1500 ms/);
  });

  it('is given up when it never answers', async () => {
    const report = await check('continue;', { answerMs: 150 });
    expect(report.counts).toMatchObject({ pass: 0, errored: TESTS });
    expect(report.notes[0]).toMatch(
      /^gave up after .* restarts?: no answer within 150 ms \(does it write out each line at once\?\)/,
    );
  });

  it('is given up when it crashes again and again', async () => {
    const report = await check('process.exit(1);');
    expect(report.counts).toMatchObject({ pass: 0, errored: TESTS });
    expect(report.outcomes.at(-1)?.message).toMatch(
      /^not asked, since the implementation failed before: it ended with status 1/,
    );
  });

  it('is stopped when it writes without end', async () => {
    const report = await check(
      `if (count === 1) process.stdout.write('x'.repeat(5e6)); else await new Promise(() => {});`,
      {
        answerMs: 10_000,
      },
    );
    expect(report.passed).toBe(false);
    expect(report.notes.join()).toMatch(/without a line end/);
  });

  it('is stopped when it floods its output before it has said what it is', async () => {
    const report = await checkVectors({ exec: 'yes', groups: ['body-hash'] });
    expect(report).toMatchObject({ passed: false, outcomes: [] });
    expect(report.notes.join()).toContain('100000 lines in a row that are no answers');
  });

  it.each([
    ['a command that does not exist', 'tsi-no-such-command-anywhere', /it ended with status 127/],
    ['a command that says nothing', 'exit 0', /it ended with status 0/],
    ['a command that says something else', 'echo hello', /ignored output that is no answer, first: hello/],
  ])('is reported: %s', async (_, exec, note) => {
    const report = await checkVectors({ exec, groups: ['body-hash'] });
    expect(report).toMatchObject({ passed: false, outcomes: [], implementation: 'unknown' });
    expect(report.notes.join('\n')).toMatch(note);
  });

  it('leaves no process behind when the run is interrupted', async () => {
    const pids = join(folder, 'pids');
    const controller = new AbortController();
    const waiting = `appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');
      if (count > 1) await new Promise(() => setInterval(() => {}, 1000));`;
    const report = await check(waiting, { signal: controller.signal, onProgress: () => controller.abort() });
    expect(report.counts).toMatchObject({ pass: 1, 'not-run': TESTS - 1 });
    const [pid = ''] = readFileSync(pids, 'utf8').split('\n');
    // It is killed by then, and takes a moment to end; where nobody collects orphans, an ended one stays listed as a zombie.
    const state = (): string => spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout;
    await vi.waitFor(() => expect(state()).toMatch(/^\s*$|^\s*Z/), 5000);
  });
});

describe('what it prints', () => {
  it('never carries a private key or control characters onto the screen', async () => {
    const key = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
    const report = await checkVectors({
      exec: script(
        `process.stderr.write('seed ${key} \\u001b[2J -----BEGIN PRIVATE KEY-----\\nMC4CAQAw\\n'); process.exit(1);`,
      ),
    });
    expect(JSON.stringify(report)).not.toContain(key);
    expect(JSON.stringify(report)).not.toContain('MC4CAQAw');
    expect(report.notes.join()).toContain('seed [private key]');
    expect(report.notes.join()).not.toContain('\u001b');
  });

  it('is shortened', () => {
    expect(excerpt('x'.repeat(500), [], 10)).toBe(`${'x'.repeat(10)}…`);
    expect(excerpt('a\r\nb\u202ec\u0000')).toBe('a b c');
  });
});

describe('a program that answers one question per start', () => {
  const once = (content: string): string =>
    script(`import { readFileSync } from 'node:fs'; const { env } = process; ${content}`);

  it('may answer with raw bytes, text, lines of headers and exit status', async () => {
    const exec = once(`
      const { createHash } = await import('node:crypto');
      if (env.TSI_OPERATION === 'start') {
        console.log(JSON.stringify({ implementation: 'once', language: 'JavaScript', capabilities: ['hash-body'] }));
      } else {
        const hash = createHash('sha256').update(readFileSync(0)).digest();
        process.stdout.write(env.TSI_BODY.length % 4 ? hash : hash.toString('base64url') + '\\n');
      }`);
    const controller = new AbortController();
    const report = await checkVectors({
      exec,
      oneShot: true,
      groups: ['body-hash'],
      signal: controller.signal,
      onProgress: ({ done }) => done >= 8 && controller.abort(),
    });
    expect(report).toMatchObject({ implementation: 'once', counts: { fail: 0, errored: 0, skipped: 0 } });
    expect(report.counts.pass).toBeGreaterThanOrEqual(8);
  });

  it('is asked for the plain operations when it does not say what it can do', async () => {
    const exec = `test "$TSI_OPERATION" = verify-signature || exit 1; test -s "$TSI_INPUT" || exit 77`;
    const report = await checkVectors({ exec, oneShot: true, groups: ['ed25519'], mode: 'verifier' });
    expect(report.operations).toEqual(['sign-payload', 'verify-signature']);
    expect(report.counts).toMatchObject({ fail: SIGNATURES - 5, skipped: 1 });
  });

  it('is ended when it hangs, and its failure is reported', async () => {
    const exec = `test "$TSI_OPERATION" = sign-payload || exit 1; n=$(wc -c < "$TSI_INPUT");
      if [ $n -gt 400 ]; then echo 'no memory' >&2; exit 1; fi; test $n -gt 9 || sleep 60; echo AAAA`;
    const report = await checkVectors({
      exec,
      oneShot: true,
      groups: ['sign-payload'],
      answerMs: 500,
    });
    const messages = new Set(report.outcomes.map(({ message }) => message));
    expect(messages).toContain('it ended with status 1; it wrote: no memory');
    expect(messages).toContain('no answer within 500 ms');
  });
});
