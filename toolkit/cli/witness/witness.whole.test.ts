// The whole chain between parties who do not trust each other: a target, a witness before it, a run of everything past the witness that is
// certified, and somebody else who verifies it beside the record of the witness. Each is a process of its own, as in life.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../payload/package-root.js';
import { EXIT } from '../exit-codes.js';

const MAIN = join(packageRoot(), 'dist', 'toolkit', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'tsi-witnessed-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const one of started) one.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function start(...words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

/** The first part of what it writes that fits, or what it wrote where none does before it ends. */
function says(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      const found = wanted.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('close', () => reject(new Error(`ended without ${wanted}: ${text}`)));
  });
}

async function tsi(...words: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = start(...words);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

const BESIDE = ['--key', 'vendor.pem.pub', '--witness', 'auditor.pem.pub', '--witness-record', 'witness.ndjson'];

describe('a run past a witness, certified', () => {
  beforeAll(async () => {
    await tsi('keygen', '--out', 'vendor.pem');
    await tsi('keygen', '--out', 'auditor.pem');
    const service = start('serve', '--quiet', '--print-profile', 'target.yaml');
    const address = await says(service, /service +(http:\S+)[\s\S]*More on signing/);
    const witness = start('witness', '--to', address, '--key', 'auditor.pem');
    const here = await says(witness, /here +(http:\S+)[\s\S]*Ctrl-C ends it/);
    const certified = await tsi('certify', '--key', 'vendor.pem', '--profile', 'target.yaml', '--base-url', here);
    expect(certified.status, certified.output.slice(-3000)).toBe(EXIT.conformant);
    witness.kill('SIGINT');
    await once(witness, 'close');
    service.kill('SIGINT');
  }, 280_000);

  it('verifies beside what the witness saw, with every exchange and every message', async () => {
    const { status, output } = await tsi('verify', 'conformance-report', ...BESIDE);
    expect(status, output).toBe(EXIT.conformant);
    expect(output).toMatch(/witness +key [0-9a-f]{64} saw \d{5} exchanges and \d{5} stream messages/);
  });

  it('does not verify beside the record of another run', async () => {
    const witness = start('witness', '--to', 'http://127.0.0.1:1', '--key', 'auditor.pem', '--out', 'other.ndjson');
    await says(witness, /(Ctrl-C ends it)/);
    witness.kill('SIGINT');
    await once(witness, 'close');
    const words = BESIDE.map((word) => (word === 'witness.ndjson' ? 'other.ndjson' : word));
    const { status, output } = await tsi('verify', 'conformance-report', ...words);
    expect(status, output).toBe(EXIT.verificationFailed);
    expect(output).toMatch(/broken at witness/);
  });

  it('does not verify where the record of the witness was touched', async () => {
    cpSync(join(folder, 'witness.ndjson'), join(folder, 'touched.ndjson'));
    const lines = readFileSync(join(folder, 'touched.ndjson'), 'utf8').split('\n');
    writeFileSync(join(folder, 'touched.ndjson'), [lines[0], ...lines.slice(2)].join('\n'));
    const words = BESIDE.map((word) => (word === 'witness.ndjson' ? 'touched.ndjson' : word));
    const { status, output } = await tsi('verify', 'conformance-report', ...words);
    expect(status, output).toBe(EXIT.verificationFailed);
  });
});
