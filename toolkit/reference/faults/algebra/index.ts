// What faults are made of: the constructor, edits of rules and of rendered messages, places of a decision.
export { type Change, changing, editing, together } from './change.js';
export { alsoWhere, always, amended, exceptWhere, instead, insteadWhere, onlyWhere, readAs } from './edits.js';
export { alsoOn, exceptOn, insteadOn, onlyOn } from './edits-on.js';
export type { Fault } from './fault.js';
export { amendingMessage, editAt, editingBody, editingMessage, type JsonEdit, remove } from './json-edit.js';
export { handshakes, mutations, on, reads } from './places.js';
export { type FaultOf, violating } from './violating.js';
