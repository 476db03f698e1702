// Checks over the journal are judged by every shard, each over what it did itself. Of their verdicts the worst counts, as checkers
// compose: failure over undecided over pass.
import { type CheckResult, type Results, VERDICTS } from '../model/model.js';

/** Whether a shard has the check although another has it too. */
export function isOfEveryShard({ kind }: Pick<CheckResult, 'kind'>): boolean {
  return kind === 'history';
}

/** By id of the check: the number of the input whose verdict counts, the first of equal ones. */
export function decidedIn(inputs: readonly { readonly results: Results }[]): ReadonlyMap<string, number> {
  const found = new Map<string, { readonly input: number; readonly rank: number }>();
  for (const [input, { results }] of inputs.entries()) {
    for (const { id, verdict } of results.checks) {
      const rank = VERDICTS.indexOf(verdict);
      const best = found.get(id);
      if (best === undefined || rank < best.rank) found.set(id, { input, rank });
    }
  }
  return new Map([...found].map(([id, { input }]) => [id, input]));
}
