// Orders that are equal to one of the client's own that rests: how often, and over how long a time, where its streams had not ended since it
// was told of that one, and where a snapshot behind such an end had shown it. What is cancelled soon gives way to the new one.
import { isSuccessful } from '../../../toolkit/base/is-successful.js';
import { textAt } from '../../../toolkit/checkers/ledger/views.js';
import { keyOf, type Seen, type SeenEvent, type SeenRequest } from '../stage/seen.js';
import { asks } from './habit-of-sending.js';
import { isReturn } from './returns.js';
import { meantBy } from './told-entities.js';

/** Whoever puts one order in the place of another may cancel that later. */
const GIVES_WAY_NS = 10_000_000_000n;

export interface Again {
  readonly later: SeenRequest;
  readonly earlier: SeenRequest;
  /** What had shown the earlier one. */
  readonly snapshot: SeenEvent;
}

export interface RestingAgain {
  readonly before: { readonly count: number; readonly seconds: number };
  readonly behind: { readonly pairs: readonly Again[]; readonly seconds: number };
}

interface Resting {
  readonly id: string;
  readonly order: SeenRequest;
  /** Since when it is known to rest; undefined while no stream tells anything. */
  fromNs: bigint | undefined;
  snapshot?: SeenEvent;
}

interface Step {
  readonly seq: number;
  readonly take: () => void;
}

export function restingAgain(seen: Seen): RestingAgain {
  const resting = new RestingOrders(seen);
  const steps: Step[] = [
    ...firstSent(seen).map((one) => ({ seq: one.seq, take: () => resting.send(one) })),
    ...seen.events().flatMap((event) => stepOf(event, seen, resting)),
    ...seen
      .opened()
      .flatMap(({ closed }) => closed ?? [])
      .map(({ seq, atNs }) => ({ seq, take: () => resting.part(atNs) })),
  ];
  for (const { take } of steps.sort((one, other) => one.seq - other.seq)) take();
  resting.part(seen.all.at(-1)?.atNs ?? 0n);
  return resting;
}

/** A snapshot counts from when it was read. */
function stepOf(event: SeenEvent, seen: Seen, resting: RestingOrders): readonly Step[] {
  const { message, frame, seq } = event;
  if (message.kind === 'transaction_event') return [{ seq, take: () => resting.tell(event) }];
  if (message.kind !== 'trading_state_snapshot' || frame.ponged === undefined) return [];
  return [{ seq: frame.ponged.seq, take: () => resting.show(event, isReturn(seen, event)) }];
}

/** Each mutation as it was sent first. */
function firstSent(seen: Seen): readonly SeenRequest[] {
  const first = new Map<string, SeenRequest>();
  for (const one of seen.mutations()) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
  return [...first.values()];
}

class RestingOrders implements RestingAgain {
  readonly before = { count: 0, seconds: 0 };
  readonly behind = { pairs: [] as Again[], seconds: 0 };
  readonly #sent = new Map<string, SeenRequest>();
  /** By what they ask for, the last of each. */
  readonly #resting = new Map<string, Resting>();
  readonly #taken: ReadonlySet<string>;
  readonly #cancelledNs: ReadonlyMap<string, bigint>;

  constructor(seen: Seen) {
    const sent = seen.mutations();
    this.#taken = new Set(sent.filter(({ answer }) => answer !== undefined && isSuccessful(answer.status)).map(keyOf));
    // The first cancellation of each: the last entry of a map counts.
    this.#cancelledNs = new Map([...sent].reverse().map((one) => [meantBy(one) ?? '', one.atNs]));
  }

  send(order: SeenRequest): void {
    this.#sent.set(keyOf(order), order);
    for (const one of this.#resting.values()) if (one.id === meantBy(order)) this.#end(one, order.atNs);
    const earlier = this.#resting.get(asks(order));
    if (earlier === undefined || !this.#taken.has(keyOf(order))) return;
    const { fromNs, snapshot } = earlier;
    this.#end(earlier, order.atNs);
    const cancelledNs = this.#cancelledNs.get(earlier.id);
    if (fromNs === undefined || (cancelledNs !== undefined && cancelledNs - order.atNs < GIVES_WAY_NS)) return;
    if (snapshot === undefined) this.before.count += 1;
    else this.behind.pairs.push({ later: order, earlier: earlier.order, snapshot });
  }

  tell({ message, frame }: SeenEvent): void {
    if (message.kind !== 'transaction_event') return;
    const { clientRequestId, orders = [] } = message.view;
    const order = this.#sent.get(String(clientRequestId));
    for (const { id, state, type } of orders) {
      const known = [...this.#resting.values()].find((one) => one.id === id);
      if (state !== 'pending' && known !== undefined) this.#end(known, frame.atNs);
      if (state !== 'pending' || type === 'sltp' || id === undefined || order?.read.request !== 'placeOrder') continue;
      if (textAt(order.read.params, 'type') !== 'sltp')
        this.#resting.set(asks(order), { id, order, fromNs: frame.atNs });
    }
  }

  /** A snapshot is all that rests. */
  show(event: SeenEvent, isBehind: boolean): void {
    const { message, frame } = event;
    if (message.kind !== 'trading_state_snapshot') return;
    const shown = new Set(message.view.orders?.map(({ id }) => id));
    const atNs = frame.ponged?.atNs ?? frame.atNs;
    for (const one of this.#resting.values()) {
      if (!shown.has(one.id)) this.#end(one, frame.atNs);
      if (!isBehind) continue;
      this.#count(one, frame.atNs);
      one.fromNs = atNs;
      one.snapshot = event;
    }
  }

  /** From then on no stream tells anything. */
  part(atNs: bigint): void {
    for (const one of this.#resting.values()) {
      this.#count(one, atNs);
      one.fromNs = undefined;
    }
  }

  #end(one: Resting, atNs: bigint): void {
    this.#count(one, atNs);
    this.#resting.delete(asks(one.order));
  }

  #count({ fromNs, snapshot }: Resting, atNs: bigint): void {
    if (fromNs === undefined || atNs < fromNs) return;
    const seconds = Number(atNs - fromNs) / 1e9;
    if (snapshot === undefined) this.before.seconds += seconds;
    else this.behind.seconds += seconds;
  }
}
