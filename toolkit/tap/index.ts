// Traffic observed from the service's side: the public face of this folder.
export type * from './observed.js';
export { observedByService } from './records.js';
export { createTap, type Tap } from './tap.js';
