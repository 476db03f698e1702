import { expect, it } from 'vitest';
import { misuse } from './command.js';
import { command } from './commands/merge.js';
import { commandHelp, errorText } from './help.js';
import { HELP_TOPICS } from './help-topics.js';

const NPX = 'npx -p tsi-conformance tsi';

it('shows examples as they are called here, and options by their short name', () => {
  expect(commandHelp(command, 100)).toContain('  tsi merge shard-1 shard-2 shard-3 --out conformance-report');
  const help = commandHelp(command, 100, NPX);
  expect(help).toContain(`  ${NPX} merge shard-1 shard-2 shard-3 --out conformance-report`);
  expect(help).toContain('Usage: tsi merge DIR...');
});

it('points to commands as they are called here', () => {
  const error = misuse('no such check', { hint: 'tsi plan, tsi requirements' });
  expect(errorText(error, NPX)).toBe(`tsi: no such check\n  see: ${NPX} plan, ${NPX} requirements\n`);
});

it.each(['::error::x', ' ::set-output name=x::y', '##[error]x', '##vso[task.complete]'])(
  'begins no line of a message with the workflow command %j that somebody typed',
  (typed) => {
    expect(errorText(misuse(`got a\n${typed}`))).not.toMatch(/^\s*(?:::|##\[|##vso\[)/m);
    expect(errorText(misuse('not bound to ::1'))).toContain('bound to ::1');
  },
);

it.each(Object.entries(HELP_TOPICS))('explains %s', async (_, { text }) => {
  const lines = (await text(80)).split('\n');
  expect(lines.length).toBeGreaterThan(10);
});
