// The probe against a service in each of the odd dialects: what it proposes is right, or it leaves the member open. A wrong binding would
// accuse a target of what it never sent. And where the profile is right already, it stays as it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../base/package-root.js';
import type { JsonObject } from '../../payload/json.js';
import { CONTRARY_DIALECT } from '../../reference/speech/contrary-dialect.js';
import { kept, learnt } from './learnt.test.aid.js';

/** By profile: so many members are read as they should at least, of those that such a probe sees. */
const FOUND: readonly (readonly [profile: string, least: number])[] = [
  ['discover/trials/flat.yaml', 170],
  ['discover/trials/terse.yaml', 115],
  ['profile/trials/compact.yaml', 90],
  ['profile/trials/nested.yaml', 120],
  ['profile/trials/envelope.yaml', 115],
  ['profile/dialect/odd-spellings.yaml', 125],
  ['reference/speech/dialect/venues/ledger-house.yaml', 130],
  ['reference/speech/dialect/venues/exchange-desk.yaml', 25],
  ['contrary', 175],
];

function dialectOf(profile: string): JsonObject {
  if (profile === 'contrary') return CONTRARY_DIALECT;
  const text = readFileSync(join(packageRoot(), 'toolkit', profile), 'utf8');
  return (parse(text) as { readonly dialect: JsonObject }).dialect;
}

/** Each on a service of its own, beside each other: most of what they do is wait. */
describe('the probe proposes nothing wrong', { concurrent: true, timeout: 120_000 }, () => {
  for (const [profile, least] of FOUND) {
    it(`of ${profile}, and finds ${least} members or more`, async ({ expect, annotate }) => {
      const { right, wrong, open } = await learnt(profile, dialectOf(profile));
      await annotate(`${right.length} right, ${wrong.length} wrong, ${open.length} open`);
      expect(wrong).toEqual([]);
      expect(right.length, open.join('\n')).toBeGreaterThanOrEqual(least);
    });
    it(`over ${profile}, where the profile states it`, async ({ expect }) => {
      const { wrong, open, changes } = await kept(profile, dialectOf(profile));
      // Date-times are only added to.
      const replaced = changes.filter((line) => !line.includes('dialect.dateTimes'));
      expect({ wrong, open, replaced }).toEqual({ wrong: [], open: [], replaced: [] });
    });
  }
});
