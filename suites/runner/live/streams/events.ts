// An events stream as a check sees it (interface 4.5, 6). Waiting, bounds and journalling are the connection's; this adds the
// commands and the words of the checks.
import { executed } from '../../../../toolkit/checkers/predicates/executed.js';
import { add, compare } from '../../../../toolkit/decimal/index.js';
import type { RequestName } from '../../../../toolkit/profile/dialect/dialect.js';
import type { MessageKind, PositionView } from '../../../../toolkit/profile/dialect/views.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import { Undecided } from '../../check-end.js';
import type { CommandOutcome, Events, FinalResult, Received, ReceivedOf, Submission, Which } from '../../context.js';
import { figureOf, plainOf, sizeOf } from '../../figures.js';
import { sameText } from '../same-text.js';
import type { CheckScope } from '../scope.js';
import { Commands, unsubscribed } from './commands.js';

export class LiveEvents implements Events {
  readonly #connection: StreamConnection;
  readonly #scope: CheckScope;
  readonly #commands: Commands;
  readonly #onTransactions: (events: LiveEvents) => void;
  #carriesTransactions = false;

  /** `onTransactions` hears of a subscription to transactions that was not refused. */
  constructor(connection: StreamConnection, scope: CheckScope, onTransactions: (events: LiveEvents) => void) {
    this.#onTransactions = onTransactions;
    this.#connection = connection;
    this.#scope = scope;
    this.#commands = new Commands(connection, scope);
  }

  get received(): readonly Received[] {
    return this.#connection.received;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  get closed(): Promise<{ readonly code: number; readonly clean: boolean; readonly record: number }> {
    return this.#connection.closed;
  }

  get conn(): string {
    return this.#connection.conn;
  }

  /** Open, and as far as the commands of this check go, subscribed to transactions. */
  get carriesTransactions(): boolean {
    return this.isOpen && this.#carriesTransactions;
  }

  async subscribe(event: string, instruments?: readonly string[]): Promise<CommandOutcome> {
    const outcome = await this.#commands.send('subscribe', event, instruments);
    if (event === 'transactions' && outcome.outcome !== 'refused') {
      this.#carriesTransactions = true;
      this.#onTransactions(this);
    }
    return outcome;
  }

  async subscribed(event: string, instruments?: readonly string[]): Promise<CommandOutcome> {
    const command = await this.subscribe(event, instruments);
    if (command.outcome !== 'refused') return command;
    throw unsubscribed(event, command);
  }

  unsubscribe(event: string, instruments?: readonly string[]): Promise<CommandOutcome> {
    if (event === 'transactions') this.#carriesTransactions = false;
    return this.#commands.send('unsubscribe', event, instruments);
  }

  next<Kind extends MessageKind>(
    wanted: Kind | ((message: Received) => boolean),
    { where = () => true, ...options }: Which<Kind> & { readonly withinMs?: number } = {},
  ): Promise<ReceivedOf<Kind> | undefined> {
    const withinMs = options.withinMs ?? this.#scope.target.profile.timing.eventMs;
    const fits = (message: Received): boolean =>
      typeof wanted === 'function' ? wanted(message) : isOf(message, wanted) && where(message);
    const found = this.#connection.next(fits, { ...options, withinMs, signal: this.#scope.signal });
    // It fits, so it is of the kind; where the caller gave a function, of any.
    return found as Promise<ReceivedOf<Kind> | undefined>;
  }

  async await<Kind extends MessageKind>(
    kind: Kind,
    { what = kind, ...options }: Which<Kind> & { readonly withinMs?: number; readonly what?: string } = {},
  ): Promise<ReceivedOf<Kind>> {
    const found = await this.next(kind, options);
    if (found !== undefined) return found;
    const withinMs = options.withinMs ?? this.#scope.target.profile.timing.eventMs;
    const evidence = this.received.at(-1)?.record;
    const why = this.isOpen ? `no ${what} within ${withinMs} ms` : `the connection ended before any ${what}`;
    throw new Undecided(why, evidence === undefined ? [] : [evidence]);
  }

  of<Kind extends MessageKind>(
    kind: Kind,
    { after = 0, where = () => true }: Which<Kind> = {},
  ): readonly ReceivedOf<Kind>[] {
    return this.received.filter(
      (message): message is ReceivedOf<Kind> => isOf(message, kind) && message.record > after && where(message),
    );
  }

  async resultOf(submission: Submission): Promise<ReceivedOf<'transaction_event'> | undefined> {
    const { resultMs, quietMs } = this.#scope.target.profile.timing;
    const where = resultFilter(submission);
    // Whose answers take seconds, or come from afar or through a machine with too much to do, has events that come as late.
    const withinMs = Math.max(resultMs, SLOWER * submission.exchange.durationMs);
    const first = await this.next('transaction_event', { where, withinMs });
    if (first === undefined) return undefined;
    // An operation may have several events (interface 6.1, rule 1): the first that shows what was asked for tells most.
    const tells = (event: ReceivedOf<'transaction_event'>): boolean => where(event) && showsResult(submission, event);
    const telling = await this.next('transaction_event', { where: tells, withinMs: FURTHER * quietMs });
    return this.#last(submission, telling ?? first);
  }

