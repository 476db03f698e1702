// Interface 6.1, rule 4: a balance transaction changes the balance by the amount of its deal, exactly. Events of different
// operations may come in any order, so the balance before is looked for among all that the connection ever showed.
import { add, type Decimal, negate, toPlainText, toText } from '../../decimal/index.js';
import { memberOf } from '../../payload/json-kind.js';
import type { Checker } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import { wasDisturbed } from '../ledger/facts.js';
import { has, listOf } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';

const REQUIREMENT = 'transactions.balance-arithmetic';

interface Watched {
  readonly balances: Set<string>;
  readonly steps: { readonly before: Decimal; readonly after: Decimal; readonly amount: Decimal; readonly i: number }[];
  /** Some event showed no balance, so the chain has a hole. */
  isBroken: boolean;
}

export const balances: Checker = {
  name: 'balances',
  summary: 'a balance transaction changes the balance by exactly its amount',
  requirements: [REQUIREMENT],
  start({ ledger, findings }) {
    const watched = new Map<string, Watched>();
    const judge = (conn: string): void => {
      const found = watched.get(conn);
      const connection = ledger.connections.get(conn);
      watched.delete(conn);
      if (found === undefined || connection === undefined || found.isBroken) return;
      const endNs = connection.closedNs ?? ledger.lastNs;
      if (wasDisturbed(ledger.account(connection.account), connection.openedNs, endNs)) return;
      for (const { before, after, amount, i } of found.steps) {
        findings.judge(REQUIREMENT, found.balances.has(toPlainText(before)), () => ({
          message: 'a balance transaction does not lead from any balance that was shown',
          expected: `a balance of ${toText(before)} before a deal of ${toText(amount)}`,
          actual: `balance ${toText(after)} after it, and none of the earlier balances fits`,
          evidence: [i],
        }));
      }
    };
    return {
      see(entry) {
        if (entry.type === 'closed') judge(entry.conn);
        if (entry.type !== 'message') return;
        if (entry.kind === 'trading_state_snapshot' && !watched.has(entry.conn)) {
          watched.set(entry.conn, { balances: new Set(), steps: [], isBroken: false });
        }
        const found = watched.get(entry.conn);
        if (found !== undefined) take(entry, found);
      },
      finish() {
        for (const conn of [...watched.keys()]) judge(conn);
      },
    };
  },
};

function take({ kind, view, i }: Message, found: Watched): void {
  const isEvent = kind === 'transaction_event';
  const shown = kind === 'account_state_event' ? memberOf(view, 'balance') : memberOf(view['accountState'], 'balance');
  const after = readFigure(shown);
  const deals = isEvent ? (listOf(view, 'deals') ?? []) : [];
  if (after === undefined) {
    found.isBroken ||= isEvent && deals.length > 0;
    return;
  }
  found.balances.add(toPlainText(after));
  if (deals.length === 0 || !deals.every((deal) => has(deal, 'balanceKind'))) return;
  const amounts = deals.map((deal) => readFigure(deal['amount']));
  if (!amounts.every((amount) => amount !== undefined)) return;
  const amount = amounts.reduce(add);
  found.steps.push({ before: add(after, negate(amount)), after, amount, i });
}
