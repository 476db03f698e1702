// Faulty reference services for a matrix run: one for each fault, several for one that shows on some occasions only.
import { messageOf } from '../../payload/message-of.js';
import { type Reference, startReference } from '../../reference/index.js';
import type { FaultFacts, TriedFault } from './kill-table.js';
import { repetitionsFor } from './repetitions.js';

export interface FaultyTargets {
  readonly tried: readonly TriedFault[];
  readonly references: ReadonlyMap<string, Reference>;
  close(): Promise<void>;
}

/** Few accounts: checks open their own through the control interface. */
const ACCOUNTS = 2;

/** `judging` says how many checks judge a fault: each gives it an occasion to show. */
export async function startFaulty(
  faults: readonly FaultFacts[],
  dialect: 'default' | 'contrary',
  seed: number,
  judging: (fault: FaultFacts) => number,
): Promise<FaultyTargets> {
  const references = new Map<string, Reference>();
  const tried: TriedFault[] = [];
  for (const fault of faults) {
    const targets: string[] = [];
    const repetitions = repetitionsFor(fault.rate, judging(fault));
    let broken: string | undefined;
    for (let repetition = 0; repetition < repetitions && broken === undefined; repetition += 1) {
      const name = repetition === 0 ? fault.id : `${fault.id}#${repetition + 1}`;
      try {
        references.set(
          name,
          await startReference({ faults: [fault.id], dialect, accounts: ACCOUNTS, seed: seed + repetition }),
        );
        targets.push(name);
      } catch (error) {
        broken = `the service does not start: ${messageOf(error)}`;
      }
    }
    tried.push({ fault, targets, ...(broken !== undefined && { broken }) });
  }
  return {
    tried,
    references,
    close: async () => {
      await Promise.allSettled([...references.values()].map((reference) => reference.close()));
    },
  };
}
