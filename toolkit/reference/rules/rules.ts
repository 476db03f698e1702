// Every decision that the interface states, as one record of small pure functions; the service calls them and decides nothing itself.
// A fault is a change of this record. Groups are in the files beside this one, each rule naming its section.
import type { RenderingRules } from './rendering.js';
import type { WireRules } from './wire.js';

export interface Rules extends RenderingRules, WireRules {}
