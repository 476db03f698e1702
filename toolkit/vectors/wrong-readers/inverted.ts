// Who means "broken" by true: every verdict the other way round.
import { NATIVE } from '../native.js';
import type { WrongReader } from './wrong-reader.js';

export const INVERTED_READERS: readonly WrongReader[] = [
  {
    id: 'inverts-verdict',
    sentence: 'answers "valid" for what is invalid, and the other way round',
    change: {
      'verify-request': (input, context) => ({ valid: NATIVE['verify-request']?.(input, context).valid === false }),
      'verify-signature': (input, context) => ({ valid: NATIVE['verify-signature']?.(input, context).valid === false }),
      'check-idempotency-key': (input, context) => ({
        valid: NATIVE['check-idempotency-key']?.(input, context).valid === false,
      }),
      'check-timestamp': (input, context) => ({ valid: NATIVE['check-timestamp']?.(input, context).valid === false }),
      'check-date-time': (input, context) => ({ valid: NATIVE['check-date-time']?.(input, context).valid === false }),
      'check-decimal': (input, context) => ({ valid: NATIVE['check-decimal']?.(input, context).valid === false }),
      'check-constraint': (input, context) => ({ valid: NATIVE['check-constraint']?.(input, context).valid === false }),
    },
  },
];
