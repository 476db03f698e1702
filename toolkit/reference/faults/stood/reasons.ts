// Faults of reasons to reject that are over (interface 7.2): a closed session and absent quotes that are remembered when they have ended.
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

function marketStays(reason: string): Change {
  return sharing(
    () => new Set<string>(),
    (seen) => ({
      marketGuard: amended((code, { instrument }) => {
        if (code === reason) seen.add(instrument);
        return code ?? (seen.has(instrument) ? reason : undefined);
      }),
    }),
  );
}

export const lastingReasonFaults: readonly Fault[] = [
  violating('7.2', ['errors.session-closed'])('session-closed-for-good', {
    summary: 'An instrument whose session was closed when an order came takes no order any more.',
    needs: 'market.close',
    change: marketStays('MARKET_SESSION_CLOSED'),
  }),
  violating('7.2', ['errors.no-quotes'])('quotes-absent-for-good', {
    summary: 'An instrument without quotes when an order came takes no order any more.',
    needs: 'market.quotes',
    change: marketStays('MARKET_NO_QUOTES'),
  }),
];
