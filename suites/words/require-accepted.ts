// The sound request beside one that is refused: only when it is accepted does the refusal say anything.
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { CheckContext } from '../runner/context.js';
import { isAccepted } from '../runner/live/verdict/answer.js';

/** Ends the check undecided unless the answer is one of success; `what` names the request in the reason. */
export function requireAccepted(t: CheckContext, exchange: HttpExchange, what: string): HttpExchange {
  return isAccepted(exchange) ? exchange : t.inconclusive(`${what} was not accepted`, [exchange]);
}
