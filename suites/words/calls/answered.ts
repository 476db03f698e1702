// Whether a read was answered (interface 4.3, 4.4): the interface names no status of a read that succeeds. 203 is one, of a proxy that
// transforms bodies, and 202 of an operation that is not finished.
import { isSuccessful } from '../../../toolkit/base/is-successful.js';
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';

export function isAnswered({ answer }: Pick<HttpExchange, 'answer'>): boolean {
  return answer !== undefined && isSuccessful(answer.status);
}
