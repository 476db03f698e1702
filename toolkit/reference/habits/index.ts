// All habits, and finding one by its id.
import { didYouMean } from '../../base/nearest.js';
import type { Habit } from './algebra/index.js';
import { answerHabits } from './requests/answers.js';
import { errorHabits } from './requests/error-bodies.js';
import { pathHabits } from './requests/paths.js';
import { payloadHabits } from './requests/payloads.js';
import { readStatusHabits } from './requests/read-statuses.js';
import { requestHabits } from './requests/requests.js';
import { signingHabits } from './requests/signing.js';
import { auctionHabits } from './telling/auctions.js';
import { configurationHabits } from './telling/configuration.js';
import { deliveryHabits } from './telling/delivery.js';
import { emptyValueHabits } from './telling/empty-values.js';
import { entityHabits } from './telling/entities.js';
import { figureHabits } from './telling/figures.js';
import { identifierHabits } from './telling/identifiers.js';
import { operationHabits } from './telling/operations.js';
import { pageHabits } from './telling/pages.js';
import { statedHabits } from './telling/stated.js';
import { statedMoreHabits } from './telling/stated-more.js';
import { streamHabits } from './telling/streams.js';
import { serverHabits } from './telling/two-servers.js';
import { availabilityHabits } from './world/availability.js';
import { executionHabits } from './world/executions.js';
import { instrumentHabits } from './world/instruments.js';
import { lifetimeHabits } from './world/lifetimes.js';
import { limitHabits } from './world/limits.js';
import { marketHabits } from './world/market.js';
import { openingHabits } from './world/openings.js';
import { otherHabits } from './world/others.js';

export const HABITS: readonly Habit[] = [
  ...answerHabits,
  ...auctionHabits,
  ...configurationHabits,
  ...deliveryHabits,
  ...emptyValueHabits,
  ...entityHabits,
  ...errorHabits,
  ...executionHabits,
  ...figureHabits,
  ...identifierHabits,
  ...instrumentHabits,
  ...lifetimeHabits,
  ...limitHabits,
  ...marketHabits,
  ...openingHabits,
  ...operationHabits,
  ...otherHabits,
  ...pageHabits,
  ...pathHabits,
  ...payloadHabits,
  ...readStatusHabits,
  ...requestHabits,
  ...serverHabits,
  ...signingHabits,
  ...statedMoreHabits,
  ...statedHabits,
  ...streamHabits,
  ...availabilityHabits,
];

const BY_ID: ReadonlyMap<string, Habit> = new Map(HABITS.map((habit) => [habit.id, habit]));

/** @throws RangeError for an unknown id, naming the nearest one. */
export function habitById(id: string): Habit {
  const habit = BY_ID.get(id);
  if (habit === undefined) {
    throw new RangeError(`expected the id of a habit, got ${JSON.stringify(id)}${didYouMean(id, BY_ID.keys())}`);
  }
  return habit;
}

/** Whether no service can have both: they decide the same, or would break a statement together. */
export function isAgainst(one: Habit, other: Habit): boolean {
  return one.choice === other.choice || one.excludes.includes(other.id) || other.excludes.includes(one.id);
}

/** What is wrong with a set of habits, in words: two that no service can have together. */
export function contradictionIn(ids: readonly string[]): string | undefined {
  const habits = ids.map(habitById);
  for (const [index, habit] of habits.entries()) {
    const other = habits.slice(0, index).find((earlier) => isAgainst(habit, earlier));
    if (other !== undefined) return `the habits ${other.id} and ${habit.id} exclude one another`;
  }
  return undefined;
}

export type { Cost, Habit, ServiceParts } from './algebra/index.js';
