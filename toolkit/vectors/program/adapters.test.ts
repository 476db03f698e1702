import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../payload/package-root.js';
import { checkNative, checkVectors } from '../check.js';
import { VECTOR_FILES } from '../load.js';

const folder = join(packageRoot(), 'vectors', 'adapters');

interface Adapter {
  readonly file: string;
  readonly command: string;
  /** Succeeds where the adapter can run. */
  readonly probe: readonly string[];
  readonly oneShot?: boolean;
  /** Fewer files where every question starts several programs. */
  readonly groups?: readonly string[];
}

const ADAPTERS: readonly Adapter[] = [
  { file: 'node.mjs', command: `"${process.execPath}"`, probe: [process.execPath, '--version'] },
  { file: 'python.py', command: 'python3', probe: ['python3', '-c', 'import cryptography'] },
  { file: 'Adapter.java', command: 'java', probe: ['java', '--version'] },
  { file: 'adapter.go', command: 'go run', probe: ['go', 'version'] },
  { file: 'adapter.rb', command: 'ruby', probe: ['ruby', '-e', 'require "openssl"; exit RUBY_VERSION.to_i >= 3'] },
  { file: 'adapter.php', command: 'php', probe: ['php', '-r', 'exit(extension_loaded("sodium") ? 0 : 1);'] },
  {
    file: 'openssl.sh',
    command: 'sh',
    probe: ['sh', '-c', 'openssl version | grep -q "OpenSSL [3-9]"'],
    oneShot: true,
    groups: ['sign-payload', 'sign-request', 'ed25519'],
  },
];

const isPresent = ({ probe: [program = '', ...args] }: Adapter): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;

const absent = ADAPTERS.filter((adapter) => !isPresent(adapter)).map(({ file }) => file);
if (absent.length > 0) {
  process.stderr.write(`vectors/adapters: not tried here, since the runtime is not installed: ${absent.join(', ')}\n`);
}

describe('the adapters', () => {
  it('are all tried here', () => {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(ADAPTERS.map(({ file }) => file).toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  });

  it.each(ADAPTERS)('$file has at most 120 lines', ({ file }) => {
    expect(readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  for (const adapter of ADAPTERS) {
    const present = !absent.includes(adapter.file);
    const name = present
      ? `${adapter.file} answers every question rightly`
      : `${adapter.file}: its runtime is not installed here`;
    it.runIf(present)(
      name,
      async () => {
        const exec = `${adapter.command} "${join(folder, adapter.file)}"`;
        const { oneShot = false, groups = VECTOR_FILES } = adapter;
        const report = await checkVectors({ exec, oneShot, groups, answerMs: 30_000 });
        expect(report.outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped')).toEqual([]);
        expect(report).toMatchObject({ passed: true, junkLines: 0, restarts: 0, notes: [] });
        expect(report.counts.skipped).toBe(oneShot ? 4 : 0);
        expect(report.operations).toContain('sign-request');
      },
      120_000,
    );
  }
});

describe('this project itself', () => {
  it('passes every test and answers every observation', () => {
    const report = checkNative();
    expect(report.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(report.observations.length).toBeGreaterThan(20);
    expect(report.notApplicable).toEqual([]);
  });
});
