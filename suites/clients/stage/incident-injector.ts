// Incidents on their way to happen: each waits for requests of its kind, strikes as often as it says, and is over. One per service.
import type { AnswerFate, Arrival, Rules, WorldlyRefusal } from '../../../toolkit/reference/index.js';
import type { Incident, Trigger } from '../situations/situation.js';

export interface Armed {
  /** How often it has struck. */
  readonly struck: number;
  /** Of the first that it struck. */
  readonly key: string | undefined;
  /** Settles when it has struck as often as it was to. */
  readonly over: Promise<void>;
  disarm(): void;
}

const MUTATIONS: readonly Arrival['operation'][] = ['placeOrder', 'openPosition', 'closePosition', 'cancelOrder'];
const STREAMS: readonly Arrival['operation'][] = ['eventsStream', 'ticksStream'];

/** Settles when the event of the operation with that key has been read, or nobody can wait any longer. */
export type EventRead = (accountId: string, idempotencyKey: string) => Promise<unknown>;

export class IncidentInjector {
  readonly #waiting = new Set<Waiting>();
  /** What was decided of a request when it arrived, for its answer. */
  readonly #decided = new WeakMap<Arrival['raw'], Incident>();

  readonly #keys = new Set<string>();
  /** Of the orders whose events come twice. */
  readonly #toldTwice = new Set<string>();
  readonly #eventRead: EventRead;

  constructor(eventRead: EventRead) {
    this.#eventRead = eventRead;
  }

  arm(incident: Incident): Armed {
    const waiting = new Waiting(incident, () => this.#waiting.delete(waiting));
    this.#waiting.add(waiting);
    return waiting;
  }

  /** The rules of transit of a service that stands to which they happen. */
  rules(honest: Rules): Pick<Rules, 'admits' | 'refuses' | 'answerFate' | 'announcements'> {
    return {
      admits: (arrival) => this.#meet(arrival)?.lost !== true && honest.admits(arrival),
      refuses: (arrival): WorldlyRefusal | undefined =>
        this.#decided.get(arrival.raw)?.refused ?? honest.refuses(arrival),
      answerFate: (arrival, status): AnswerFate | undefined =>
        this.#fateOf(arrival) ?? honest.answerFate(arrival, status),
      announcements: (event, around) => {
        const told = honest.announcements(event, around);
        return this.#toldTwice.has(event.clientRequestId ?? '') ? told.flatMap((one) => [one, one]) : told;
      },
    };
  }

  #fateOf(arrival: Arrival): AnswerFate | undefined {
    const incident = this.#decided.get(arrival.raw);
    if (incident?.fate === undefined || incident.behindEvent !== true) return incident?.fate;
    return { ...incident.fate, until: this.#eventRead(arrival.accountId, arrival.idempotencyKey) };
  }

  #meet(arrival: Arrival): Incident | undefined {
    const isNew = !this.#keys.has(arrival.idempotencyKey);
    this.#keys.add(arrival.idempotencyKey);
    for (const waiting of this.#waiting) {
      const { on, among, toldTwice, onStrike } = waiting.incident;
      if (!isOfKind(arrival, on) || among?.has(arrival.operation) === false) continue;
      if (!waiting.strikes(arrival, isNew)) continue;
      this.#decided.set(arrival.raw, waiting.incident);
      if (toldTwice === true) this.#toldTwice.add(arrival.idempotencyKey);
      onStrike?.();
      return waiting.incident;
    }
    return undefined;
  }
}

class Waiting implements Armed {
  readonly incident: Incident;
  readonly over: Promise<void>;
  struck = 0;
  #passed = 0;
  key: string | undefined;
  readonly #end: () => void;

  constructor(incident: Incident, forget: () => void) {
    this.incident = incident;
    let settle = (): void => undefined;
    this.over = new Promise((resolve) => {
      settle = resolve;
    });
    this.#end = () => {
      forget();
      settle();
    };
  }

  /** Whether it happens to this one; the request of its kind is counted either way. */
  strikes({ idempotencyKey }: Arrival, isNew: boolean): boolean {
    const { skip = 0, times = 1, sameKey, newKey } = this.incident;
    if (newKey === true && this.struck === 0 && !isNew) return false;
    if (sameKey === true) {
      this.key ??= idempotencyKey;
      if (this.key !== idempotencyKey) return false;
      this.struck += 1;
      return true;
    }
    this.#passed += 1;
    if (this.#passed <= skip) return false;
    this.key ??= idempotencyKey;
    this.struck += 1;
    if (this.struck >= times) this.#end();
    return true;
  }

  disarm(): void {
    this.#end();
  }
}

function isOfKind({ operation, isHandshake }: Arrival, trigger: Trigger): boolean {
  if (trigger === 'handshake') return isHandshake;
  if (trigger === 'mutation') return MUTATIONS.includes(operation);
  if (trigger === 'read') return !MUTATIONS.includes(operation) && !STREAMS.includes(operation);
  return operation === trigger && isHandshake === STREAMS.includes(operation);
}
