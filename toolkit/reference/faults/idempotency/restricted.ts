// Faults of keys while the account is restricted (interface 3; 7.1, rule 1; 8): what would be known at any other time is executed again.
import type { DuplicateContext } from '../../rules/context.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** Such repeats are new requests while the account is restricted. */
function unknownWhileRestricted(isMeant: (context: DuplicateContext) => boolean): Change {
  return sharing(
    () => new Set<string>(),
    (restricted) => ({
      restricted: amended((account) => {
        if (account.tradeMode === 'normal' && account.accountStatus === 'normal') restricted.delete(account.id);
        else restricted.add(account.id);
        return account;
      }),
      recognises: amended(
        (recognises, context) => recognises && !(restricted.has(context.accountId) && isMeant(context)),
      ),
    }),
  );
}

export const restrictedRepeatFaults: readonly Fault[] = [
  violating('8', ['positions.duplicate-not-executed'])('repeated-openings-executed-while-restricted', {
    summary: 'The keys of openings are unknown while the account is restricted, and what is repeated is opened again.',
    needs: 'account.restrict',
    change: unknownWhileRestricted(({ kind }) => kind === 'openPosition'),
  }),
  violating('8', ['idempotency.duplicate-same-operation'])('repeated-levels-set-again-while-restricted', {
    summary: 'The keys of sltp orders, which a close-only account may place, are unknown while it is close only.',
    needs: 'account.restrict',
    change: unknownWhileRestricted(({ orderType }) => orderType === 'sltp'),
  }),
];
