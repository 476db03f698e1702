// The connections of a journal: which stream each was asked for, what it subscribed to, and until when it was told of transactions.
import type { Call, Command, Message } from './entry.js';
import type { AccountLedger, Connection } from './facts.js';

export class Connections {
  readonly byId: Map<string, Connection> = new Map();
  /** Which stream a connection was asked for. */
  readonly #streams = new Map<string, string>();

  handshake({ request, conn }: Call): void {
    if (request.endsWith('Stream')) this.#streams.set(conn, request);
  }

  open(id: string, account: string, openedNs: number, { restrictsUntilNs }: AccountLedger): void {
    this.byId.set(id, {
      id,
      account,
      stream: this.#streams.get(id) ?? '',
      openedNs,
      closedNs: undefined,
      asked: new Map(),
      sentOther: false,
      snapshot: undefined,
      // A restriction that takes effect late finds streams that were opened after it.
      endedNs: openedNs <= restrictsUntilNs ? openedNs : undefined,
      restrictedNs: openedNs <= restrictsUntilNs ? openedNs : undefined,
    });
  }

  close(id: string, tNs: number): void {
    const connection = this.byId.get(id);
    if (connection !== undefined) connection.closedNs = tNs;
  }

  command({ conn, action, event, instruments, tNs }: Command): void {
    const connection = this.byId.get(conn);
    if (connection === undefined) return;
    if (action === undefined) {
      connection.sentOther = true;
      // It may have unsubscribed.
      connection.endedNs ??= tNs;
    } else if (action === 'subscribe') {
      const asked = connection.asked.get(event) ?? new Set();
      for (const instrument of instruments ?? []) asked.add(instrument);
      connection.asked.set(event, asked);
    } else if (event === 'transactions') {
      connection.endedNs ??= tNs;
    }
  }

  message({ conn, kind, i, tNs }: Message): void {
    const connection = this.byId.get(conn);
    if (kind === 'trading_state_snapshot' && connection !== undefined) connection.snapshot ??= { i, tNs };
  }

  /** What becomes of streams that are open when an account is restricted is left open. */
  restrict(account: string, tNs: number): void {
    for (const connection of this.byId.values()) {
      if (connection.account !== account || connection.closedNs !== undefined) continue;
      connection.endedNs ??= tNs;
      connection.restrictedNs ??= tNs;
    }
  }
}
