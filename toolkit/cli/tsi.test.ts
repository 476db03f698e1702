import { describe, expect, it } from 'vitest';
import type { CommandIo } from './command.js';
import { COMMANDS } from './commands.js';
import { EXIT } from './exit-codes.js';
import { tsi } from './tsi.js';

interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function call(...words: string[]): Promise<Called> {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr'): CommandIo['stdout'] => ({
    write: (text) => {
      texts[name] += text;
    },
    isTty: false,
    columns: 100,
  });
  const io: CommandIo = {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    stdin: (async function* () {})(),
    env: {},
    cwd: process.cwd(),
    signal: new AbortController().signal,
    commandLine: `tsi ${words.join(' ')}`,
  };
  return { code: await tsi(words, io), ...texts };
}

describe('the frame of tsi', () => {
  it('prints the version of the package', async () => {
    expect(await call('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('lists every command and exit code with --help', async () => {
    const { code, stdout } = await call('--help');
    expect(code).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    for (const exit of Object.values(EXIT)) expect(stdout).toMatch(new RegExp(`^  ${exit} `, 'm'));
  });

  it('shows help on stderr and exits 2 when nothing is asked', async () => {
    const { code, stdout, stderr } = await call();
    expect([code, stdout]).toEqual([EXIT.usage, '']);
    expect(stderr).toContain('Usage: tsi');
  });

  it('names the nearest command of a mistyped one', async () => {
    expect(await call('plna')).toEqual({
      code: EXIT.usage,
      stdout: '',
      stderr: 'tsi: unknown command plna, did you mean plan?\n  see: tsi --help\n',
    });
  });

  it('is not misled by names that every object has', async () => {
    expect((await call('constructor')).code).toBe(EXIT.usage);
  });

  it.each(Object.keys(COMMANDS))('has help for %s whose examples call commands that exist', async (name) => {
    const load = COMMANDS[name];
    const { command } = (await load?.()) ?? { command: undefined };
    expect(command?.name).toBe(name);
    for (const { line } of command?.examples ?? []) {
      expect(Object.keys(COMMANDS)).toContain(/\btsi (\S+)/.exec(line)?.[1]);
    }
    expect((await call(name, '--help')).stdout).toContain(`Usage: tsi ${name}`);
  });
});
