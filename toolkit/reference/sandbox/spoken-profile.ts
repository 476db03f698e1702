// The dialect of a profile as one that a sandbox speaks. Apart from `dialects.ts`, since a sandbox that speaks a dialect of its own
// should not wait for what this takes.
import { kept } from '../../base/kept.js';
import type { DialectSpec } from '../../profile/dialect/spec.js';
import { stateDialect } from '../../profile/dialect/state.js';
import { defaultBehaviour } from '../behaviour.js';
import { createDialectSpeech } from '../speech/dialect/dialect-speech.js';
import type { SandboxDialect, SpokenProfile } from './dialects.js';
import { unspeakable } from './trying/unspeakable.js';

const MOST_DEFECTS = 10;
/** Trying a dialect takes longer than most services live, and they speak the same one a thousand times. */
const spoken = new WeakMap<SpokenProfile['dialect'], SandboxDialect>();

/** The same for the same dialect. @throws RangeError for a module, and for what can be read but not spoken, naming the places. */
export function spokenProfile(profile: SpokenProfile): SandboxDialect {
  return kept(spoken, profile.dialect, () => triedOut(profile));
}

function triedOut({ name, dialect }: SpokenProfile): SandboxDialect {
  if ('module' in dialect) {
    throw new RangeError(
      `the dialect of ${name} is a module, which can read a target and not speak for it; state it as data`,
    );
  }
  // A loaded profile has its dialect filled in completely.
  const spec = dialect.spec as unknown as DialectSpec;
  const defects = unspeakable(spec);
  if (defects.length > 0) {
    throw new RangeError(`the dialect of ${name} cannot be spoken:\n  ${defects.slice(0, MOST_DEFECTS).join('\n  ')}`);
  }
  return {
    speech: (values) => createDialectSpeech(spec, values),
    behaviour: defaultBehaviour,
    stated: stateDialect(spec),
  };
}
