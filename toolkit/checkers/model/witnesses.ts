// Which connections were told of everything that happened on an account: only behind such a witness is it known that nothing happened
// unseen (interface 6, 6.4).
import { kept } from '../../base/kept.js';
import type { Message } from '../ledger/entry.js';
import type { Connection } from '../ledger/facts.js';
import type { Ledger } from '../ledger/ledger.js';

export class Witnesses {
  readonly #ledger: Ledger;
  /** Connections that had a snapshot, by account. */
  readonly #told = new Map<string, Set<Connection>>();
  /** While streams of the account stood still; infinite as long as they do. */
  readonly #stalls = new Map<string, { readonly fromNs: number; toNs: number }[]>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  snapshot({ conn, account }: Message): void {
    const connection = this.#ledger.connections.get(conn);
    const told = kept(this.#told, account, () => new Set());
    if (connection !== undefined) told.add(connection);
  }

  /** Held operations have no effect yet, and tell nothing late; streams that stand still do. */
  control(account: string, action: string, tNs: number): void {
    if (action === 'stream.stall') {
      kept(this.#stalls, account, () => []).push({ fromNs: tNs, toNs: Number.POSITIVE_INFINITY });
    }
    if (action === 'stream.resume') {
      for (const one of this.#stalls.get(account) ?? []) one.toNs = Math.min(one.toNs, tNs);
    }
  }

  /** Whether some connection was told of everything on the account from then until then, in nanoseconds of the journal. */
  sawAll(account: string, fromNs: number, toNs: number): boolean {
    if (this.#stalls.get(account)?.some((one) => one.fromNs <= toNs && one.toNs >= fromNs) === true) return false;
    const { lastNs } = this.#ledger;
    for (const one of this.#told.get(account) ?? []) {
      if (one.snapshot === undefined || one.snapshot.tNs > fromNs) continue;
      if (Math.min(one.endedNs ?? lastNs, one.closedNs ?? lastNs) >= toNs) return true;
    }
    return false;
  }
}
