// What faults are made of, beside the edits of single rules (`edits.ts`): the constructor, whole changes, edits of messages, places.
export { answering } from './answer-edit.js';
export { type Change, type Edits, editing, together } from './change.js';
export type { Fault } from './fault.js';
export { amendingMessage, editAt, editingBody, editingMessage, type JsonEdit, remove } from './json-edit.js';
export { handshakes, mutations, on, orders, reads } from './places.js';
export { violating } from './violating.js';
