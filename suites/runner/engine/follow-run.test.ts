import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../live/outcome.js';
import type { FromWorker } from './channel.js';
import { type EngineWorker, followRun, type RunOptions, type RunReport } from './follow-run.js';
import type { RunSpec } from './run-spec.js';

const spec: RunSpec = {
  run: 'run-1',
  seed: '7',
  effort: 'standard',
  targets: [],
  items: ['a.b/one', 'a.b/two', 'a.b/three'].map((check) => ({ target: 't', check })),
  levels: {},
  suiteFolders: [],
};
const end: FromWorker = { type: 'end', end: { records: 3, secretsIn: [] } };

function ended(check: string, target = 't'): FromWorker {
  const outcome: Outcome = {
    target,
    check,
    verdict: 'pass',
    evidence: [],
    durationMs: 1,
    observations: [],
    findings: [],
  };
  return { type: 'ended', outcome };
}

/** A worker that says what it is told to say. */
function workerThatSays(
  messages: readonly FromWorker[],
  changes: Partial<EngineWorker> = {},
): EngineWorker & { stopped?: string } {
  const worker: EngineWorker & { stopped?: string } = {
    work: async (_spec, onMessage) => {
      for (const message of messages) onMessage(message);
      return [];
    },
    stop: (reason) => {
      worker.stopped = reason;
    },
    cancel: async () => undefined,
    ...changes,
  };
  return worker;
}

function report(messages: readonly FromWorker[], options: RunOptions = {}): Promise<RunReport> {
  return followRun(workerThatSays(messages), spec, options);
}

const all = spec.items.map(({ check }) => ended(check));

describe('a run', () => {
  it('accounts for every planned check', async () => {
    const { outcomes, lost, problems, end: last } = await report([...all, end]);
    expect(outcomes.map(({ check }) => check)).toEqual(['a.b/one', 'a.b/two', 'a.b/three']);
    expect([lost, problems, last]).toEqual([[], [], { records: 3, secretsIn: [] }]);
  });

  it('names a check that was planned and never reported', async () => {
    const { lost } = await report([ended('a.b/one'), ended('a.b/three'), end]);
    expect(lost).toEqual([{ target: 't', check: 'a.b/two' }]);
  });

  it('takes no outcome that was not planned, and none twice', async () => {
    const { outcomes, problems } = await report([
      ...all,
      ended('a.b/four'),
      ended('a.b/one', 'other'),
      ended('a.b/one'),
      end,
    ]);
    expect(outcomes).toHaveLength(3);
    expect(problems).toEqual([
      'an outcome was reported that was never planned: a.b/four@t',
      'an outcome was reported that was never planned: a.b/one@other',
      'an outcome was reported twice: a.b/one@t',
    ]);
  });

  it('notices a worker that died without its last message', async () => {
    const { problems } = await report(all);
    expect(problems).toEqual(['the worker ended without its last message']);
  });

  it('survives a listener that throws, and says so', async () => {
    const onEvent = (): never => {
      throw new Error('broken progress');
    };
    const { outcomes, problems } = await report([...all, end], { onEvent });
    expect(outcomes).toHaveLength(3);
    expect(problems[0]).toContain('a listener of the run failed: Error: broken progress');
  });

  it('passes on what preflight found, by target', async () => {
    const preflight = { outcome: 'refused', message: 'wrong key', evidence: [1] } as const;
    const { preflights } = await report([{ type: 'preflight', target: 't', report: preflight }, ...all, end]);
    expect(preflights.get('t')).toEqual(preflight);
  });

  it('asks the worker to stop when the signal says so', async () => {
    const stop = new AbortController();
    const worker = workerThatSays([], {
      work: async (_spec, onMessage) => {
        stop.abort('SIGINT');
        onMessage(end);
        return [];
      },
    });
    const { lost } = await followRun(worker, spec, { signal: stop.signal });
    expect(worker.stopped).toBe('SIGINT');
    expect(lost).toHaveLength(3);
  });

  it('gives up a worker that is stuck when it is hurried, and accounts for what had not ended', async () => {
    const stop = new AbortController();
    const hurry = new AbortController();
    const worker = workerThatSays([], {
      work: (_spec, onMessage) => {
        onMessage(ended('a.b/one'));
        stop.abort('SIGINT');
        hurry.abort('SIGINT');
        return new Promise(() => undefined);
      },
    });
    const { outcomes, lost, problems } = await followRun(worker, spec, { signal: stop.signal, hurry: hurry.signal });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['pass', 'not-run', 'not-run']);
    expect(outcomes[1]?.reason).toBe('the run was stopped (SIGINT) before the check had ended');
    expect([lost, problems]).toEqual([[], []]);
  });

  it('gives up a worker that lives on and does nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      let beats: NodeJS.Timeout | undefined;
      const worker = workerThatSays([], {
        work: (_spec, onMessage) => {
          onMessage(ended('a.b/one'));
          beats = setInterval(() => onMessage({ type: 'alive', records: 3 }), 1000);
          return new Promise(() => undefined);
        },
      });
      const running = followRun(worker, spec);
      await vi.advanceTimersByTimeAsync(21 * 60_000);
      const { outcomes, problems } = await running;
      clearInterval(beats);
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(['pass', 'not-run', 'not-run']);
      expect(problems[0]).toContain('ended for 20 minutes; not ended: a.b/two@t and 1 more');
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives up a worker that was not heard of for two minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
    try {
      const worker = workerThatSays([], {
        work: (_spec, onMessage) => {
          onMessage({ type: 'started', target: 't', check: 'a.b/two' });
          return new Promise(() => undefined);
        },
      });
      const running = followRun(worker, spec);
      await vi.advanceTimersByTimeAsync(130_000);
      const { outcomes, problems } = await running;
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(['not-run', 'not-run', 'not-run']);
      expect(problems[0]).toContain('the last check that began is a.b/two');
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses a plan that names a check twice', async () => {
    const twice = { ...spec, items: [...spec.items, ...spec.items] };
    await expect(followRun(workerThatSays([]), twice)).rejects.toThrow('expected each check once per target');
  });
});
