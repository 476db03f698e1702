// A fault that shows only when something triggers it: the honest rule decides at all other times.
import { isDeepStrictEqual } from 'node:util';
import type { Rules } from '../../rules/rules.js';
import type { Change } from '../algebra/change.js';
import type { Fault } from '../algebra/fault.js';
import type { Trigger } from './trigger.js';
import { watching } from './watching.js';
import { World } from './world.js';

/** The fault at the times of the trigger: its requirements are violated then, and nothing is at others. */
export function triggered(trigger: Trigger, fault: Fault, id = `${fault.id}-${trigger.id}`): Fault {
  const { rate: _rate, ...facts } = fault;
  return {
    ...facts,
    id,
    summary: `${fault.summary.replace(/\.$/, '')}: only ${trigger.id.replaceAll('-', ' ')}.`,
    trigger: trigger.kind,
    change: at(trigger, fault.change),
  };
}

function at(trigger: Trigger, change: Change): Change {
  return (rules) => {
    const world = new World();
    const shows = trigger.begin(world);
    const faulty = change(rules);
    const names = (Object.keys(rules) as (keyof Rules)[]).filter((name) => faulty[name] !== rules[name]);
    const chosen = names.map((name) => {
      const [honest, wrong] = [rules[name] as unknown, faulty[name] as unknown];
      if (typeof honest !== 'function' || typeof wrong !== 'function') return [name, honest];
      return [
        name,
        (...told: readonly unknown[]): unknown => {
          const matters = (): boolean => !isDeepStrictEqual(honest(...told), wrong(...told));
          return (shows({ rule: name, told, matters }) ? wrong : honest)(...told);
        },
      ];
    });
    return watching({ ...rules, ...Object.fromEntries(chosen) }, world);
  };
}
