// The adapters of `vectors/adapters`, as tests start them: what each needs on the machine, and its command.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';

export const ADAPTERS_FOLDER: string = join(packageRoot(), 'vectors', 'adapters');

export interface Adapter {
  readonly file: string;
  /** Succeeds where the adapter can run. */
  readonly probe: readonly string[];
  /** A shell command that starts it; what has to be compiled is. */
  readonly command: () => string;
  /** Starts anew for every question, and knows nothing of intents. */
  readonly oneShot?: true;
}

const run = (program: string, file: string): string => `${program} "${join(ADAPTERS_FOLDER, file)}"`;

/** Of Java. */
const COMPILER = 'javac';

export const ADAPTERS: readonly Adapter[] = [
  {
    file: 'node.mjs',
    probe: [process.execPath, '--version'],
    command: () => run(`"${process.execPath}"`, 'node.mjs'),
  },
  {
    file: 'python.py',
    probe: ['python3', '-c', 'import cryptography'],
    command: () => run('python3', 'python.py'),
  },
  {
    file: 'Adapter.java',
    probe: [COMPILER, '--version'],
    command: () => {
      const classes = mkdtempSync(join(tmpdir(), 'tsi-adapter-java-'));
      const sources = ['Adapter.java', 'clients/Client.java'].map((file) => join(ADAPTERS_FOLDER, file));
      execFileSync(COMPILER, ['-d', classes, ...sources]);
      return `java -cp "${classes}" Adapter`;
    },
  },
  { file: 'adapter.go', probe: ['go', 'version'], command: () => run('go run', 'adapter.go') },
  {
    file: 'adapter.rb',
    probe: ['ruby', '-e', 'require "openssl"; exit RUBY_VERSION.to_i >= 3'],
    command: () => run('ruby', 'adapter.rb'),
  },
  {
    file: 'adapter.php',
    probe: ['php', '-r', 'exit(extension_loaded("sodium") ? 0 : 1);'],
    command: () => run('php', 'adapter.php'),
  },
  {
    file: 'openssl.sh',
    probe: ['sh', '-c', 'openssl version | grep -q "OpenSSL [3-9]"'],
    command: () => run('sh', 'openssl.sh'),
    oneShot: true,
  },
];

export function isPresent({ probe: [program = '', ...args] }: Adapter): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}
