// What many checks need alike. Needs that go with words of their own (periods, instruments) stand beside those words.
import type { Needs } from '../runner/check.js';

/** Reads and refusals that leave nothing behind. */
export const READ: Needs = { shared: true, readOnly: true };
