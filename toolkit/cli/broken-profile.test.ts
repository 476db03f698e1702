// A profile with a defect is a usage error in every command that reads one: file, line and what was expected, before anything else is
// tried.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTsi } from './call-tsi.test.aid.js';
import { EXIT } from './exit-codes.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-broken-'));
beforeAll(() => {
  writeFileSync(join(folder, 'broken.yaml'), 'profile: 1\nname: x: y\n');
  writeFileSync(join(folder, 'list.yaml'), '- profile\n');
  writeFileSync(join(folder, 'wrong.yaml'), 'profile: 1\nnaem: x\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const COMMANDS = [
  'run --profile',
  'plan --profile',
  'plan --probe --profile',
  'init --probe --profile',
  'init --probe target.yaml --profile',
  'init --profile',
  'serve --profile',
  'sign GET /v1/x --profile',
  'doctor capture.txt --profile',
  'soak --profile',
  'client plan --profile',
  'client serve --situation honest --profile',
  'run --reference --dialect',
];

it.each(COMMANDS)('tsi %s tells the place of a syntax error', async (command) => {
  const { code, stderr } = await callTsi([...command.split(' '), 'broken.yaml'], { cwd: folder });
  expect(stderr).toMatch(/^tsi: \S*broken\.yaml:2:7: expected /);
  expect(code, stderr).toBe(EXIT.usage);
});

it.each(['list.yaml', 'wrong.yaml'])('tsi init --probe tells what is wrong with %s as tsi run does', async (file) => {
  const run = await callTsi(['run', '--profile', file], { cwd: folder });
  const init = await callTsi(['init', '--probe', 'target.yaml', '--profile', file], { cwd: folder });
  expect(init).toEqual(run);
});
