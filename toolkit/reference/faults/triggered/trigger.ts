// When a fault shows that does not always: at the nth use, for a value, after a time, beside something, after something, by chance.
// A trigger is begun once for each service, and then asked at every decision that the fault would change.
import type { Rules } from '../../rules/rules.js';
import type { TriggerKind } from '../algebra/trigger-kind.js';
import type { Facts } from './facts.js';
import type { Happening, World } from './world.js';

interface Decision {
  readonly rule: keyof Rules;
  readonly told: readonly unknown[];
  /** Whether the fault would decide otherwise than an honest service; decides both ways to know it. */
  readonly matters: () => boolean;
}

export interface Trigger {
  readonly kind: TriggerKind;
  /** Ends the id of a fault and, spelled with blanks, its summary: `after-a-reject`. */
  readonly id: string;
  readonly begin: (world: World) => (decision: Decision) => boolean;
}

type Reach = 'account' | 'service';

/** Decisions on which the fault matters are counted, by account or over all of them; it shows where the count fits. */
function counting(id: string, reach: Reach, fits: (count: number) => boolean): Trigger {
  return {
    kind: 'nth',
    id,
    begin: (world) => {
      const counts = new Map<string, number>();
      return ({ rule, matters }) => {
        if (!matters()) return false;
        const place = reach === 'account' ? `${rule} ${world.accountId}` : rule;
        const count = (counts.get(place) ?? 0) + 1;
        counts.set(place, count);
        return fits(count);
      };
    },
  };
}

export function onlyOnNth(nth: number, reach: Reach = 'account'): Trigger {
  return counting(`at-use-${nth}-of-the-${reach}`, reach, (count) => count === nth);
}

export function fromNthOn(nth: number, reach: Reach = 'account'): Trigger {
  return counting(`from-use-${nth}-of-the-${reach}-on`, reach, (count) => count >= nth);
}

export function atEveryNth(nth: number, reach: Reach = 'service'): Trigger {
  return counting(`at-every-use-${nth}-of-the-${reach}`, reach, (count) => count % nth === 0);
}

/** `id` says which values. */
export function onlyFor(id: string, fits: (facts: Facts) => boolean): Trigger {
  return {
    kind: 'value',
    id,
    begin:
      (world) =>
      ({ rule, told }) =>
        fits(world.facts(rule, told)),
  };
}

/** After so long by the clock of the service, since its first request. */
export function onceRunning(id: string, ms: number): Trigger {
  return { kind: 'time', id, begin: (world) => () => world.runningMs >= ms };
}

/** Where the clock of the service stands at certain moments. */
export function atMoments(id: string, fits: (now: Date) => boolean): Trigger {
  return { kind: 'time', id, begin: (world) => () => fits(new Date(world.nowMs)) };
}

/** So long after something happened on the account, or no longer than that. */
export function sinceThen(happening: Happening, ms: number, side: 'within' | 'later'): Trigger {
  const words = `${side === 'within' ? 'within' : 'later-than'}-${ms}-ms-after-a-${dashed(happening)}`;
  return {
    kind: 'time',
    id: words,
    begin: (world) => () => {
      const past = world.account.happened.get(happening);
      if (past === undefined) return false;
      const age = world.nowMs - past.lastAtMs;
      return side === 'within' ? age <= ms : age > ms;
    },
  };
}

/** Once something happened on the account, so many times at least. */
export function after(happening: Happening, times = 1, reach: Reach = 'account'): Trigger {
  const count = times === 1 ? `a-${dashed(happening)}` : `${times}-times-${dashed(happening)}`;
  return {
    kind: 'after',
    id: `after-${count}${reach === 'service' ? '-anywhere' : ''}`,
    begin: (world) => () =>
      ((reach === 'account' ? world.account : world.all).happened.get(happening)?.count ?? 0) >= times,
  };
}

/** While so many other operations of the account have no final result yet. */
export function whileInFlight(others = 1): Trigger {
  return {
    kind: 'concurrency',
    id: others === 1 ? 'beside-an-operation-in-flight' : `beside-${others}-operations-in-flight`,
    begin:
      (world) =>
      ({ rule, told }) => {
        const { operationId } = world.facts(rule, told);
        const own = operationId !== undefined && world.account.inFlight.has(operationId) ? 1 : 0;
        return world.account.inFlight.size - own >= others;
      },
  };
}

/** While operations of another account have no final result yet. */
export function whileOthersAreInFlight(): Trigger {
  return {
    kind: 'concurrency',
    id: 'while-another-account-has-an-operation-in-flight',
    begin: (world) => () => world.all.inFlight.size > world.account.inFlight.size,
  };
}

/** On connections of the account that fit, by what the rule is told of one. */
export function onConnections(id: string, fits: (facts: Facts) => boolean): Trigger {
  return { ...onlyFor(id, fits), kind: 'concurrency' };
}

/** One in so many times; which ones is left to chance. */
export function withProbability(oneIn: number): Trigger {
  return { kind: 'chance', id: `once-in-${oneIn}`, begin: () => () => Math.random() * oneIn < 1 };
}

function dashed(words: string): string {
  return words.toLowerCase().replaceAll(' ', '-');
}
