import { describe, expect, it } from 'vitest';
import type { CheckSpec } from './check.js';
import { check, declaring, history, registeredChecks, requirementOf, scenario } from './registry.js';

let count = 0;

/** Each test declares checks of its own: the registry is one per process. */
function spec(changes: Partial<CheckSpec> = {}): CheckSpec {
  count += 1;
  return {
    id: `own.registry/case-${count}`,
    title: 'is a case',
    kind: 'scenario',
    run: async () => undefined,
    ...changes,
  };
}

describe('the registry', () => {
  it('keeps what a file declares, with its area and source', async () => {
    const mine = spec();
    await declaring({ area: 'auth', source: 'suites/auth/x.suite.ts' }, async () => check(mine));
    expect(registeredChecks().get(mine.id)).toMatchObject({
      spec: mine,
      area: 'auth',
      source: 'suites/auth/x.suite.ts',
    });
  });

  it('refuses an id that is taken', () => {
    const mine = spec();
    check(mine);
    expect(() => check(mine)).toThrow(`${mine.id}: this check id is declared twice`);
  });

  it.each(['no-slash', 'a/b/c', 'Auth.x/slug', 'auth.x/', '/slug', 'auth.x/two words', 'auth..x/slug'])(
    'refuses the id %j',
    (id) => {
      // A suite in JavaScript may say anything.
      expect(() => check(spec({ id: id as CheckSpec['id'] }))).toThrow('expected <requirement>/<slug>');
    },
  );

  it('refuses a kind that is none', () => {
    // A suite in JavaScript may say anything.
    expect(() => check(spec({ kind: 'unit' as CheckSpec['kind'] }))).toThrow('kind: expected scenario');
  });

  it('gives checks of kind history no account unless they ask', () => {
    const mine = spec();
    history(mine);
    expect(registeredChecks().get(mine.id)?.spec).toMatchObject({
      kind: 'history',
      needs: { accounts: 0, readOnly: true },
    });
  });

  it('reads the requirement from the id', () => {
    expect(requirementOf('auth.body-hash/other-body')).toBe('auth.body-hash');
  });

  it('refuses files that load at the same time, since their checks could not be told apart', async () => {
    const slow = declaring({ area: 'a', source: 'a.suite.ts' }, () => Promise.resolve().then(() => scenario(spec())));
    await expect(declaring({ area: 'b', source: 'b.suite.ts' }, async () => undefined)).rejects.toThrow(
      'still loading',
    );
    await slow;
  });
});
