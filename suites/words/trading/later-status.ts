// Operation status once more, of an operation that a channel has shown as ended (interface 1, rule 1; 4.3): of two servers behind one
// address the one may be a moment behind the other, so that what was final is unfinished until that one has caught up as well.
import { isFinalStatus } from '../../../toolkit/payload/vocabulary.js';
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { Account, CheckContext, Placed } from '../../runner/context.js';
import { isAnswered } from '../calls/answered.js';
import { eventually } from '../eventually.js';

/** Reads until the status is final or patience has ended; one that cannot be read, as after its retention, as it is. */
export function laterStatus(
  t: CheckContext,
  { operationId }: Pick<Placed, 'operationId'>,
  account: Pick<Account, 'request'> = t.account,
): Promise<HttpExchange> {
  return eventually(
    t,
    () => account.request('operationStatus', { operationId }),
    (read) => !isAnswered(read) || isFinalStatus(t.dialect.readOperation(read.answer?.body ?? null).state),
  );
}
