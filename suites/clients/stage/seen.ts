// What the service has seen of the client, and done, asked in the words of checks. Everything has a place in one order (`seq`).
import { isSuccessful } from '../../../toolkit/base/is-successful.js';
import { isMutating } from '../../../toolkit/profile/dialect/dialect.js';
import type { RequestName, StreamMessage, TransactionView } from '../../../toolkit/profile/index.js';
import { HEADER, type HeaderRole } from '../../../toolkit/signing/headers.js';
import type { Observed, ObservedFrame, ObservedHandshake, ObservedRequest } from '../../../toolkit/tap/index.js';

/** Anything that can be evidence. */
export interface Sighting {
  readonly seq: number;
  /** The index of its journal record. */
  readonly record?: number;
}

export type SeenRequest = ObservedRequest & { readonly read: NonNullable<ObservedRequest['read']> };
export type SeenCommand = ObservedFrame & { readonly command: NonNullable<ObservedFrame['command']> };

/** A message that the service sent, and the frame that it came in. */
export interface SeenEvent extends Sighting {
  readonly frame: ObservedFrame;
  readonly message: StreamMessage;
}

export interface SeenTransaction extends Sighting {
  readonly frame: ObservedFrame;
  readonly view: TransactionView;
}

export class Seen {
  readonly #observed: Observed;
  readonly #after: number;

  constructor(observed: Observed, after = 0) {
    this.#observed = observed;
    this.#after = after;
  }

  /** Where the record stands: what comes later has a higher number. */
  get now(): number {
    const { requests, handshakes, frames } = this.#observed;
    return Math.max(
      0,
      ...[requests, handshakes, frames].map((list) => list.at(-1)?.seq ?? 0),
      ...requests.slice(-RECENT).map(({ answer }) => answer?.seq ?? 0),
    );
  }

  /** Only what came after. */
  since(seq: number): Seen {
    return new Seen(this.#observed, Math.max(seq, this.#after));
  }

  /** Everything, those that are no request of the interface included. */
  get all(): readonly ObservedRequest[] {
    return this.#later(this.#observed.requests);
  }

  requests(...names: readonly RequestName[]): readonly SeenRequest[] {
    return this.all.filter(
      (one): one is SeenRequest => one.read !== undefined && (names.length === 0 || names.includes(one.read.request)),
    );
  }

  /** Calls that change trading state. */
  mutations(): readonly SeenRequest[] {
    return this.#later(mutationsIn(this.#observed.requests));
  }

  handshakes(): readonly ObservedHandshake[] {
    return this.#later(this.#observed.handshakes);
  }

  /** Handshakes of the events stream that were accepted. */
  opened(): readonly ObservedHandshake[] {
    return this.handshakes().filter(({ status, stream }) => status === 101 && stream !== 'ticks');
  }

  get frames(): readonly ObservedFrame[] {
    return this.#later(this.#observed.frames);
  }

  commands(): readonly SeenCommand[] {
    return this.frames.filter((frame): frame is SeenCommand => frame.direction === 'in' && frame.command !== undefined);
  }

  /** Messages that the service sent. */
  events(): readonly SeenEvent[] {
    return this.frames.flatMap((frame) =>
      frame.direction === 'out' ? frame.messages.map((message) => ({ ...placeOf(frame), frame, message })) : [],
    );
  }

  /** Views of the transaction events that the service sent. */
  transactions(): readonly SeenTransaction[] {
    return this.events().flatMap(({ frame, message }) =>
      message.kind === 'transaction_event' ? [{ ...placeOf(frame), frame, view: message.view }] : [],
    );
  }

  #later<Item extends Sighting>(items: readonly Item[]): readonly Item[] {
    return this.#after === 0 ? items : items.slice(placeAfter(items, this.#after));
  }
}

interface Indexed {
  readonly mutations: SeenRequest[];
  /** So many requests were looked at, the last of them this one. */
  count: number;
  last: ObservedRequest | undefined;
}

/** Watches ask for them at each request, of which a client may send thousands. */
const indexed = new WeakMap<readonly ObservedRequest[], Indexed>();

/** The list grows, mostly at its end: one that arrived late has a place before others. */
function mutationsIn(requests: readonly ObservedRequest[]): readonly SeenRequest[] {
  let known = indexed.get(requests);
  if (known === undefined || requests[known.count - 1] !== known.last) {
    known = { mutations: [], count: 0, last: undefined };
    indexed.set(requests, known);
  }
  for (; known.count < requests.length; known.count += 1) {
    const one = requests[known.count];
    if (one !== undefined && isMutation(one)) known.mutations.push(one);
    known.last = one;
  }
  return known.mutations;
}

function isMutation(one: ObservedRequest): one is SeenRequest {
  return one.read !== undefined && isMutating(one.read.request);
}

/** Answers come a little after their requests. */
const RECENT = 50;

/** Undefined where the header is missing. */
export function headerOf(request: Pick<ObservedRequest, 'headers'>, name: string): string | undefined {
  return request.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

export function signedHeaderOf(request: Pick<ObservedRequest, 'headers'>, role: HeaderRole): string | undefined {
  return headerOf(request, HEADER[role]);
}

/** Whether it was answered with a success, and nothing of the answer was lost on its way. */
export function isAccepted({ answer }: SeenRequest): boolean {
  return answer?.delivered === 'whole' && isSuccessful(answer.status);
}

/** The idempotency key; empty where there is none. */
export function keyOf(request: Pick<ObservedRequest, 'headers'>): string {
  return signedHeaderOf(request, 'idempotencyKey') ?? '';
}

/** The lists are in the order of `seq`, and are asked for their ends far more often than they grow. */
function placeAfter(items: readonly Sighting[], after: number): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((items[middle]?.seq ?? 0) > after) to = middle;
    else from = middle + 1;
  }
  return from;
}

function placeOf({ seq, record }: Sighting): Sighting {
  return record === undefined ? { seq } : { seq, record };
}
