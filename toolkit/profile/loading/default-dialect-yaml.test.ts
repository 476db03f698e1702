import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEFAULT_DIALECT } from '../dialect/default-spelling.js';
import { BODIES, ENTITIES, MESSAGES, type Part } from '../dialect/members.js';
import { defaultDialectYaml } from './default-dialect-yaml.js';

it('reads back as the default dialect', () => {
  expect(parse(defaultDialectYaml())).toEqual({ dialect: JSON.parse(JSON.stringify(DEFAULT_DIALECT)) });
});

it('has no anchors, which no profile may have', () => {
  expect(parse(defaultDialectYaml(), { maxAliasCount: 0 })).toBeDefined();
  expect(defaultDialectYaml()).not.toMatch(/^[^#\n]*[:-] [&*]\w/m);
});

it('says which members may be objects, too', () => {
  const text = defaultDialectYaml();
  expect(text).toMatch(/# Changed orders\. \[or \{at, where, item\}\]\n +orders:/);
  expect(text.match(/\[or \{at/g)?.length).toBeGreaterThan(15);
});

it('says of every part what it is for', () => {
  const text = defaultDialectYaml();
  for (const parts of [BODIES, MESSAGES, ENTITIES]) {
    for (const { about } of Object.values<Part>(parts)) expect(text).toContain(`# ${about}\n`);
  }
});
