// Profiles, dialects and control actions: the public face of this folder.

export {
  CONTROL_ACTIONS,
  type ControlActionName,
  type ControlScope,
  type ControlSurface,
} from './control/actions.js';
export { bindControl } from './control/bind.js';
export { compileDialect } from './dialect/compile.js';
export { DEFAULT_DIALECT } from './dialect/default-spelling.js';
export {
  type CommandParams,
  type Dialect,
  EVENT_KINDS,
  type EventKind,
  MUTATING_REQUESTS,
  type PreparedRequest,
  REQUEST_NAMES,
  type RequestName,
  type RequestParams,
  STATED_REQUESTS,
  UNSTATED_REQUESTS,
} from './dialect/dialect.js';
export { fillDialect } from './dialect/fill.js';
export { loadDialect } from './dialect/load-dialect.js';
export { valuesAt } from './dialect/reading/pointer.js';
export type { DialectSpec } from './dialect/spec.js';
export { stateDialect } from './dialect/state.js';
export type * from './dialect/views.js';
export { fingerprint, withoutSecrets } from './loading/fingerprint.js';
export { type InitFacts, renderInitTemplate } from './loading/init-template.js';
export { type LoadOptions, loadProfile } from './loading/load.js';
export { type ProfileReferences, renderProfile } from './loading/profile-yaml.js';
export { type SecretReference, secretsOf } from './loading/secrets.js';
export {
  CLAIMS,
  type Claim,
  type ControlBinding,
  KEY_ROLES,
  type KeyRole,
  type Profile,
  type ProfileAccount,
  type ProfileInstrument,
  type ProfileKey,
  type ProfileLimits,
  type ProfilePolicy,
  type ProfileTiming,
} from './profile.js';
