// The benchmarks that stand beside the code they measure: each prints its figures and ends with 1 when a ratio or a time is missed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { codeFolder } from '../../base/package-root.js';

export interface ProgramReport {
  readonly program: string;
  readonly holds: boolean;
  readonly figures: readonly string[];
}

const PROGRAMS: readonly (readonly [program: string, ...flags: readonly string[]])[] = [
  ['toolkit/decimal/decimal.bench.js'],
  ['toolkit/signing/sign.bench.js'],
  ['toolkit/doctor/doctor.bench.js'],
  ['toolkit/reference/state/state-machine.bench.js'],
  ['toolkit/reference/engine/engine.bench.js', '--expose-gc', '--max-old-space-size=4096'],
  ['toolkit/vectors/check.bench.js'],
  ['toolkit/reference/sandbox/start.bench.js', '--expose-gc'],
  ['toolkit/reference/sandbox/place-orders.bench.js', '--expose-gc'],
  ['toolkit/reference/streams/connections.bench.js'],
  ['reports/render/render.bench.js'],
];

/** Each in a process of its own, one after the other. */
export function* programs(): Generator<ProgramReport> {
  for (const [program, ...flags] of PROGRAMS) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, join(codeFolder(), program)], {
      encoding: 'utf8',
    });
    const lines = `${stdout}${status === 0 ? '' : stderr}`.split('\n').filter((line) => line !== '');
    yield { program, holds: status === 0, figures: lines };
  }
}
