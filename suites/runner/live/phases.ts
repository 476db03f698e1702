// Who may run beside whom. Most checks run together; those that use a control action which reaches everybody on the target, such as
// moving its clock, run after them, one at a time; those over the journal come last.
import { CONTROL_ACTIONS, type ControlActionName } from '../../../toolkit/profile/control/actions.js';
import type { Profile } from '../../../toolkit/profile/profile.js';
import type { CheckSpec } from '../check.js';
import { meaningOf, valuesOf } from '../contexts/dimensions.js';
import { type Deferred, deferred } from '../deferred.js';

export type Phase = 'together' | 'alone' | 'history';

export function phaseOf(spec: CheckSpec, profile: Profile): Phase {
  if (spec.kind === 'history') return 'history';
  return controlsOf(spec).some((name) => reachesAll(name, profile)) ? 'alone' : 'together';
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

export class Phases {
  readonly #profile: Profile;
  readonly #left: Record<Phase, number> = { together: 0, alone: 0, history: 0 };
  readonly #togetherDone: Deferred<void> = deferred();
  readonly #allDone: Deferred<void> = deferred();
  #alone: Promise<void> = Promise.resolve();
  #leaveAlone: (() => void) | undefined;

  /** `specs`: every check that will enter and end. */
  constructor(profile: Profile, specs: readonly CheckSpec[]) {
    this.#profile = profile;
    for (const spec of specs) this.#left[phaseOf(spec, profile)] += 1;
    this.#advance();
  }

  /** Resolves when the check may start. */
  async enter(spec: CheckSpec): Promise<void> {
    const phase = phaseOf(spec, this.#profile);
    if (phase === 'history') await this.#allDone.promise;
    if (phase !== 'alone') return;
    await this.#togetherDone.promise;
    const before = this.#alone;
    const mine = deferred<void>();
    this.#alone = mine.promise;
    await before;
    this.#leaveAlone = () => mine.resolve();
  }

  /** Called once for every check, whether it ran or not. */
  ended(spec: CheckSpec): void {
    const phase = phaseOf(spec, this.#profile);
    this.#left[phase] -= 1;
    if (phase === 'alone') {
      this.#leaveAlone?.();
      this.#leaveAlone = undefined;
    }
    this.#advance();
  }

  #advance(): void {
    if (this.#left.together > 0) return;
    this.#togetherDone.resolve();
    if (this.#left.alone === 0) this.#allDone.resolve();
  }
}
