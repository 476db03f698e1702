// The reference client: the public face of this folder.
export { type Conduct, HONEST } from './conduct/conduct.js';
export { referenceClient } from './reference-client.js';
