// Which parts of the interface the target has not built yet: those that its profile says, and those whose every sound request is
// answered as if nothing were there. What rests on one is undecided for that one cause, instead of failing a hundred times; that the
// part is missing is judged by the basic checks alone.
import { isMutating } from '../../../../toolkit/profile/dialect/dialect.js';
import { PARTS, type PartName, partOf } from '../../../../toolkit/profile/parts.js';
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { Undecided } from '../../check-end.js';
import { type Deferred, deferred } from '../../deferred.js';
import { isAccepted } from '../verdict/answer.js';

/** Not found, no such method, not implemented. */
export const NOTHING_THERE: readonly number[] = [404, 405, 501];
/** An operation that is not known any more is not found either (interface 4.3). */
const NOT_FOUND: readonly number[] = [404];

/** Begins what a check waits for, in reasons, plans and profiles. */
const NOT_BUILT = 'not built yet: ';

export class BuiltParts {
  readonly #claimed: ReadonlySet<PartName>;
  readonly #odd: ReadonlySet<string>;
  readonly #built: Set<PartName> = new Set();
  /** The first answer of each. */
  readonly #missing: Map<PartName, HttpExchange> = new Map();
  readonly #known: Deferred<void> = deferred();
  #isKnown = false;

  /** `claimed`: what the profile says is not there yet; `odd`: accounts of which nobody knows what is there. */
  constructor(claimed: readonly PartName[] = [], odd: readonly string[] = []) {
    this.#claimed = new Set(claimed);
    this.#odd = new Set(odd);
  }

  /** Called with every answer. */
  see(exchange: HttpExchange): void {
    const part = partOf(exchange.request.name);
    if (part === undefined || this.#odd.has(exchange.request.accountId)) return;
    if (isAccepted(exchange)) this.#built.add(part);
    else if (saysNothingThere(exchange) && !this.#missing.has(part)) this.#missing.set(part, exchange);
  }

  /** The basic checks have ended: what none of them could reach is not there. */
  basicsEnded(): void {
    this.#isKnown = true;
    this.#known.resolve();
  }

  /** Resolves when `absence` is as true as it becomes. */
  get known(): Promise<void> {
    return this.#known.promise;
  }

  /** Before a request is sent: throws when its part is not there. A basic check is told only what the profile says itself. */
  refuse(name: HttpExchange['request']['name'], isBasic: boolean): void {
    const part = partOf(name);
    if (part === undefined) return;
    if (this.#claimed.has(part)) throw new NotBuilt(part, 'as the profile says');
    const absence = isBasic ? undefined : this.absence(part);
    if (absence !== undefined) throw absence;
  }

  /** Why what rests on the part is undecided; undefined where it is there, or may be. */
  absence(part: PartName): NotBuilt | undefined {
    const answer = this.#missing.get(part);
    if (!this.#isKnown || answer === undefined || this.#built.has(part)) return undefined;
    const { method, path } = answer.request;
    return new NotBuilt(part, `${method} ${path} was answered with ${answer.answer?.status}`, [answer.record]);
  }
}

/** Of a request that nothing is wrong with. */
export function saysNothingThere({ request, answer }: HttpExchange): boolean {
  const { damage, shiftMs, key = 'main', params, name } = request;
  if (damage !== undefined || shiftMs !== undefined || key !== 'main' || params === undefined) return false;
  // A read that names an account names another one than its own, where there may well be nothing.
  if (params['accountId'] !== undefined && !isMutating(name)) return false;
  const status = answer?.status ?? 0;
  if (name === 'operationStatus' && NOT_FOUND.includes(status)) return false;
  return NOTHING_THERE.includes(status);
}

export class NotBuilt extends Undecided {
  override readonly name = 'NotBuilt';
  readonly part: PartName;

  constructor(part: PartName, why: string, evidence: readonly number[] = []) {
    const { title } = PARTS[part];
    super(`${NOT_BUILT}${title}, ${why}`, evidence, [NOT_BUILT + title]);
    this.part = part;
  }
}
