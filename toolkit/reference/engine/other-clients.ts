// Other clients that trade on the same accounts (interface 1, rule 2): what they ask for, and when. Their events carry keys of their own,
// except those of a dealing desk or a terminal, which make no requests and so have no key (2.2).
import { parseDecimal } from '../../decimal/index.js';
import type { Transaction } from '../domain.js';
import type { Command, OpenCommand, PlaceCommand } from '../state/decision.js';
import type { Core } from './core.js';
import type { AccountRecord } from './records/account-record.js';

/** Executes a command as the operation `by`; undefined where it was rejected. */
type Execute = (account: AccountRecord, command: Command, by: string) => Transaction | undefined;

/** How long after each operation of an account a speculator trades. */
const SPECULATES_AFTER_MS = 20;
const VOLUME = parseDecimal('0.75');
const FAR_BELOW = parseDecimal('0.1234');

export class OtherClients {
  readonly #core: Core;
  readonly #execute: Execute;
  /** The open position of the speculator, by account. */
  readonly #speculations = new Map<AccountRecord, string>();
  readonly #dealings = new Map<AccountRecord, Dealing>();
  #serial = 0;

  constructor(core: Core, execute: Execute) {
    this.#core = core;
    this.#execute = execute;
  }

  /** Called after each operation of an account; `command` is undefined unless it succeeded. */
  afterOperation(account: AccountRecord, command: Command | undefined): void {
    const { otherClients } = this.#core.behaviour;
    if (otherClients === 'none' || otherClients === 'greet') return;
    if (otherClients === 'speculate') {
      this.#core.clock.schedule(SPECULATES_AFTER_MS, () => this.#speculate(account));
      return;
    }
    if (otherClients === 'desk' || otherClients === 'terminal') {
      this.#core.clock.schedule(0, () => this.#deal(account));
      return;
    }
    if (command === undefined) return;
    const clientRequestId = this.#nextKey();
    const beside = BESIDE[otherClients];
    for (const one of beside(account, command, clientRequestId)) this.#execute(account, one, clientRequestId);
  }

  /** The greeter places an order after one subscription and cancels it after the next, right behind the snapshot. */
  afterSubscription(account: AccountRecord): void {
    if (this.#core.behaviour.otherClients !== 'greet') return;
    this.#core.clock.schedule(0, () => {
      const clientRequestId = this.#nextKey();
      const command = greetingOf(account, clientRequestId);
      if (command !== undefined) this.#execute(account, command, clientRequestId);
    });
  }

  /** Closes the open position, or opens one on the first instrument. */
  #speculate(account: AccountRecord): void {
    const positionId = this.#speculations.get(account);
    const clientRequestId = this.#nextKey();
    if (positionId !== undefined && account.book.positions.has(positionId)) {
      this.#speculations.delete(account);
      this.#execute(
        account,
        { kind: 'closePosition', positionId, volume: undefined, clientRequestId },
        clientRequestId,
      );
      return;
    }
    const [listed] = account.market.listings();
    if (listed === undefined) return;
    const opening = openingOf(listed.name, 'buy', clientRequestId);
    const [opened] = this.#execute(account, opening, clientRequestId)?.positions ?? [];
    if (opened !== undefined) this.#speculations.set(account, opened.id);
  }

  /** In turn: places and cancels an order, opens and closes a position, on the first instrument and on the last. */
  #deal(account: AccountRecord): void {
    const isOnFirst = ((this.#dealings.get(account)?.turn ?? 0) & 2) === 0;
    const listed = account.market.listings().at(isOnFirst ? 0 : -1);
    if (listed === undefined) return;
    const instrument = listed.name;
    const isLittle = this.#core.behaviour.otherClients === 'terminal';
    const volume = isLittle ? listed.conditions.volumeMin : VOLUME;
    const name = this.#nextKey();
    const { orderId, positionId, turn = 0 } = this.#dealings.get(account) ?? {};
    const keep = (next: Omit<Dealing, 'turn'>): void => void this.#dealings.set(account, { ...next, turn: turn + 1 });
    if (orderId !== undefined) {
      this.#execute(account, { kind: 'cancelOrder', orderId, clientRequestId: undefined }, name);
      keep({});
    } else if (positionId !== undefined) {
      this.#execute(
        account,
        { kind: 'closePosition', positionId, volume: undefined, clientRequestId: undefined },
        name,
      );
      keep({});
    } else {
      const asked = turn % 8 < 4 ? placingOf(instrument, undefined) : openingOf(instrument, 'buy', undefined);
      const command = { ...asked, volume };
      const done = this.#execute(account, command, name);
      const isPlaced = command.kind === 'placeOrder';
      keep(isPlaced ? { orderId: done?.orders[0]?.id } : { positionId: done?.positions[0]?.id });
    }
  }

  #nextKey(): string {
    this.#serial += 1;
    return `${KEY}${this.#serial}`;
  }
}

