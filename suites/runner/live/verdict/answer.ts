// Reading answers through the dialect, without ever throwing: what a target sent is data, and so is a dialect that chokes on it.
import { isSuccessful } from '../../../../toolkit/base/is-successful.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import type { Dialect } from '../../../../toolkit/profile/dialect/dialect.js';
import type { AckView, ConditionsView, ErrorView, OperationView } from '../../../../toolkit/profile/dialect/views.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';

/** A correct target may always answer so (interface 4.1): it decides nothing unless a check provoked it. */
export const THROTTLING: readonly number[] = [429, 503];

/** Failures of a request that the target caused. Of the others (no answer in time, never sent) nothing can be concluded. */
export const CAUSED_BY_TARGET: readonly string[] = ['reset', 'not-http', 'body-too-large', 'headers-too-large'];

/** A stream that is closed before anything is delivered was refused: the interface names no form of it (4.5). */
export function isAccepted(exchange: HttpExchange): boolean {
  const status = exchange.answer?.status ?? 0;
  if (exchange.closedAtOnce !== undefined) return false;
  return status === 101 || isSuccessful(status);
}

/** A status with what stands for it in evidence: `401 AUTH_INVALID_SIGNATURE`, `no answer: timed out`. */
export function describeAnswer(exchange: HttpExchange, error: ErrorView): string {
  if (exchange.answer === undefined) return `no answer: ${exchange.error?.message ?? 'unknown'}`;
  if (exchange.closedAtOnce !== undefined) return `${exchange.answer.status}, and the stream closed at once`;
  const name = [error.code, error.message].find((part) => typeof part === 'string' && /^[A-Z_]+$/.test(part));
  return `${exchange.answer.status}${name === undefined ? '' : ` ${String(name)}`}`;
}

export class AnswerReading {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  ack(exchange: HttpExchange): AckView | undefined {
    return this.#read(exchange, (body) => this.#dialect.readAck(body));
  }

  error(exchange: HttpExchange): ErrorView {
    return this.#read(exchange, (body) => this.#dialect.readError(body)) ?? {};
  }

  operation(exchange: HttpExchange): OperationView | undefined {
    return this.#read(exchange, (body) => this.#dialect.readOperation(body));
  }

  conditions(exchange: HttpExchange): ConditionsView | undefined {
    return this.#read(exchange, (body) => this.#dialect.readConditions(body));
  }

  #read<View>(exchange: HttpExchange, read: (body: JsonValue) => View): View | undefined {
    const body = exchange.answer?.body;
    if (body === undefined) return undefined;
    try {
      return read(body);
    } catch {
      return undefined;
    }
  }
}
