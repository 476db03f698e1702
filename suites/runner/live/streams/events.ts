// An events stream as a check sees it (interface 4.5, 6). Waiting, bounds and journalling are the connection's; this adds the
// commands and the words of the checks.

import type { MessageKind } from '../../../../toolkit/profile/dialect/views.js';
import type { StreamConnection } from '../../../../toolkit/wire/streams/stream-connection.js';
import type { CommandOutcome, Events, Received, Submission } from '../../context.js';
import { sameText } from '../same-text.js';
import type { CheckScope } from '../scope.js';
import { Commands } from './commands.js';

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

  unsubscribe(event: string, instruments?: readonly string[]): Promise<CommandOutcome> {
    if (event === 'transactions') this.#carriesTransactions = false;
    return this.#commands.send('unsubscribe', event, instruments);
  }

  next(
    fits: (message: Received) => boolean,
    options: { readonly after?: number; readonly withinMs?: number } = {},
  ): Promise<Received | undefined> {
    const withinMs = options.withinMs ?? this.#scope.target.profile.timing.eventMs;
    return this.#connection.next(fits, { ...options, withinMs, signal: this.#scope.signal });
  }

  of<Kind extends MessageKind>(kind: Kind): readonly Extract<Received, { readonly kind: Kind }>[] {
    return this.received.filter(
      (message): message is Extract<Received, { readonly kind: Kind }> => message.kind === kind,
    );
  }

  async resultOf(
    submission: Submission,
  ): Promise<Extract<Received, { readonly kind: 'transaction_event' }> | undefined> {
    const { operationId, key } = submission;
    const { resultMs } = this.#scope.target.profile.timing;
    const found = await this.next(
      ({ kind, view }) => {
        if (kind !== 'transaction_event') return false;
        // An event that names no operation is known by its key, so that one missing member does not hide every result.
        return operationId === undefined || (view.operationId ?? null) === null
          ? sameText(view.clientRequestId, key)
          : sameText(view.operationId, operationId);
      },
      { withinMs: resultMs },
    );
    return found?.kind === 'transaction_event' ? found : undefined;
  }

  sendRaw(text: string): void {
    this.#connection.send(text);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
