// The constructor of habits: one head for all the ways among which a service may choose.
import type { JsonObject } from '../../../payload/json.js';
import type { Profile } from '../../../profile/profile.js';
import type { OpenPointId } from '../../../requirements/open-point-id.js';
import type { Behaviour } from '../../behaviour.js';
import type { Settings } from '../../engine/settings.js';
import { type Change, type Edits, editing } from '../../faults/algebra/index.js';
import type { Front } from '../../http/front.js';
import type { TransportLimits } from '../../http/limits.js';
import type { Speech } from '../../speech/speech.js';
import type { Cost, Habit } from './habit.js';
import type { Making } from './making.js';

/** What is said of a habit, and what changes. */
export interface Difference {
  readonly summary: string;
  readonly behaviour?: Partial<Behaviour>;
  readonly settings?: Partial<Settings>;
  readonly limits?: Partial<TransportLimits>;
  /** Edits rule by rule, or a change of several in common. */
  readonly rules?: Edits | Change;
  readonly speech?: (speech: Speech) => Speech;
  /** What the profile states under `dialect`, where the difference needs a binding. */
  readonly stated?: (dialect: JsonObject) => JsonObject;
  readonly profile?: (profile: Profile) => Profile;
  /** Called once for each service. */
  readonly front?: () => Front;
  readonly costs?: readonly Cost[];
  readonly alone?: boolean;
  readonly excludes?: readonly string[];
  readonly dialect?: Habit['dialect'];
}

export type HabitOf = (id: string, difference: Difference) => Habit;

/** `const foreign = among('foreign-account', '4.1', ['foreign-account'])`, then `foreign('foreign-account-hidden', { … })`. */
export function among(choice: string, section: string, points: readonly OpenPointId[]): HabitOf {
  return (id, difference) => ({
    id,
    choice,
    section,
    points,
    summary: difference.summary,
    costs: difference.costs ?? [],
    alone: difference.alone ?? false,
    excludes: difference.excludes ?? [],
    dialect: difference.dialect,
    change: (making) => changed(making, difference),
  });
}

function changed(making: Making, { rules, speech, stated, profile, front, ...figures }: Difference): Making {
  const edit = typeof rules === 'function' ? rules : editing(rules ?? {});
  return {
    rules: edit(making.rules),
    behaviour: { ...making.behaviour, ...figures.behaviour },
    settings: { ...making.settings, ...figures.settings },
    limits: { ...making.limits, ...figures.limits },
    speech: speech === undefined ? making.speech : (values) => speech(making.speech(values)),
    stated: stated?.(making.stated) ?? making.stated,
    profile: profile === undefined ? making.profile : (made) => profile(making.profile(made)),
    fronts: front === undefined ? making.fronts : [front(), ...making.fronts],
  };
}
