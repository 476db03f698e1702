// Faults of the request that comes after a wrongly signed one (interface 5; 5.5): the first good one of its account is refused for it.
import type { Operation } from '../../domain.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

function refusedAfterABadOne(of: Operation): Change {
  return sharing(
    () => new Set<string>(),
    (bad) => ({
      authError: amended((error, cause, { operation, accountId }) => {
        if (operation === of && cause === 'signature') bad.add(accountId);
        return error;
      }),
      refuses: (honest) => (arrival) =>
        arrival.operation === of && bad.delete(arrival.accountId)
          ? { status: 401, name: 'AUTH_INVALID_SIGNATURE' }
          : honest(arrival),
    }),
  );
}

export const afterABadOneFaults: readonly Fault[] = [
  violating('5.5', ['auth.signed-get-accepted'])('limits-refused-after-a-bad-read', {
    summary: 'The first good read of the limits after a wrongly signed one is refused as wrongly signed.',
    change: refusedAfterABadOne('limits'),
  }),
  violating('5.5', ['auth.signed-post-accepted'])('orders-refused-after-a-bad-one', {
    summary: 'The first good order of an account after a wrongly signed one is refused as wrongly signed.',
    change: refusedAfterABadOne('placeOrder'),
  }),
  violating('4.5', ['auth.handshake-path-accepted'])('handshakes-refused-after-a-bad-one', {
    summary: 'The first good handshake of an account after a wrongly signed one is refused as wrongly signed.',
    change: refusedAfterABadOne('eventsStream'),
  }),
];
