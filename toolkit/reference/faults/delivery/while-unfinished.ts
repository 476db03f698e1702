// Faults of what is told while an operation of the account has no result yet (interface 6, table): it is left out.
import { exceptWhere } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { besideUnfinished } from '../algebra/unfinished.js';

export const whileUnfinishedFaults: readonly Fault[] = [
  violating('6', ['account-state.periodic'])('account-state-untold-while-an-operation-is-unfinished', {
    summary: 'Account state events are left out while an operation of the account has no result yet.',
    needs: 'operation.hold',
    change: besideUnfinished((isUnfinished) => ({
      deliversTo: exceptWhere(
        (event, _subscriptions, { accountId }) => event.kind === 'account_state_event' && isUnfinished(accountId),
      ),
    })),
  }),
];
