// Orders that are equal to one of the client's own that rests: how often, and over how long a time, where its streams had not ended since
// it was told of that one, and where a snapshot behind such an end had shown it. What is cancelled soon gives way to the new one.
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

/** Equal orders that rest. */
interface Resting {
  readonly ids: Set<string>;
  order: SeenRequest;
  /** Since when they are known to, or the last of them was sent; undefined while no stream tells anything. */
  fromNs: bigint | undefined;
  /** What had shown them, where nothing like them was sent since. */
  snapshot: SeenEvent | undefined;
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
  /** By what they ask for. */
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
    this.#end(meantBy(order), order.atNs);
    const resting = this.#resting.get(asks(order));
    if (resting === undefined || !this.#taken.has(keyOf(order))) return;
    const { fromNs, snapshot, order: earlier } = resting;
    this.#count(resting, order.atNs);
    const isBeside = fromNs !== undefined && ![...resting.ids].some((id) => this.#givesWay(id, order.atNs));
    if (isBeside && snapshot === undefined) this.before.count += 1;
    if (isBeside && snapshot !== undefined) this.behind.pairs.push({ later: order, earlier, snapshot });
    if (fromNs !== undefined) Object.assign(resting, { order, fromNs: order.atNs, snapshot: undefined });
  }

  tell({ message, frame }: SeenEvent): void {
    if (message.kind !== 'transaction_event') return;
    const { clientRequestId, orders = [] } = message.view;
    const order = this.#sent.get(String(clientRequestId));
    for (const { id, state, type } of orders) {
      const isOwn = id !== undefined && order?.read.request === 'placeOrder';
      if (state !== 'pending') this.#end(id, frame.atNs);
      else if (isOwn && type !== 'sltp') this.#rest(id, order, frame.atNs);
    }
  }

  #rest(id: string, order: SeenRequest, fromNs: bigint): void {
    if (textAt(order.read.params, 'type') === 'sltp') return;
    const known = this.#resting.get(asks(order)) ?? { ids: new Set<string>(), order, fromNs, snapshot: undefined };
    known.ids.add(id);
    known.fromNs ??= fromNs;
    this.#resting.set(asks(order), known);
  }

  #givesWay(id: string, atNs: bigint): boolean {
    const cancelledNs = this.#cancelledNs.get(id);
    return cancelledNs !== undefined && cancelledNs - atNs < GIVES_WAY_NS;
  }

  /** A snapshot is all that rests. */
  show(event: SeenEvent, isBehind: boolean): void {
    const { message, frame } = event;
    if (message.kind !== 'trading_state_snapshot') return;
    const shown = new Set(message.view.orders?.map(({ id }) => id));
    for (const one of this.#resting.values()) {
      for (const id of one.ids) if (!shown.has(id)) this.#end(id, frame.atNs);
      if (!isBehind) continue;
      this.#count(one, frame.atNs);
      Object.assign(one, { fromNs: frame.ponged?.atNs ?? frame.atNs, snapshot: event });
    }
  }

  /** From then on no stream tells anything. */
  part(atNs: bigint): void {
    for (const one of this.#resting.values()) {
      this.#count(one, atNs);
      one.fromNs = undefined;
    }
  }

  /** The next one may take the place of what has ended, whatever rests beside it. */
  #end(id: string | undefined, atNs: bigint): void {
    for (const [name, one] of this.#resting) {
      if (id === undefined || !one.ids.has(id)) continue;
      this.#count(one, atNs);
      this.#resting.delete(name);
    }
  }

  #count({ fromNs, snapshot }: Resting, atNs: bigint): void {
    if (fromNs === undefined || atNs < fromNs) return;
    const seconds = Number(atNs - fromNs) / 1e9;
    if (snapshot === undefined) this.before.seconds += seconds;
    else this.behind.seconds += seconds;
  }
}
