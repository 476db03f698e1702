// The constructor of habits: one head for all the ways among which a service may choose.
import type { JsonObject } from '../../../payload/json.js';
import type { Profile } from '../../../profile/profile.js';
import type { OpenPointId } from '../../../requirements/open-point-id.js';
import type { Behaviour } from '../../behaviour.js';
import type { Settings } from '../../engine/settings.js';
import { type Change, type Edits, editing } from '../../faults/algebra/index.js';
import type { Gateway } from '../../http/gateway.js';
import type { TransportLimits } from '../../http/limits.js';
import type { Speech } from '../../speech/speech.js';
import type { Cost, Habit } from './habit.js';
import type { ServiceParts } from './service-parts.js';

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
  readonly gateway?: () => Gateway;
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
    change: (parts) => changed(parts, difference),
  });
}

function changed(
  parts: ServiceParts,
  { rules, speech, stated, profile, gateway, ...figures }: Difference,
): ServiceParts {
  const edit = typeof rules === 'function' ? rules : editing(rules ?? {});
  return {
    rules: edit(parts.rules),
    behaviour: { ...parts.behaviour, ...figures.behaviour },
    settings: { ...parts.settings, ...figures.settings },
    limits: { ...parts.limits, ...figures.limits },
    speech: speech === undefined ? parts.speech : (values) => speech(parts.speech(values)),
    stated: stated?.(parts.stated) ?? parts.stated,
    profile: profile === undefined ? parts.profile : (made) => profile(parts.profile(made)),
    gateways: gateway === undefined ? parts.gateways : [gateway(), ...parts.gateways],
  };
}
