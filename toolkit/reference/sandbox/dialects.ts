// The dialects that a sandbox speaks: speech, behaviour, and how a profile states them.

import type { JsonObject } from '../../payload/json.js';
import { UNSTATED_REQUESTS } from '../../profile/dialect/dialect.js';
import type { Profile } from '../../profile/profile.js';
import { type Behaviour, contraryBehaviour, defaultBehaviour } from '../behaviour.js';
import { CONTRARY_DIALECT } from '../speech/contrary-dialect.js';
import { createContrarySpeech } from '../speech/contrary-speech.js';
import { createDefaultSpeech } from '../speech/default-speech.js';
import type { Speech } from '../speech/speech.js';
import type { Values } from '../speech/values.js';

/** A target whose dialect the service speaks; the target itself is left alone. */
export type SpokenProfile = Pick<Profile, 'name' | 'dialect'>;

export const DIALECT_NAMES = ['default', 'contrary'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

export interface SandboxDialect {
  readonly speech: (values: Values) => Speech;
  readonly behaviour: Behaviour;
  /** What stands under `dialect` in a profile. */
  readonly stated: JsonObject;
}

export const DIALECTS: Readonly<Record<DialectName, SandboxDialect>> = {
  default: {
    speech: createDefaultSpeech,
    behaviour: defaultBehaviour,
    // The default spelling; requests that the interface does not show exist where a profile names them.
    stated: {
      requests: Object.fromEntries(UNSTATED_REQUESTS.map((name) => [name, {}])),
      frames: { documents: 'one' },
    },
  },
  contrary: { speech: createContrarySpeech, behaviour: contraryBehaviour, stated: CONTRARY_DIALECT },
};

/** What the dialect is called. */
export function nameOf(dialect: DialectName | SpokenProfile): string {
  return typeof dialect === 'string' ? dialect : dialect.name;
}