  /** Of an execution in parts that are told apart, the event of the last; one after which its order is still open is not that. */
  async #last(
    submission: Submission,
    found: ReceivedOf<'transaction_event'>,
  ): Promise<ReceivedOf<'transaction_event'>> {
    const where = resultFilter(submission);
    const { market, profile } = this.#scope.target;
    const { quietMs, resultMs } = profile.timing;
    for (let last = found; ; ) {
      const isOpen = this.#leavesOpen(last);
      if (this.#isWhole(submission, last, isOpen)) return last;
      const next = await this.next('transaction_event', {
        where: (event) => where(event) && (event.view.deals ?? []).length > 0,
        after: last.record,
        withinMs: isOpen ? resultMs : Math.max(quietMs, PARTS_APART * market.partsMs),
      });
      if (next === undefined || next.view.status !== found.view.status) return last;
      last = next;
    }
  }

  /** Whether all is executed that was asked for. A close of the whole names no volume: it may come in parts where others have. */
  #isWhole(submission: Submission, last: ReceivedOf<'transaction_event'>, isOpen: boolean): boolean {
    const { name, params } = submission.exchange.request;
    const asked = figureOf(params?.['volume']);
    if (name === 'closePosition' && asked === undefined) {
      const { market, dialect } = this.#scope.target;
      const isOver = ({ state, volume }: PositionView): boolean =>
        dialect.meaning('positionState', state ?? null) === 'closed' || plainOf(volume) === '0';
      return market.partsMs === 0 || (last.view.positions ?? []).every(isOver);
    }
    if ((name !== 'openPosition' && name !== 'closePosition') || asked === undefined) return true;
    const soFar = this.resultsOf(submission).filter(({ record }) => record <= last.record);
    const deals = new Map(
      soFar.flatMap(({ view }) => (view.deals ?? []).map((deal) => [deal.id ?? deal, deal] as const)),
    );
    const done = executed([...deals.values()]).flatMap(({ volume }) => sizeOf(volume) ?? []);
    return done.length === 0 ? !isOpen : compare(done.reduce(add), asked) >= 0;
  }

  /** Whether the order of an execution is called open; an sltp order beside it is another one. */
  #leavesOpen({ view }: ReceivedOf<'transaction_event'>): boolean {
    const { dialect } = this.#scope.target;
    return (view.orders ?? []).some(
      ({ type, state }) =>
        dialect.meaning('orderType', type ?? null) !== 'sltp' &&
        dialect.meaning('orderState', state ?? null) === 'pending',
    );
  }

  async awaitResultOf(
    submission: Submission,
    status?: FinalResult['status'],
  ): Promise<ReceivedOf<'transaction_event'>> {
    const { accepted, exchange, record } = submission;
    if (!accepted) throw new Undecided(`${exchange.request.name} was refused`, [record]);
    const event = await this.resultOf(submission);
    if (event === undefined) throw new Undecided('no transaction_event of the operation arrived in time', [record]);
    if (status === undefined || event.view.status === status) return event;
    const code = event.view.errorCode ?? '';
    throw new Undecided(`the operation ended ${String(event.view.status)} ${String(code)}`, [event.record]);
  }

  resultsOf(submission: Submission): readonly ReceivedOf<'transaction_event'>[] {
    return this.of('transaction_event', { where: resultFilter(submission) });
  }

  sendRaw(text: string): void {
    this.#connection.send(text);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/** How many times as long as its ACK took the result of an operation may take at least. */
const SLOWER = 4;

/** How many times `quietMs` a further event of an operation is waited for. */
const FURTHER = 4;

/** How many times the longest time seen between two parts of an execution the next one is waited for. */
const PARTS_APART = 2;

const SHOWN: Readonly<Partial<Record<RequestName, readonly ('orders' | 'deals' | 'positions')[]>>> = {
  placeOrder: ['orders'],
  cancelOrder: ['orders'],
  openPosition: ['deals', 'positions'],
  closePosition: ['deals', 'positions'],
};

/** A success that shows what it brought about; what did not succeed has nothing to show. */
function showsResult({ exchange }: Submission, { view }: ReceivedOf<'transaction_event'>): boolean {
  const lists = SHOWN[exchange.request.name] ?? [];
  return view.status !== 'success' || lists.every((list) => (view[list]?.length ?? 0) > 0);
}

function isOf<Kind extends MessageKind>(message: Received, kind: Kind): message is ReceivedOf<Kind> {
  return message.kind === kind;
}

/** An event that names no operation is known by its key, so that one missing member does not hide every result. */
function resultFilter({ ack, key }: Submission): (message: ReceivedOf<'transaction_event'>) => boolean {
  const operationId = ack?.operationId ?? undefined;
  return ({ view }) =>
    operationId === undefined || (view.operationId ?? null) === null
      ? sameText(view.clientRequestId, key)
      : sameText(view.operationId, String(operationId));
}
