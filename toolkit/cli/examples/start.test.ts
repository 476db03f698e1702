// reports/ci/START.md, as somebody follows it: the profile that `tsi init` writes, with the members of step 2, loads; what it says of
// commands is the default spelling; the script that starts a service gives up. Its commands are held by `examples.whole.test.ts`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../base/package-root.js';
import type { JsonObject } from '../../payload/json.js';
import { DEFAULT_DIALECT } from '../../profile/dialect/default-spelling.js';
import { renderInitTemplate } from '../../profile/loading/init-template.js';
import { loadProfile } from '../../profile/loading/load.js';
import { documents } from './documents.test.aid.js';

const start = documents().find(({ file }) => file === 'reports/ci/START.md');
const blocks = (language: string): readonly string[] =>
  (start?.blocks ?? []).filter((block) => block.language === language).map(({ code }) => code);

it('shows members of a profile that load as they are', async () => {
  const [members = ''] = blocks('yaml');
  const facts = {
    baseUrl: 'http://127.0.0.1:8080',
    keyId: 'ci-key',
    privateKey: { env: 'TSI_PRIVATE_KEY' },
    accounts: [{ id: '1001', currency: 'USD' }],
  };
  const text = `${renderInitTemplate(facts)}\n${members.replaceAll(/^ {3}/gm, '')}`;
  const profile = await loadProfile('target.yaml', { text, onMissingSecret: () => undefined });
  expect(profile).toMatchObject({ claims: { hmrEvents: false }, notYet: ['ticks', 'positions'] });
  const { commands } = (parse(members) as { dialect: { commands: JsonObject } }).dialect;
  expect(commands).toMatchObject({ subscribe: DEFAULT_DIALECT.commands.subscribe });
});

it('waits for a service for a while, and not for ever', () => {
  const script = blocks('sh').find((code) => code.includes('start-service')) ?? '';
  expect(script).toMatch(/curl .*--retry \d+ .*--retry-connrefused/);
  expect(script).not.toMatch(/\b(until|while)\b/);
});

it('calls tsi by the name of its package wherever nothing is installed', () => {
  const folder = join(packageRoot(), 'reports/ci');
  const recipes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ya?ml|sh|md)$|file[.\w]*$/.test(name),
  );
  const bare = recipes.filter((name) => /npx tsi\b/.test(readFileSync(join(folder, name), 'utf8')));
  expect(bare).toEqual([]);
});
