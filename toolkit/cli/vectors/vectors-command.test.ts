import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { createAjv, readSchema } from '../../payload/ajv.js';
import { listVectors, loadTests } from '../../vectors/load.js';
import { type Called, type CallOptions, callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

const ADAPTER = `"${process.execPath}" "${join(packageRoot(), 'vectors', 'adapters', 'node.mjs')}"`;
const TESTS = loadTests(['body-hash']).length;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsi-vectors-'));
  const adapter = readFileSync(join(packageRoot(), 'vectors', 'adapters', 'node.mjs'), 'utf8');
  // The client that it drives stands beside it.
  cpSync(join(packageRoot(), 'vectors', 'adapters', 'clients'), join(folder, 'clients'), { recursive: true });
  writeFileSync(join(folder, 'wrong.mjs'), adapter.replace("digest('base64url')", "digest('hex')"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const call = (...words: readonly string[]): Promise<Called> => callWith({}, ...words);

function callWith(change: Partial<CallOptions>, ...words: readonly string[]): Promise<Called> {
  return callTsi(['vectors', ...words], { cwd: folder, ...change });
}

function satisfies(schema: string, text: string): void {
  const validate = createAjv({ all: true }).compile(readSchema(`toolkit/vectors/${schema}.schema.json`));
  expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
}

describe('tsi vectors list', () => {
  it('shows the files and the total, for people and for programs', async () => {
    const { total } = listVectors();
    const text = await call('list');
    expect(text.code).toBe(EXIT.conformant);
    expect(text.stdout).toMatch(new RegExp(`^total +${total}$`, 'm'));
    const json = await call('list', '--json');
    satisfies('vector-listing', json.stdout);
    expect(JSON.parse(json.stdout)).toMatchObject({
      total,
      files: expect.arrayContaining([expect.objectContaining({ name: 'ed25519.json' })]),
    });
  });

  it('shows the tests of one file', async () => {
    expect((await call('list', 'ed25519')).stdout).toContain('verify-signature/s-plus-l');
    const json = await call('list', 'ed25519.json', '--json');
    satisfies('vector-listing', json.stdout);
    expect(await call('list', 'ed2551')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('did you mean ed25519?'),
    });
  });
});

describe('tsi vectors show', () => {
  it('shows a test with its notes', async () => {
    const { code, stdout } = await call('show', 'sign-request/get-limits');
    expect(code).toBe(EXIT.conformant);
    expect(stdout).toContain('a read without query');
    expect(stdout).toContain('EmptyBody (EDGE_CASE)');
    expect(JSON.parse((await call('show', 'sign-request/get-limits', '--json')).stdout)).toHaveProperty('test.tcId');
  });

  it('names the nearest id for one that does not exist', async () => {
    expect(await call('show', 'sign-request/get-limit')).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('did you mean sign-request/get-limits?'),
    });
    expect((await call('show')).code).toBe(EXIT.usage);
  });
});

describe('tsi vectors check', () => {
  it('checks this package itself when no program is named', async () => {
    const { code, stdout } = await call('check');
    expect(code).toBe(EXIT.conformant);
    expect(stdout).toContain(`all ${listVectors().total} right`);
  });

  it('checks a program, shows a table, and writes JSON and JUnit', async () => {
    const { code, stdout } = await call(
      'check',
      '--exec',
      ADAPTER,
      '-g',
      'body-hash',
      '--json',
      '--junit',
      'junit.xml',
    );
    expect(code).toBe(EXIT.conformant);
    satisfies('vector-report', stdout);
    expect(JSON.parse(stdout)).toMatchObject({ implementation: 'node:crypto', passed: true, counts: { pass: TESTS } });
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain(
      `<testsuites name="tsi vectors: node:crypto" tests="${TESTS}" failures="0"`,
    );
  });

  it('exits 7 with the failures, each with its cause and fix, when answers are wrong', async () => {
    const { code, stdout } = await call(
      'check',
      '-x',
      `"${process.execPath}" wrong.mjs`,
      '-g',
      'sign-request',
      '--junit',
      'j.xml',
    );
    expect(code).toBe(EXIT.verificationFailed);
    expect(stdout).toContain('FAIL sign-request/get-limits: a read without query');
    expect(stdout).toContain('the stage "body-hash" is broken');
    expect(stdout).toMatch(/and so in \d+ more: sign-request\/get-account, /);
    expect(readFileSync(join(folder, 'j.xml'), 'utf8')).toContain('<failure message="the stage');
  });

  it('exits 3 when the program does not start, and 5 when it has nothing of what was asked', async () => {
    expect(await call('check', '-x', 'tsi-no-such-program')).toMatchObject({
      code: EXIT.unreachable,
      stdout: expect.stringContaining('note: it ended with status 127'),
    });
    expect((await call('check', '-x', 'tsi-no-such-program', '--one-shot')).code).toBe(EXIT.unreachable);
    expect((await call('check', '-x', ADAPTER, '-g', 'decimal')).code).toBe(EXIT.nothingSelected);
  });

  it.each(['exit 1', 'node no-such-file.mjs'])('gives up %s, which answers no single question', async (command) => {
    const { code, stdout } = await call('check', '--one-shot', '-x', command, '-g', 'sign-payload');
    expect(code).toBe(EXIT.unreachable);
    expect(stdout).toMatch(/note: gave up after \d+ questions without an answer/);
  });

  it.each([
    [['check', 'signer.mjs'], /put the whole command into quotation marks/],
    [['check', '-g', 'bodyhash'], /did you mean body-hash\?/],
    [['check', '--one-shot'], /add --exec/],
    [['check', '-x', 'true', '--mode', 'client'], /--mode/],
    [['check', '-x', 'true', '--time-limit', '0'], /time-limit/],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await call(...words);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toMatch(message);
  });

  it('shows progress on a terminal and takes it away again', async () => {
    const { stderr } = await callWith({ isTty: true }, 'check', '-x', ADAPTER, '-g', 'body-hash');
    expect(stderr).toContain(`] ${TESTS} of ${TESTS}`);
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it('ends in order when it is interrupted', async () => {
    const controller = new AbortController();
    controller.abort('SIGINT');
    const { code } = await callWith({ signal: controller.signal }, 'check', '-x', ADAPTER);
    expect(code).toBe(EXIT.interrupted);
  });
});
