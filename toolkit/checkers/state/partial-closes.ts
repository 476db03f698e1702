// Interface 3; 6.1, rule 2: a partial close leaves the position open with decreased volume. Judged where nothing else can have changed the
// position between the event that showed it before and that of the close, which was asked for after the first and for less than it showed.
// How much was closed is left to others: a market may fill in part.

import { kept } from '../../base/kept.js';
import { compare, type Decimal, toText } from '../../decimal/index.js';
import type { Checker, CheckerContext } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import { wasDisturbed } from '../ledger/facts.js';
import { listOf, textAt } from '../ledger/views.js';
import { readSize } from '../predicates/figure.js';

const REQUIREMENT = 'positions.partial-close-volume';

interface Shown {
  readonly volume: Decimal;
  readonly tNs: number;
  readonly i: number;
  readonly operation: string | undefined;
}

/** A close of a part that waits until whatever else may have changed the position would have been told. */
interface Close {
  readonly account: string;
  readonly conn: string;
  readonly position: string;
  readonly before: Shown;
  readonly after: Shown;
}

export const partialCloses: Checker = {
  name: 'partial-closes',
  sees: ['transaction_event'],
  summary: 'a partial close leaves the position with less than it had',
  requirements: [REQUIREMENT],
  start: (context) => {
    const closes = new PartialCloses(context);
    return {
      see(entry) {
        if (entry.type === 'message') closes.see(entry);
      },
      finish: () => closes.judgeDue(context.ledger.lastNs),
    };
  },
};

class PartialCloses {
  readonly #context: CheckerContext;
  /** By connection and position, what the last event showed of it. */
  readonly #shown = new Map<string, Map<string, Shown>>();
  #waiting: Close[] = [];

  constructor(context: CheckerContext) {
    this.#context = context;
  }

  see(message: Message): void {
    const { conn, tNs, i, view, operationId } = message;
    this.judgeDue(tNs);
    const shown = kept(this.#shown, conn, () => new Map<string, Shown>());
    const positions = listOf(view, 'positions') ?? [];
    for (const position of positions) {
      const id = textAt(position, 'id');
      if (id === undefined) continue;
      this.#doubt(message, id);
      const before = shown.get(id);
      const volume = readSize(position['volume']);
      shown.delete(id);
      if (volume === undefined || (operationId !== undefined && before?.operation === operationId)) continue;
      const after: Shown = { volume, tNs, i, operation: operationId };
      shown.set(id, after);
      if (before !== undefined && positions.length === 1 && this.#isPart(message, id, before)) {
        this.#waiting.push({ account: message.account, conn, position: id, before, after });
      }
    }
  }

  /** What waits is judged that was told so long ago, in the order in which it was. */
  judgeDue(nowNs: number): void {
    const dueNs = nowNs - this.#context.eventMs * 1e6;
    const due = this.#waiting.filter(({ after }) => after.tNs <= dueNs);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter(({ after }) => after.tNs > dueNs);
    for (const close of due) this.#judge(close);
  }

  /** Whether the event is of a request to close less than the position had, which left when that was told already. */
  #isPart({ account, key, view }: Message, id: string, before: Shown): boolean {
    if (view['status'] !== 'success' || key === undefined) return false;
    const use = this.#context.ledger.account(account).keys.get(key);
    if (use?.request !== 'closePosition' || use.isDamaged || use.params === undefined) return false;
    const part = readSize(use.params['volume']);
    const isOf = textAt(use.params, 'positionId') === id;
    return isOf && part !== undefined && compare(part, before.volume) < 0 && (use.calledNs ?? 0) > before.tNs;
  }

  /** What was asked for before a close was told may have changed the position before it, whenever it is told itself. */
  #doubt({ account, conn, operationId }: Message, id: string): void {
    if (this.#waiting.length === 0) return;
    const { operations } = this.#context.ledger.account(account);
    const calledNs = (operationId === undefined ? undefined : operations.get(operationId)?.ack?.calledNs) ?? 0;
    this.#waiting = this.#waiting.filter(
      ({ conn: on, position, after }) =>
        on !== conn || position !== id || after.operation === operationId || calledNs > after.tNs,
    );
  }

  #judge({ account, conn, position, before, after }: Close): void {
    const { ledger, findings, eventMs } = this.#context;
    const connection = ledger.connections.get(conn);
    const untilNs = after.tNs + eventMs * 1e6;
    const endNs = Math.min(connection?.endedNs ?? ledger.lastNs, connection?.closedNs ?? ledger.lastNs);
    if (endNs < untilNs || wasDisturbed(ledger.account(account), before.tNs, untilNs)) return;
    findings.judge(REQUIREMENT, compare(after.volume, before.volume) < 0, () => ({
      message: `a partial close has not decreased the volume of position ${position}`,
      expected: `less than ${toText(before.volume)}`,
      actual: toText(after.volume),
      evidence: [after.i, before.i],
    }));
  }
}
