import { describe, expect, it } from 'vitest';
import { type Called, callTsi } from './call-tsi.test.aid.js';
import { COMMANDS } from './commands.js';
import { EXIT } from './exit-codes.js';

const call = (...words: string[]): Promise<Called> => callTsi(words, { cwd: process.cwd() });

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
