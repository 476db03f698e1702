// What a run says of itself, changed: when, of what, how much, under which rules.
import { type Change, DAY_MS, inRun, inTarget, later, type Unfiled, withoutRun } from '../tampering.js';

export function ofTheRun(): readonly Unfiled[] {
  const sha = '0'.repeat(64);
  const changes: readonly (readonly [string, Change])[] = [
    ['effort thorough', inRun(() => ({ effort: 'thorough' }))],
    ['effort quick', inRun(() => ({ effort: 'quick' }))],
    [
      'finished a month later',
      inRun((run) => ({ finished: later(run.finished, 30), durationMs: run.durationMs + 30 * DAY_MS })),
    ],
    [
      'finished an hour later',
      inRun((run) => ({ finished: later(run.finished, 1 / 24), durationMs: run.durationMs + DAY_MS / 24 })),
    ],
    ['finished a year ago', inRun((run) => ({ finished: later(run.finished, -365), durationMs: 0 }))],
    ['started a day ago', inRun((run) => ({ started: later(run.started, -1), durationMs: run.durationMs + DAY_MS }))],
    [
      'started and finished next year',
      inRun((run) => ({ started: later(run.started, 365), finished: later(run.finished, 365) })),
    ],
    ['a duration', inRun(() => ({ durationMs: 1 }))],
    ['a selection', inRun(() => ({ selection: ['auth'] }))],
    ['a shard', inRun(() => ({ shard: '1/2' }))],
    ['interrupted', inRun(() => ({ interrupted: 'SIGINT' }))],
    ['killed', inRun(() => ({ killed: true }))],
    ['level should', inRun(() => ({ level: 'should' }))],
    ['policy any', inRun(() => ({ policy: 'any' }))],
    ['policy unreachable', inRun(() => ({ policy: 'unreachable' }))],
    ['no policy', withoutRun('policy')],
    ['everything accepted', inRun(() => ({ accepted: ['*'] }))],
    ['no plan', withoutRun('plan')],
    ['seed', inRun(() => ({ seed: '8' }))],
    ['id', inRun(() => ({ id: 'another-run' }))],
    ['node', inRun(() => ({ node: 'v99.0.0' }))],
    ['command', inRun(() => ({ command: 'tsi run --profile production.yaml' }))],
    ['suite version', inRun(({ suite }) => ({ suite: { ...suite, version: '99.0.0' } }))],
    ['suite name', inRun(({ suite }) => ({ suite: { ...suite, name: 'another-suite' } }))],
    ['catalogue', inRun(({ suite }) => ({ suite: { ...suite, catalogue: sha } }))],
    ['target name', inTarget({ name: 'A finer exchange' })],
    ['target address', inTarget({ baseUrl: 'https://exchange.example.test' })],
    ['environment', inTarget({ environment: 'production' })],
    ['fingerprint', inTarget({ fingerprint: sha })],
    ['build', inTarget({ build: { version: '9', digest: `sha256:${sha}` } })],
    ['embedded', inTarget({ embedded: true })],
    ['assumed', inTarget({ embedded: true, assumed: true })],
  ];
  return changes.map(([what, change]) => ({ what: `another run: ${what}`, change }));
}
