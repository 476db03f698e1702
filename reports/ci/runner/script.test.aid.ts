// A script as a CI runs it: a shell of its own, an environment that holds what the CI puts there and nothing of this process.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../toolkit/base/package-root.js';

export type Env = Readonly<Record<string, string>>;

export interface Machine {
  /** The working copy of the job. */
  readonly cwd: string;
  readonly env: Env;
}

export interface Ended {
  readonly code: number;
  readonly output: string;
}

export function runScript(script: string, { cwd, env }: Machine, shell: readonly string[]): Promise<Ended> {
  const [program = 'bash', ...options] = shell;
  const child = spawn(program, [...options, '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += String(data);
    });
  }
  // Not `close`: a service that the script has started holds the pipes.
  return new Promise((resolve) => child.on('exit', (code) => setImmediate(() => resolve({ code: code ?? 1, output }))));
}

/** Shells as the systems start them. */
export const BASH: readonly string[] = ['bash', '--noprofile', '--norc', '-eo', 'pipefail'];
export const SH: readonly string[] = ['sh', '-e'];

/** An `npm` that installs this very package, or the folder given, with the `tsi` given. What it was called with is in npm.log. */
export function machineEnv(folder: string, tsi: string, installed: string = packageRoot()): Env {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  program(join(bin, 'npm'), NPM);
  program(join(bin, 'tsi'), tsi);
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  symlinkSync(installed, join(folder, 'package'));
  return {
    PATH: `${bin}:${join(process.execPath, '..')}:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
    MACHINE: folder,
    TSI_HOME: join(folder, 'tsi home'),
  };
}

export function program(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

const NPM = `#!/usr/bin/env bash
printf '%s\\n' "$@" >>"$MACHINE/npm.log"
[ "$1 $2" = 'install --prefix' ] || exit 64
mkdir -p "$3/node_modules/.bin"
ln -sfn "$MACHINE/package" "$3/node_modules/tsi-conformance"
ln -sf "$MACHINE/bin/tsi" "$3/node_modules/.bin/tsi"
`;

/** The command line of this build. */
export const REAL_TSI: string = `#!/bin/sh\nexec "${process.execPath}" "${join(packageRoot(), 'dist/toolkit/cli/main.js')}" "$@"\n`;

/**
 * Notes its arguments as JSON, one call a line, of a key the text; and leaves something like a report. Ends with $TSI_CODE, comparing
 * with $COMPARED.
 */
export const NOTING_TSI: string = `#!${process.execPath}
const { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { env } = process;
const said = process.argv.slice(2).map((word) => {
  const [, path] = /^--key=(.*)/s.exec(word) ?? [];
  if (path === undefined) return word;
  writeFileSync(env.MACHINE + '/key.path', path);
  return '--key of mode ' + (statSync(path).mode & 0o777).toString(8) + ': ' + readFileSync(path, 'utf8');
});
appendFileSync(env.MACHINE + '/tsi.log', JSON.stringify(said) + '\\n');
mkdirSync('conformance-report', { recursive: true });
for (const name of ['results.json', 'summary.md', 'junit.xml']) writeFileSync('conformance-report/' + name, name);
if (process.argv[2] === 'compare') console.log('a comparison \`\`\` <b>');
process.exit(Number(process.argv[2] === 'compare' ? (env.COMPARED ?? 0) : (env.TSI_CODE ?? 0)));
`;
