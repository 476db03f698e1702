// Faulty reference services for a matrix run: one for each fault, several for one that shows on some occasions only.

import type { TargetSpec } from '../../../suites/runner/engine/run-spec.js';
import { checkSeed, SeededRandom } from '../../../suites/runner/seed.js';
import { messageOf } from '../../base/message-of.js';
import { HABITS } from '../../reference/habits/index.js';
import { type DialectName, type Reference, type SpokenProfile, startReference } from '../../reference/index.js';
import { drawHabits } from './habits/habit-sets.js';
import type { FaultFacts, TriedFault } from './kill-table.js';
import { repetitionsFor } from './repetitions.js';

export interface FaultyTargets {
  readonly tried: readonly TriedFault[];
  /** By id. */
  readonly services: ReadonlyMap<string, TargetSpec>;
  close(): Promise<void>;
}

/** Checks open their own through the control interface; these have currencies of two and of no decimals. */
const ACCOUNTS = 3;

export interface FaultyWish {
  readonly faults: readonly FaultFacts[];
  readonly dialect: DialectName | SpokenProfile;
  readonly seed: string;
  /** Each service has habits of its own beside its fault, drawn by the seed: no tolerance may blind a check. */
  readonly underHabits: boolean;
}

/** `judging` says how many checks judge a fault: each gives it an occasion to show. */
export async function startFaulty(
  { faults, dialect, seed, underHabits }: FaultyWish,
  judging: (fault: FaultFacts) => number,
): Promise<FaultyTargets> {
  const habitsOf = (name: string): readonly string[] => (underHabits ? habitsFor(name, dialect, seed) : []);
  const started: Reference[] = [];
  const services = new Map<string, TargetSpec>();
  const tried: TriedFault[] = [];
  for (const fault of faults) {
    const targets: string[] = [];
    const repetitions = repetitionsFor(fault.rate, judging(fault));
    let broken: string | undefined;
    for (let repetition = 0; repetition < repetitions && broken === undefined; repetition += 1) {
      const name = repetition === 0 ? fault.id : `${fault.id}#${repetition + 1}`;
      try {
        const habits = habitsOf(name);
        const service = await startReference({
          faults: [fault.id],
          habits,
          dialect,
          accounts: ACCOUNTS,
          seed: Number(seed) + repetition,
        });
        started.push(service);
        services.set(name, { id: name, profile: service.profile, hasManyStreams: habits.length === 0 });
        targets.push(name);
      } catch (error) {
        broken = `the service does not start: ${messageOf(error)}`;
      }
    }
    tried.push({ fault, targets, habits: habitsOf(fault.id), ...(broken !== undefined && { broken }) });
  }
  return {
    tried,
    services,
    close: async () => {
      await Promise.allSettled(started.map((service) => service.close()));
    },
  };
}

/** Only those that cost nothing: what a habit makes impossible to judge hides a fault rightly. */
function habitsFor(name: string, dialect: FaultyWish['dialect'], seed: string): readonly string[] {
  const random = new SeededRandom(checkSeed(seed, `habits of ${name}`));
  const free = HABITS.filter(({ costs }) => costs.length === 0);
  return drawHabits(free, typeof dialect === 'string' ? dialect : 'default', (bound) => random.below(bound)).map(
    ({ id }) => id,
  );
}
