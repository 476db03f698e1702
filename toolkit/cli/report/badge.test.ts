// From a run to what its owner may show: signed, verified, pictured, listed, by the commands alone. No picture comes of what does not hold.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Called, callTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';
import { writePlannedRun } from '../tamper/planned-run.js';

const cwd = mkdtempSync(join(tmpdir(), 'badge-'));
const KEY = ['--key', 'key.pem.pub'];

function tsi(...words: readonly string[]): Promise<Called> {
  return callTsi(words, { cwd });
}

const shown = (file: string): string => readFileSync(join(cwd, 'public', file), 'utf8');

async function badge(report: string): Promise<Called> {
  rmSync(join(cwd, 'public'), { recursive: true, force: true });
  return tsi('badge', report, ...KEY, '--out', 'public');
}

beforeAll(async () => {
  expect((await tsi('keygen', '--out', 'key.pem')).code).toBe(EXIT.conformant);
  await writePlannedRun(join(cwd, 'passed'));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  await writePlannedRun(join(cwd, 'failed'), { failing: 'ack.status-202/order' });
  await tsi('certify', 'passed', '--key', 'key.pem');
  await tsi('certify', 'failed', '--key', 'key.pem');
  vi.useRealTimers();
}, 120_000);
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('a certificate that holds', () => {
  it('is verified, and has a badge with its level and its day', async () => {
    const verified = await tsi('verify', 'passed', ...KEY, '--require-level', 'standard');
    expect(verified.code, verified.stderr).toBe(EXIT.conformant);
    const { code, stdout, stderr } = await badge('passed');
    expect(code, stderr).toBe(EXIT.conformant);
    const { message, color } = JSON.parse(shown('badge.json')) as { message: string; color: string };
    expect(message).toMatch(/^(complete|standard), until \d{4}-\d\d-\d\d$/);
    expect(color).not.toMatch(/red|grey/);
    expect(shown('badge.svg')).toContain(message);
    expect(stdout).toContain(message);
  });

  it('is over after its time, and the badge says so', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 24 * 3600 * 1000 });
    expect((await tsi('verify', 'passed', ...KEY)).code).toBe(EXIT.verificationFailed);
    expect((await badge('passed')).code).toBe(EXIT.conformant);
    expect(shown('badge.json')).toMatch(/"expired on \d{4}-\d\d-\d\d"/);
    expect(shown('badge.svg')).toContain('expired');
  });
});

it('a certified failure has a badge that says it', async () => {
  expect((await badge('failed')).code).toBe(EXIT.conformant);
  expect(JSON.parse(shown('badge.json'))).toMatchObject({ message: expect.stringContaining('not conformant') });
});

describe('no badge is made', () => {
  it.each([
    ['results.json', '"pass"', '"Pass"'],
    ['journal.ndjson', '202', '200'],
    ['certificate.intoto.jsonl', 'payload":"e', 'payload":"f'],
  ])('where %s was changed by a letter', async (file, from, to) => {
    rmSync(join(cwd, 'changed'), { recursive: true, force: true });
    cpSync(join(cwd, 'passed'), join(cwd, 'changed'), { recursive: true });
    const path = join(cwd, 'changed', file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
    const { code, stderr } = await badge('changed');
    expect(code).toBe(EXIT.verificationFailed);
    expect(stderr).toContain('no badge is made of what does not verify');
    expect(existsSync(join(cwd, 'public'))).toBe(false);
  });

  it('by the key of somebody else', async () => {
    await tsi('keygen', '--out', 'other.pem');
    const { code } = await tsi('badge', 'passed', '--key', 'other.pem.pub', '--out', 'public-of-another');
    expect([code, existsSync(join(cwd, 'public-of-another'))]).toEqual([EXIT.verificationFailed, false]);
  });
});

it('the results page lets a newer failure take the place of an older pass', async () => {
  const { code, stderr } = await tsi('site', 'passed', 'failed', ...KEY, '--out', 'site');
  expect(code, stderr).toBe(EXIT.conformant);
  const pages = readdirSync(join(cwd, 'site'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  const texts = pages.map((name) => readFileSync(join(cwd, 'site', name), 'utf8'));
  expect(texts.some((text) => /not conformant<\/b>, \d{4}-\d\d-\d\d; before: /.test(text))).toBe(true);
});
