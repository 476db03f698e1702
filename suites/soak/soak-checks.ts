// The checks of those history checkers that only a soak has the patience for. A soak registers them; a run of the suite, in which they
// would have nothing to judge, does not know them.
import { PATIENT_CHECKERS } from '../../toolkit/checkers/index.js';
import { history, registeredChecks } from '../runner/registry.js';

/** Does nothing where they are registered already. */
export function registerSoakChecks(): void {
  for (const { name, summary, requirements } of PATIENT_CHECKERS) {
    const [first, ...others] = requirements;
    if (first === undefined) throw new TypeError(`${name}: expected a checker that names requirements`);
    const id = `${first}/journal-${name}` as const;
    if (registeredChecks().has(id)) continue;
    history({
      id,
      title: summary,
      requirements: others,
      run: async (t) => t.notApplicable('is for a soak'),
    });
  }
}
