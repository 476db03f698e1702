// `--catalogue N`: a gate that judges by the checks of a release.
import { describe, expect, it } from 'vitest';
import { frozenCatalogue, frozenVersions } from '../../requirements/frozen-catalogue.js';
import { callBuiltTsi } from '../call-tsi.test.aid.js';
import { EXIT } from '../exit-codes.js';

describe('a plan of a released catalogue', { timeout: 60_000 }, () => {
  const newest = frozenVersions().at(-1) ?? '';

  it('holds the checks that were released, and says which catalogue it is of', async () => {
    const { code, stdout } = await callBuiltTsi(['plan', '--catalogue', newest, '--json'], { cwd: '/' });
    const plan = JSON.parse(stdout) as { catalogue: string; checks: readonly { id: string }[] };
    expect([code, plan.catalogue]).toEqual([EXIT.conformant, newest]);
    const frozen = frozenCatalogue(newest)?.checks ?? {};
    expect(plan.checks.filter(({ id }) => !Object.hasOwn(frozen, id))).toEqual([]);
    expect(plan.checks.length).toBeGreaterThan(1000);
  });

  it('is refused where none of that number was released', async () => {
    const { code, stderr } = await callBuiltTsi(['plan', '--catalogue', '99'], { cwd: '/' });
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain(`--catalogue is one of ${frozenVersions().join(', ')}; got 99`);
  });
});
