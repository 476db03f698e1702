// Edits of rules that know which accounts are close only now.
import type { Change, Edits } from './change.js';
import { amended } from './edits.js';
import { sharing } from './memory.js';

/** `edits` are told of each service by itself whether an account is close only now. */
export function whileCloseOnly(edits: (isCloseOnly: (accountId: string) => boolean) => Edits): Change {
  return sharing(
    () => new Set<string>(),
    (closeOnly) => ({
      restricted: amended((account) => {
        if (account.accountStatus === 'close_only') closeOnly.add(account.id);
        else closeOnly.delete(account.id);
        return account;
      }),
      ...edits((accountId) => closeOnly.has(accountId)),
    }),
  );
}
