// What a service is made of before it starts. The dialect gives the first; habits change it, then faults change its rules.
import type { JsonObject } from '../../../payload/json.js';
import type { Profile } from '../../../profile/profile.js';
import type { Behaviour } from '../../behaviour.js';
import type { Settings } from '../../engine/settings.js';
import type { Gateway } from '../../http/gateway.js';
import type { TransportLimits } from '../../http/limits.js';
import type { Rules } from '../../rules/rules.js';
import type { Speech } from '../../speech/speech.js';
import type { Values } from '../../speech/values.js';

export interface ServiceParts {
  readonly rules: Rules;
  readonly behaviour: Behaviour;
  readonly settings: Partial<Settings>;
  readonly limits: Partial<TransportLimits>;
  readonly speech: (values: Values) => Speech;
  /** What stands under `dialect` in the profile. */
  readonly stated: JsonObject;
  /** What the profile says, for whoever judges the service. */
  readonly profile: (profile: Profile) => Profile;
  /** From the outermost to the innermost. */
  readonly gateways: readonly Gateway[];
}
