// The reference service in your own process: `import { startReference } from 'tsi-conformance/reference'`.
// A complete implementation of the interface on loopback, with keys, accounts, control actions and a profile of itself.

export type { Behaviour } from './behaviour.js';
export type { AccountView } from './engine/account-view.js';
export { DEFAULT_SETTINGS, type QuotaSetting, type Settings } from './engine/settings.js';
export type { Clock, Timer } from './engine/time/clock.js';
export { createManualClock } from './engine/time/manual-clock.js';
export type { ServiceParts } from './habits/index.js';
export { DEFAULT_LIMITS, type TransportLimits } from './http/limits.js';
export { isLoopback } from './http/loopback.js';
export type * from './http/traffic.js';
export { introductionText } from './introduction/as-text.js';
export type { Introduction, Tools } from './introduction/introduction.js';
export type { Log, Note } from './notes/note.js';
export type { Rules } from './rules/rules.js';
export type { AnswerFate, Arrival, WorldlyRefusal } from './rules/telling/transit.js';
export type { Frame, FrameContext } from './rules/telling/wire.js';
export type { DialectName, SpokenProfile } from './sandbox/dialects.js';
export type { SandboxKey, SandboxKeys } from './sandbox/keys.js';
export type { ReferenceOptions } from './sandbox/reference-options.js';
export { type Reference, startReference } from './sandbox/start-reference.js';
