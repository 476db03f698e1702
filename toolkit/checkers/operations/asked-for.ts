// Interface 4.1; 2.2: the order that comes to be has the volume and the prices that were asked for. Which members an order shows is open,
// and what is not shown is not judged; an executed order shows what was asked for, what was filled, or what is left to fill.
import { add, type Decimal, equals, subtract, toText } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import type { Checker, Findings } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import { countOf, has, listOf } from '../ledger/views.js';
import { executed } from '../predicates/executed.js';
import { readFigure, readSize } from '../predicates/figure.js';
import { isPlainOrder } from '../state/plain-order.js';

const KEPT = 'orders.parameters-kept';
const FIGURES = ['volume', 'price'] as const;
const LEVELS = ['stopLossPrice', 'takeProfitPrice'] as const;
const NOTHING: Decimal = { coefficient: 0n, scale: 0 };

export const askedFor: Checker = {
  name: 'asked-for',
  sees: ['transaction_event'],
  assumes: ['from-start'],
  summary: 'an event shows the order that was asked for',
  requirements: [KEPT],
  start({ ledger, findings }) {
    return {
      see(entry) {
        if (entry.type !== 'message' || entry.kind !== 'transaction_event') return;
        const { account: name, key, operationId, view, i } = entry;
        if (view['status'] !== 'success') return;
        const account = ledger.account(name);
        const use = key === undefined ? undefined : account.keys.get(key);
        const operation = operationId === undefined ? undefined : account.operations.get(operationId);
        if (use?.params === undefined || use.isDamaged || operation === undefined) return;
        // Later ones may tell of its fill or its end, and another operation's may be of a key that was free again.
        const isFirst = operation.events.every((one) => one.i === i);
        if (!isFirst || (use.operation !== undefined && use.operation !== operation)) return;
        if (use.params['type'] === 'sltp') judgeProtection(entry, { params: use.params, call: use.call }, findings);
        const order = onlyOrderOf(use.request, view);
        if (order === undefined) return;
        if (use.request === 'placeOrder') judgeLevels(entry, { params: use.params, call: use.call, order }, findings);
        for (const figure of FIGURES) {
          const [asked, shown] = [readFigure(use.params[figure]), readFigure(order[figure])];
          const legal = asked === undefined ? undefined : legalFor(figure, use.request, asked, view);
          if (legal === undefined || shown === undefined) continue;
          findings.judge(
            KEPT,
            legal.some((one) => equals(one, shown)),
            () => ({
              message: `the event of a ${use.request} shows an order with another ${figure}`,
              expected: `${figure} ${legal.map((one) => toText(one)).join(' or ')}, as was asked for`,
              actual: toText(shown),
              evidence: [i, use.call],
            }),
          );
        }
      },
      finish: () => undefined,
    };
  },
};

/** That of an opening names its position; one that names it beside others may be a protection. */
function onlyOrderOf(request: string, view: JsonObject): JsonObject | undefined {
  const all = listOf(view, 'orders') ?? [];
  const orders = request === 'placeOrder' ? all.filter(isPlainOrder) : all;
  return orders.length === 1 ? orders[0] : undefined;
}

/** What the figure may be; undefined where the interface does not say it. */
function legalFor(
  figure: (typeof FIGURES)[number],
  request: string,
  asked: Decimal,
  view: JsonObject,
): readonly Decimal[] | undefined {
  const deals = executed(listOf(view, 'deals') ?? []);
  if (request === 'placeOrder') return deals.length === 0 ? [asked] : undefined;
  // An order of the market has no price of its own, and that of a close belongs to its position in some dialects.
  if (request !== 'openPosition' || figure !== 'volume') return undefined;
  const volumes = deals.map(({ volume }) => readSize(volume));
  if (volumes.length === 0 || volumes.includes(undefined)) return undefined;
  const filled = volumes.reduce<Decimal>((sum, one) => add(sum, one ?? NOTHING), NOTHING);
  return [asked, filled, subtract(asked, filled)];
}

interface Placement {
  readonly params: JsonObject;
  readonly call: number;
  readonly order: JsonObject;
}

/** Levels stand on the order or on those that protect it (6.1, rule 3): wherever one is shown, it is the one that was asked for. */
function judgeLevels({ view, i }: Message, { params, call, order }: Placement, findings: Findings): void {
  const orders = listOf(view, 'orders') ?? [];
  const showing = orders.filter((one) => one === order || has(one, 'parentOrderId'));
  for (const level of LEVELS) {
    const asked = readFigure(params[level]);
    if (asked === undefined || countOf(view, 'deals') > 0) continue;
    for (const one of showing) {
      const shown = readFigure(one[level]);
      // Zero is how some write that there is none.
      if (shown === undefined || shown.coefficient === 0n) continue;
      findings.judge(KEPT, equals(asked, shown), () => ({
        message: `the event of a placeOrder shows an order with another ${level}`,
        expected: `${level} ${toText(asked)}, as was asked for`,
        actual: toText(shown),
        evidence: [i, call],
      }));
    }
  }
}

/** One that it replaces may be shown beside it with levels of its own, so that one order with the level that was asked for is enough. */
function judgeProtection({ view, i }: Message, { params, call }: Omit<Placement, 'order'>, findings: Findings): void {
  const orders = (listOf(view, 'orders') ?? []).filter((one) => !isPlainOrder(one));
  for (const level of LEVELS) {
    const asked = readFigure(params[level]);
    const shown = orders.map((one) => readFigure(one[level])).filter((one) => one !== undefined);
    const levels = shown.filter(({ coefficient }) => coefficient !== 0n);
    if (asked === undefined || levels.length === 0) continue;
    findings.judge(
      KEPT,
      levels.some((one) => equals(one, asked)),
      () => ({
        message: `the event of an sltp order shows another ${level}`,
        expected: `${level} ${toText(asked)}, as was asked for`,
        actual: levels.map((one) => toText(one)).join(' and '),
        evidence: [i, call],
      }),
    );
  }
}
