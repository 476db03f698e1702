// The dialect of a loaded profile. Apart from `load.ts`, since a run on the embedded reference reads no file and should not
// wait for what reading one takes.

import type { Profile } from '../profile.js';
import { compileDialect } from './compile.js';
import type { Dialect } from './dialect.js';
import { loadModuleDialect } from './module-dialect.js';
import type { DialectSpec } from './spec.js';

/** The compiled dialect of a profile. Rejects with a `ProtocolError` of code `profile-invalid` for a module that does not load. */
export async function loadDialect(profile: Profile): Promise<Dialect> {
  if ('module' in profile.dialect) return loadModuleDialect(profile.dialect.module);
  // `loadProfile` and the embedded reference fill the spec in completely.
  return compileDialect(profile.dialect.spec as unknown as DialectSpec, profile.baseUrl, profile.streamUrl);
}
