// Interface 1, rule 2 and 6.4, rule 4: a deal that an event announced stands in Trading History as it was announced.
// How soon it is found there is not said, so a missing deal is no finding here.

import { compare } from '../decimal/index.js';
import type { JsonObject, JsonValue } from '../payload/json.js';
import type { Checker, CheckerContext } from './checker.js';
import { readFigure } from './figure.js';
import { has, listOf, show, textAt } from './views.js';

/** Deals that history may still show; the older ones of a long journal are forgotten. */
const REMEMBERED = 50_000;

const AGREES = 'history.agrees-with-events';

interface Announced {
  readonly deal: JsonObject;
  readonly i: number;
}

/** What a deal never changes afterwards. */
const FIXED = ['instrument', 'side', 'volume', 'price', 'amount', 'orderId', 'positionId', 'balanceKind'] as const;

export const historyDeals: Checker = {
  name: 'history-deals',
  summary: 'deals in history are those that events announced',
  requirements: [AGREES],
  start(context) {
    const announced = new Map<string, Announced>();
    return {
      see(entry) {
        if (entry.type === 'message' && entry.kind === 'transaction_event') {
          for (const deal of listOf(entry.view, 'deals') ?? []) {
            const id = textAt(deal, 'id');
            if (id !== undefined) remember(announced, `${entry.account} ${id}`, { deal, i: entry.i });
          }
        }
        if (entry.type !== 'answer' || entry.request !== 'dealHistory') return;
        for (const deal of listOf(entry.view, 'items') ?? []) {
          const known = announced.get(`${entry.account} ${textAt(deal, 'id')}`);
          if (known !== undefined) judge(known, deal, entry.i, context);
        }
      },
    };
  },
};

function remember(announced: Map<string, Announced>, name: string, deal: Announced): void {
  announced.set(name, deal);
  const [oldest] = announced.keys();
  if (announced.size > REMEMBERED && oldest !== undefined) announced.delete(oldest);
}

function judge({ deal, i }: Announced, later: JsonObject, at: number, { findings }: CheckerContext): void {
  const changed = FIXED.find((member) => has(deal, member) && has(later, member) && !same(deal[member], later[member]));
  findings.judge(AGREES, changed === undefined, () => ({
    message: `deal ${textAt(deal, 'id')} in history differs from the event that announced it`,
    expected: `${changed} ${show(deal[changed ?? ''])}`,
    actual: show(later[changed ?? '']),
    evidence: [at, i],
  }));
}

/** Equal in value, since padding of decimals is left open. */
function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const [left, right] = [readFigure(a), readFigure(b)];
  return left === undefined || right === undefined ? a === b : compare(left, right) === 0;
}
