// What the doctor says about a failing auth check, from a deviating service to every report of the run.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Results } from '../../../reports/model/model.js';
import { schemaDefect } from '../../../reports/model/schema.js';
import { callBuiltTsi } from '../call-tsi.test.aid.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-explained-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function judge(check: string, fault: string): Promise<{ readonly screen: string; readonly out: string }> {
  const words = ['run', check, '--fault', fault, '--out', fault];
  const { stdout, stderr } = await callBuiltTsi(words, { cwd: folder });
  return { screen: `${stdout}${stderr}`, out: join(folder, fault) };
}

it.each([
  [
    'a request that is right and was refused',
    'auth.payload-any-spelling/read-reversed-members',
    'payload-order-fixed',
    'correct',
    'The doctor finds nothing wrong with the signature of this request (the suite sent it with: payload with its members in reverse order)',
  ],
  [
    'a damaged request that was accepted',
    'auth.body-hash-matches/handshake-payload-body-hash-wrong',
    'body-hash-unchecked',
    'broken',
    'A verifier must refuse this request (the suite sent it with: payload with another body_hash)',
  ],
])('explains %s on the screen and in every report', async (_, check, fault, verdict, sentence) => {
  const { screen, out } = await judge(check, fault);
  const read = (name: string): string => readFileSync(join(out, name), 'utf8');
  const results = JSON.parse(read('results.json')) as Results;
  expect(schemaDefect('model/results.schema.json', results)).toBeUndefined();
  expect(results.checks).toMatchObject([{ id: check, verdict: 'fail', signature: { verdict } }]);
  const [failed] = results.checks;
  expect(failed?.evidence).toContain(failed?.signature?.record);
  expect(failed?.signature?.summary).toContain(sentence);
  for (const text of [screen, read('junit.xml'), read('summary.md')]) expect(text).toContain(sentence.slice(0, 60));
});
