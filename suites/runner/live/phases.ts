// Who may run beside whom. Most checks run together; those that use a control action which reaches everybody on the target, such as
// closing its market, run after them, one at a time; behind these those that move its clock, which nobody moves back; those over the
// journal come last.
import { CONTROL_ACTIONS, type ControlActionName } from '../../../toolkit/profile/control/actions.js';
import type { Profile } from '../../../toolkit/profile/profile.js';
import type { CheckSpec } from '../check.js';
import { meaningOf, valuesOf } from '../contexts/dimensions.js';
import { type Deferred, deferred } from '../deferred.js';

export type Phase = 'together' | 'alone' | 'moving' | 'history';

export function phaseOf(spec: CheckSpec, profile: Profile): Phase {
  if (spec.kind === 'history') return 'history';
  const controls = controlsOf(spec);
  if (controls.includes('clock.advance')) return 'moving';
  return controls.some((name) => reachesAll(name, profile)) ? 'alone' : 'together';
}

function reachesAll(name: ControlActionName, { control }: Profile): boolean {
  const binding = control[name];
  return binding !== undefined && (binding.scope ?? CONTROL_ACTIONS[name].scope) === 'target';
}

/** Those that it asks for, and those of what its accounts go through in some of its contexts: sessions that close, quotes that go. */
function controlsOf({ needs, contexts }: CheckSpec): readonly ControlActionName[] {
  const after = contexts?.after === 'all' ? valuesOf('after') : (contexts?.after ?? []);
  return [...(needs?.control ?? []), ...after.flatMap((value) => meaningOf('after', value).needs?.control ?? [])];
}

/** One after the other; within all but the first and the last of them one check at a time. */
const IN_TURN: readonly Phase[] = ['together', 'alone', 'moving', 'history'];

export class Phases {
  readonly #profile: Profile;
  readonly #left = new Map<Phase, number>(IN_TURN.map((phase) => [phase, 0]));
  readonly #begun = new Map<Phase, Deferred<void>>(IN_TURN.map((phase) => [phase, deferred()]));
  /** Ends with the last of those that have come so far and run one at a time. */
  #single: Promise<void> = Promise.resolve();
  #leave: (() => void) | undefined;

  /** `specs`: every check that will enter and end. */
  constructor(profile: Profile, specs: readonly CheckSpec[]) {
    this.#profile = profile;
    for (const spec of specs) this.#count(phaseOf(spec, profile), 1);
    this.#advance();
  }

  /** Resolves when the check may start. */
  async enter(spec: CheckSpec): Promise<void> {
    const phase = phaseOf(spec, this.#profile);
    await this.#begun.get(phase)?.promise;
    if (!runsSingly(phase)) return;
    const before = this.#single;
    const mine = deferred<void>();
    this.#single = mine.promise;
    await before;
    this.#leave = () => mine.resolve();
  }

  /** Called once for every check, whether it ran or not. */
  ended(spec: CheckSpec): void {
    const phase = phaseOf(spec, this.#profile);
    this.#count(phase, -1);
    if (runsSingly(phase)) {
      this.#leave?.();
      this.#leave = undefined;
    }
    this.#advance();
  }

  #count(phase: Phase, by: number): void {
    this.#left.set(phase, (this.#left.get(phase) ?? 0) + by);
  }

  #advance(): void {
    for (const phase of IN_TURN) {
      this.#begun.get(phase)?.resolve();
      if ((this.#left.get(phase) ?? 0) > 0) return;
    }
  }
}

export function runsSingly(phase: Phase): boolean {
  return phase === 'alone' || phase === 'moving';
}
