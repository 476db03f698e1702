// The operations that an account acknowledged to a check and that the check has not taken to their final result. They may finish
// in any order (interface 6), so an operation that came later and has ended proves nothing about them.
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { isFinalStatus } from '../../../../toolkit/payload/vocabulary.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { readUntil } from '../patience.js';
import { sameText } from '../same-text.js';
import type { CheckScope } from '../scope.js';
import type { Watch } from '../streams/watch.js';
import { isAccepted } from '../verdict/answer.js';

export class Acknowledged {
  readonly #operations = new Set<string>();

  /** An identifier that is missing or odd is others' to judge. */
  add(operationId: JsonValue | undefined): void {
    if (typeof operationId === 'string' || typeof operationId === 'number') this.#operations.add(String(operationId));
  }

  ended(operationId: string | undefined): void {
    if (operationId !== undefined) this.#operations.delete(operationId);
  }

  /**
   * Waits until each has its final result, as an event on the stream of set-up or in operation status, up to the profile's
   * `resultMs`. What has none by then is left as it is: whether it should have one is judged elsewhere.
   */
  async settle(
    watch: Watch,
    readStatus: (operationId: string) => Promise<HttpExchange>,
    scope: CheckScope,
  ): Promise<void> {
    const hasEnded = async (operationId: string): Promise<boolean> => {
      if (await hasEvent(watch, operationId)) return true;
      const exchange = await readStatus(operationId);
      return isAccepted(exchange) && isFinalStatus(scope.target.read.operation(exchange)?.state);
    };
    const patience = { withinMs: scope.target.profile.timing.resultMs, signal: scope.signal };
    const operations = [...this.#operations];
    this.#operations.clear();
    await Promise.all(operations.map((id) => readUntil(() => hasEnded(id), Boolean, patience)));
  }
}

async function hasEvent(watch: Watch, operationId: string): Promise<boolean> {
  const stream = await watch.current();
  return stream?.of('transaction_event').some(({ view }) => sameText(view.operationId, operationId)) === true;
}
