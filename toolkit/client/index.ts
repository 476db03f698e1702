// The reference client: the public face of this folder.
export { type Conduct, HONEST } from './conduct/conduct.js';
export type { Lapse } from './lapses/lapse.js';
export { LAPSES } from './lapses/lapses.js';
export { conductNamed } from './named-conduct.js';
export { referenceClient } from './reference-client.js';
export { TEMPERAMENTS } from './temperaments.js';
