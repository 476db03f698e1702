// Clients under test that do nothing of what they are told, each in its own way.
import type { ClientUnderTest, IntentOperation, IntentReply } from '../../toolkit/intents/index.js';
import { INTENT_OPERATIONS } from '../../toolkit/intents/index.js';

type Way = (operation: IntentOperation) => IntentReply<IntentOperation>;

/** It has a form, and so is taken for an answer, where the operation allows `{}`. */
const EMPTY: readonly IntentOperation[] = ['begin', 'subscribe', 'unsubscribe', 'read', 'history', 'end'];

export const WAYS: Readonly<Record<string, Way>> = {
  'is silent': () => ({ kind: 'silent', afterMs: 1 }),
  'is gone': () => ({ kind: 'gone', message: 'it ended with status 1' }),
  'answers {} to everything': (operation) =>
    EMPTY.includes(operation) ? { kind: 'result', result: {} } : { kind: 'malformed', message: 'no state' },
  'says success without doing anything': (operation) => {
    if (EMPTY.includes(operation)) return { kind: 'result', result: {} };
    return { kind: 'result', result: operation === 'view' ? { current: true } : { state: 'success' } };
  },
};

export function clientThat(way: Way): ClientUnderTest {
  return {
    introduction: {
      implementation: 'nothing',
      language: 'none',
      capabilities: INTENT_OPERATIONS,
      claims: { patienceMs: 0, requestTimeoutMs: 50, concurrent: true, accounts: 2 },
    },
    // Each way answers with what fits the operation, or with no result at all.
    ask: (operation) => Promise.resolve(way(operation) as IntentReply<typeof operation>),
    stderr: () => '',
    close: () => Promise.resolve(),
  };
}