/** What a dealing desk has open on an account. */
interface Dealing {
  readonly orderId?: string | undefined;
  readonly positionId?: string | undefined;
  readonly turn: number;
}

const KEY = 'elsewhere-';

/** Beside each order one of its own, and its previous one cancelled. */
function ordersBeside(account: AccountRecord, command: Command, clientRequestId: string): readonly Command[] {
  if (command.kind !== 'placeOrder' || command.type === 'sltp') return [];
  const orders = [...account.book.orders.values()];
  const earlier = orders.find((order) => order.clientRequestId?.startsWith(KEY));
  return [
    ...(earlier === undefined ? [] : [{ kind: 'cancelOrder', orderId: earlier.id, clientRequestId } as const]),
    { ...command, ...apart(command), clientRequestId },
  ];
}

/** The same opening, and before it an order at a price that nobody else asks for, or the cancellation of that order. */
function mirrored(account: AccountRecord, command: Command, clientRequestId: string): readonly Command[] {
  if (command.kind !== 'openPosition') return [];
  const greeting = greetingOf(account, clientRequestId);
  return [...(greeting === undefined ? [] : [greeting]), { ...command, clientRequestId }];
}

const BESIDE = { trade: ordersBeside, hedge: hedgeOf, mirror: mirrored } as const;

/** An order at a price that nobody else asks for, or its cancellation if it is open. */
function greetingOf(account: AccountRecord, clientRequestId: string): Command | undefined {
  const there = [...account.book.orders.values()].find((order) => order.clientRequestId?.startsWith(KEY));
  if (there !== undefined) return { kind: 'cancelOrder', orderId: there.id, clientRequestId };
  const [listed] = account.market.listings();
  return listed && placingOf(listed.name, clientRequestId);
}

function placingOf(instrument: string, clientRequestId: string | undefined): PlaceCommand {
  const unprotected = { stopLossPrice: undefined, takeProfitPrice: undefined, positionId: undefined };
  const order = { type: 'limit', instrument, side: 'buy', volume: VOLUME, price: FAR_BELOW } as const;
  return { kind: 'placeOrder', ...order, ...unprotected, clientRequestId };
}

/** The same volume on the other side of another instrument. */
function hedgeOf(account: AccountRecord, command: Command, clientRequestId: string): readonly Command[] {
  if (command.kind !== 'openPosition') return [];
  const other = account.market.listings().find(({ name }) => name !== command.instrument);
  const side = command.side === 'buy' ? 'sell' : 'buy';
  return other === undefined ? [] : [{ ...openingOf(other.name, side, clientRequestId), volume: command.volume }];
}

function openingOf(instrument: string, side: OpenCommand['side'], clientRequestId: string | undefined): OpenCommand {
  const unprotected = { stopLossPrice: undefined, takeProfitPrice: undefined };
  return { kind: 'openPosition', instrument, side, volume: VOLUME, ...unprotected, clientRequestId };
}

/** A price that no order of the suite has: farther from the market than a whole run of its orders gets. */
function apart({ type, side, price }: PlaceCommand): Pick<PlaceCommand, 'price'> {
  const isBelow = (type === 'limit') === (side === 'buy');
  return { price: price && { ...price, coefficient: price.coefficient + (isBelow ? -APART : APART) } };
}

const APART = 600n;
