import { describe, expect, it } from 'vitest';
import { AssertionFailed, Undecided } from '../../check-end.js';
import type { Account, Trial } from '../../context.js';
import { type PropertyHost, runProperty } from './property.js';
import type { PropertyEvidence } from './tally.js';

// The property never looks at the account; that each execution has one is counted.
const account = {} as Account;

interface Bench extends PropertyHost {
  leases: number;
  evidence: PropertyEvidence | undefined;
  readonly failures: AssertionFailed[];
}

function bench(changes: Partial<PropertyHost> = {}): Bench {
  const host: Bench = {
    seed: 42,
    effort: 'standard',
    signal: new AbortController().signal,
    leases: 0,
    evidence: undefined,
    failures: [],
    withTrial: async (_shared, fc, use) => {
      host.leases += 1;
      await use({ account, fc } satisfies Trial);
    },
    mayShrink: () => Number.POSITIVE_INFINITY,
    report: (evidence) => {
      host.evidence = evidence;
    },
    failed: (failure) => {
      host.failures.push(failure);
    },
    ...changes,
  };
  return host;
}

function fails(holds: boolean, message = 'expected less'): void {
  if (!holds) throw new AssertionFailed({ requirement: 'own.b', message, expected: 'x', actual: 'y', evidence: [1] });
}

function below(host: PropertyHost, limit: number, seen: number[] = []): Promise<void> {
  return runProperty<[number]>(
    host,
    (fc) => [fc.nat(1000)],
    async (_trial, value) => {
      seen.push(value);
      fails(value < limit);
    },
    {},
  );
}

describe('a property', () => {
  it('that holds reports its seed and runs, each on an account of its own', async () => {
    const host = bench();
    await below(host, 2000);
    expect(host.evidence).toEqual({ seed: 42, runs: 20 });
    expect(host.leases).toBe(20);
  });

  it('is scaled by the effort', async () => {
    const counts = await Promise.all(
      (['quick', 'standard', 'thorough'] as const).map(async (effort) => {
        const host = bench({ effort });
        await below(host, 2000);
        return host.leases;
      }),
    );
    expect(counts).toEqual([5, 20, 100]);
  });

  it('that fails ends with the smallest case, its path, and the words of its assertion', async () => {
    const host = bench();
    await expect(below(host, 100)).rejects.toThrow('expected less for [100]');
    expect(host.evidence).toMatchObject({
      seed: 42,
      counterexample: '[100]',
      path: expect.stringMatching(/^\d+(:\d+)+$/),
    });
  });

  it('tells of a failure as soon as it is found, so that it stands when the check is stopped', async () => {
    const host = bench();
    await expect(below(host, 100)).rejects.toThrow();
    expect(host.failures[0]?.failure).toMatchObject({ requirement: 'own.b' });
  });

  it('draws the same cases from the same seed', async () => {
    const runs = [1, 2].map(async () => {
      const seen: number[] = [];
      await below(bench(), 2000, seen);
      return seen;
    });
    const [one, two] = await Promise.all(runs);
    expect(one).toEqual(two);
  });

  it('shrinks within a budget, whatever the case is like', async () => {
    const host = bench({ effort: 'quick' });
    const slow = runProperty<[string]>(
      host,
      (fc) => [fc.string({ minLength: 200, maxLength: 400, size: 'max' })],
      async () => fails(false),
      {},
    );
    await expect(slow).rejects.toThrow('expected less');
    expect(host.leases).toBeLessThanOrEqual(1 + 1 + 20);
  });

  it('says so when the same case holds once it is repeated', async () => {
    let count = 0;
    const flaky = runProperty<[number]>(
      bench(),
      (fc) => [fc.constant(1)],
      async () => fails(++count !== 3),
      {},
    );
    await expect(flaky).rejects.toThrow('it held when the same case was repeated');
  });

  it('is undecided as soon as one case cannot be decided, and touches the target no more', async () => {
    const host = bench();
    const undecided = runProperty<[number]>(
      host,
      (fc) => [fc.nat()],
      async () => {
        if (host.leases === 4) throw new Undecided('429');
      },
      {},
    );
    await expect(undecided).rejects.toThrow(Undecided);
    expect(host.leases).toBe(4);
  });

  it('keeps a failure that was found before something could not be decided', async () => {
    const host = bench();
    const found = runProperty<[number]>(
      host,
      (fc) => [fc.nat()],
      async () => {
        if (host.leases > 3) throw new Undecided('429');
        fails(host.leases < 3);
      },
      {},
    );
    await expect(found).rejects.toThrow(AssertionFailed);
  });

  it('does not take the mistake of its author for a counterexample', async () => {
    const broken = runProperty<[number]>(
      bench(),
      (fc) => [fc.nat()],
      async () => {
        throw new TypeError('not a function');
      },
      {},
    );
    await expect(broken).rejects.toThrow(TypeError);
  });

  it('is interrupted, not passed, when the run is stopped', async () => {
    const stop = new AbortController();
    const host = bench({ signal: stop.signal });
    const stopped = runProperty<[number]>(
      host,
      (fc) => [fc.nat()],
      async () => {
        if (host.leases === 2) stop.abort(new Undecided('stopped'));
      },
      {},
    );
    await expect(stopped).rejects.toThrow('stopped');
    expect(host.leases).toBe(2);
  });

  it('tries the examples first', async () => {
    const seen: number[] = [];
    const run = runProperty<[number]>(
      bench(),
      (fc) => [fc.nat(5)],
      async (_trial, value) => {
        seen.push(value);
      },
      { examples: [[77]], runs: 5 },
    );
    await run;
    expect(seen[0]).toBe(77);
    expect(seen).toHaveLength(5);
  });
});
