// Checks that come to something else each time, behind control actions that are then tried with pauses: whatever became of the attempts,
// `tsi judge` comes to the verdict of the run. Each check is scripted: what its attempts assert, one letter each, again from the first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeJournal } from '../../../reports/rejudge/rejudge.js';
import { bareProfile } from '../../../suites/runner/engine/bare-profile.test.aid.js';
import type { runOnce as RunOnce } from '../../../suites/runner/engine/engine.js';
import { packageRoot } from '../../base/package-root.js';
import { readWholeJournal } from '../../journal/reader.js';
import { memberOf } from '../../payload/json-kind.js';
import type { Profile } from '../../profile/profile.js';
import { evaluateAssertion } from './evaluate.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-attempts-'));
const built = (module: string): string => pathToFileURL(join(packageRoot(), 'build/suites/runner', module)).href;
// The build of the very module that is named; `npm test` builds first.
const { runOnce } = (await import(built('engine/engine.js'))) as { readonly runOnce: typeof RunOnce };
let server: Server;

/** `p` passes, `f` fails, `u` asserts what does not hold and is undecided, `o` leaves an assertion behind that comes too late. */
const SCRIPTS = ['fpf', 'ffpf', 'pf', 'fupf', 'upf', 'fppfp', 'uffp', 'fop', 'fpppppppppp'];

const SUITE = `
import { scenario } from ${JSON.stringify(built('registry.js'))};
const claim = (t, holds) => t.expect.that(holds, { expected: 'a', actual: 'b', evidence: [] });
for (const script of ${JSON.stringify(SCRIPTS)}) {
  let made = 0;
  scenario({ id: 'mine.rule/' + script, title: script, basic: true, needs: { accounts: 0 }, run: async (t) => {
    const what = script[made++ % script.length];
    await t.control('market.close', { instrument: 'X' });
    if (what === 'o') setTimeout(() => { try { claim(t, false); } catch {} }, 50);
    if (what === 'u') try { claim(t, false); } catch { t.inconclusive('nobody knows'); }
    claim(t, what !== 'f');
  } });
}
`;

beforeAll(async () => {
  writeFileSync(join(folder, 'mine.suite.mjs'), SUITE);
  server = createServer((_request, response) => response.writeHead(200).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('comes to the verdict of the run, whatever attempts came to', { timeout: 120_000 }, async () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has such an address
  const profile: Profile = {
    ...bareProfile('scripted', baseUrl, { resultMs: 100, eventMs: 100 }),
    control: { 'market.close': { http: { method: 'POST', url: `${baseUrl}/close` }, scope: 'account' } },
  };
  const file = join(folder, 'journal.ndjson');
  const report = await runOnce({
    run: crypto.randomUUID(),
    seed: '7',
    effort: 'quick',
    targets: [{ id: 'one', profile }],
    items: SCRIPTS.map((script) => ({ target: 'one', check: `mine.rule/${script}` })),
    levels: {},
    suiteFolders: [folder],
    journal: { file, suite: { name: 's', version: '0' }, profile: { name: 'p', fingerprint: 'f' } },
  });
  expect(report.problems).toEqual([]);
  const { findings, checks } = await judgeJournal(file, evaluateAssertion);
  expect(findings).toEqual([]);
  const verdicts = (all: readonly (readonly [string, string])[]): object => Object.fromEntries([...all].sort());
  expect(verdicts([...checks].map(([id, { recomputed }]) => [id, recomputed]))).toEqual(
    verdicts(report.outcomes.map(({ check, verdict }) => [check, verdict])),
  );
  // Or nothing was shown: checks were made again, and a verdict rests on another attempt than the last.
  const { records } = await readWholeJournal(file);
  const begun = new Map<string | null, number>();
  const named: boolean[] = [];
  for (const { kind, check, parsed } of records) {
    if (memberOf(parsed, 'by') === 'another attempt') begun.set(check, Number(memberOf(parsed, 'attempt')));
    if (kind === 'verdict' && begun.has(check)) named.push(memberOf(parsed, 'attempt') === begun.get(check));
  }
  expect(begun.size).toBeGreaterThan(3);
  expect(named).toContain(false);
});
