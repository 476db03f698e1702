// Faults of what is told on a connection that came after another one (interface 6; 6.4, rule 4): it is what that one was told last.
import type { JsonValue } from '../../../payload/json.js';
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** By account, the connection that was told of it first, and what it was told last. */
type Told = Map<string, { readonly ordinal: number; readonly message: JsonValue }>;

export const afterReconnectFaults: readonly Fault[] = [
  violating('6', ['account-state.shows-current'])('account-state-of-the-connection-before', {
    summary: 'Account state events of a later connection show what the first one was told last.',
    needs: 'account.deposit',
    change: sharing<Told>(
      () => new Map(),
      (told) => ({
        amendMessage: amended((message, _message, event, { accountId, ordinal }) => {
          if (event.kind !== 'account_state_event') return message;
          const before = told.get(accountId);
          if (before !== undefined && before.ordinal !== ordinal) return before.message;
          told.set(accountId, { ordinal, message });
          return message;
        }),
      }),
    ),
  }),
];
