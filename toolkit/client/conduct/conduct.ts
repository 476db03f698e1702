// Every decision that a client takes, as data: the honest ones are below, a temperament or a lapse replaces some of them.
// The sessions ask and never decide; so whatever a client may do otherwise has a member here.
import type { Claims } from '../../intents/index.js';
import { type Calls, HONEST_CALLS } from './calls.js';
import { type Form, HONEST_FORM } from './form.js';
import { HONEST_READS, type Reads } from './reads.js';
import { HONEST_RESULTS, type Results } from './results.js';
import { HONEST_STATE, type State } from './state.js';
import { HONEST_STREAMS, type Streams } from './streams.js';

export interface Conduct extends Form, Calls, Results, Streams, State, Reads {}

export const HONEST: Conduct = {
  ...HONEST_FORM,
  ...HONEST_CALLS,
  ...HONEST_RESULTS,
  ...HONEST_STREAMS,
  ...HONEST_STATE,
  ...HONEST_READS,
};

const RECONNECT_WITHIN_MS = 3000;

/** What a client of this conduct may say of itself. */
export function claimsOf(conduct: Conduct): Required<Claims> {
  const { connections, concurrency, patienceMs, requestTimeoutMs } = conduct;
  return {
    streams: connections === 0 ? [] : ['transactions', 'account_state', 'instruments', 'hmr'],
    retries: conduct.repeatsAfterMs({ kind: 'call', why: 'cut', attempt: 1 }) !== undefined,
    // Said of every client with streams: one that does not come back breaks its word, and is not excused by it.
    reconnects: connections > 0,
    polls: true,
    concurrent: concurrency > 1,
    accounts: 2,
    patienceMs,
    requestTimeoutMs,
    reconnectWithinMs: RECONNECT_WITHIN_MS,
  };
}
