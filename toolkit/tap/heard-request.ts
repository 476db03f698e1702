// One HTTP request as it is heard: head, body, answer.
import { decodeBody } from '../payload/decode-body.js';
import type { HeaderPairs, Moment, ObservedAnswer, ObservedRequest } from './observed.js';
import { type Filled, type Head, insert, type TapContext } from './tap-context.js';

/** An answer as a service gives it, its body whole. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: Uint8Array;
}

export class HeardRequest {
  readonly #context: TapContext;
  readonly #head: Head;
  readonly #arrived: Moment;
  #seen: Filled<ObservedRequest> | undefined;
  #invoke = 0;

  constructor(context: TapContext, head: Head) {
    this.#context = context;
    this.#head = head;
    this.#arrived = context.moments.next();
  }

  whole(body: Uint8Array | undefined): void {
    if (body === undefined) this.#context.records.gap('tap', 'a body was more than is kept');
    this.#see(body ?? new Uint8Array(0), this.#context.moments.next());
  }

  abandoned(): void {
    if (this.#seen === undefined) this.#see(new Uint8Array(0), undefined);
  }

  answered(given: Answer | undefined, delivered: ObservedAnswer['delivered']): void {
    const seen = this.#seen ?? this.#see(new Uint8Array(0), undefined);
    if (seen.answer !== undefined) return;
    seen.answer = answerAt(this.#context.moments.next(), given, delivered);
    const record = this.#context.records.answer('http', seen, seen.answer, this.#invoke);
    seen.answer = { ...seen.answer, record };
  }

  #see(body: Uint8Array, whole: Moment | undefined): Filled<ObservedRequest> {
    const read = this.#context.read(this.#head, body);
    const seen: Filled<ObservedRequest> = { ...this.#arrived, ...this.#head, body, ...read };
    if (whole !== undefined) seen.whole = whole;
    this.#seen = seen;
    insert(this.#context.observed.requests, seen);
    this.#invoke = this.#context.records.request(seen);
    seen.record = this.#invoke;
    return seen;
  }
}

const NOTHING: Answer = { status: 0, headers: [], body: new Uint8Array(0) };

export function answerAt(
  moment: Moment,
  given: Answer = NOTHING,
  delivered: ObservedAnswer['delivered'] = 'whole',
): ObservedAnswer {
  const { body: json } = decodeBody(given.body);
  return { ...moment, ...given, ...(json !== undefined && { json }), delivered };
}
