// Interface 6.1, rules 2 and 4, and 2.3: which entities the event of each kind of transaction holds. An operation may have several
// events (the fill of a pending order may name it again), so one event that fits is enough; without any, the best one is judged.

import { kept } from '../../base/kept.js';
import type { JsonObject } from '../../payload/json.js';
import { ACCOUNT_FIGURES } from '../../profile/dialect/views.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import type { Checker, Findings, Violation } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import type { Operation } from '../ledger/facts.js';
import type { Ledger } from '../ledger/ledger.js';
import { countOf, has, listOf } from '../ledger/views.js';
import type { Wish } from '../ledger/wish.js';

type Lists = 'orders' | 'deals' | 'positions';

/** One duty of an event: the requirement, what it demands, and whether the view does it. */
interface Duty {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly level?: 'should';
  readonly holds: (view: JsonObject) => boolean;
}

/** How well an event did its duties. */
interface Attempt {
  readonly duties: readonly Duty[];
  readonly broken: readonly Duty[];
  readonly i: number;
  readonly content: string;
  /** Where and when an event that holds nothing was told, since one with the entities may follow. */
  readonly emptyOn?: { readonly conn: string; readonly tNs: number };
}

/** What is told apart from its entities is followed by these within this time, if the connection lasts. */
const FOLLOWS_NS = 2e9;

const atLeast = (requirement: RequirementId, list: Lists, count: number): Duty => ({
  requirement,
  expected: `at least ${count} of ${list}`,
  holds: (view) => countOf(view, list) >= count,
});
const exactly = (requirement: RequirementId, list: Lists, count: number): Duty => ({
  requirement,
  expected: count === 0 ? `no ${list}` : `exactly ${count} of ${list}`,
  holds: (view) => countOf(view, list) === count,
});
const accountState = (requirement: RequirementId): Duty => ({
  requirement,
  expected: 'the account state',
  holds: (view) => has(view, 'accountState'),
});

const PLACEMENT: readonly Duty[] = [
  exactly('transactions.placement-order', 'orders', 1),
  accountState('transactions.placement-account-state'),
  exactly('transactions.placement-nothing-else', 'positions', 0),
];
/** That either of the two alone makes an sltp order is how SL/TP reads, and not said in words: such a placement may show one order. */
const ONE_SIDED_PLACEMENT: readonly Duty[] = [
  atLeast('transactions.placement-sltp-main-order', 'orders', 1),
  accountState('transactions.placement-sltp-account-state'),
  exactly('transactions.placement-nothing-else', 'positions', 0),
  { ...atLeast('transactions.placement-sltp-related-order', 'orders', 2), level: 'should' },
];
const PROTECTED_PLACEMENT: readonly Duty[] = [
  atLeast('transactions.placement-sltp-main-order', 'orders', 1),
  atLeast('transactions.placement-sltp-related-order', 'orders', 2),
  accountState('transactions.placement-sltp-account-state'),
  exactly('transactions.placement-nothing-else', 'positions', 0),
];
const PLACEMENTS = { none: PLACEMENT, one: ONE_SIDED_PLACEMENT, both: PROTECTED_PLACEMENT } as const;
const MARKET: readonly Duty[] = [
  atLeast('transactions.market-order', 'orders', 1),
  atLeast('transactions.market-deal', 'deals', 1),
  atLeast('transactions.market-position', 'positions', 1),
  accountState('transactions.market-account-state'),
];
const CLOSE: readonly Duty[] = [
  atLeast('transactions.close-order', 'orders', 1),
  atLeast('transactions.close-deal', 'deals', 1),
  atLeast('transactions.close-position', 'positions', 1),
  accountState('transactions.close-account-state'),
];
const PARTIAL_CLOSE: readonly Duty[] = [atLeast('transactions.partial-close-position', 'positions', 1)];
const BALANCE: readonly Duty[] = [
  accountState('transactions.balance-account-state'),
  exactly('transactions.balance-only', 'orders', 0),
  exactly('transactions.balance-only', 'positions', 0),
  {
    requirement: 'transactions.balance-no-client-request-id',
    expected: 'no client_request_id',
    holds: (view) => !has(view, 'clientRequestId'),
  },
];

export const entitySets: Checker = {
  name: 'entity-sets',
  sees: ['transaction_event'],
  summary: 'events hold the entities that their kind of transaction lists',
  requirements: [
    ...new Set(
      [PLACEMENT, PROTECTED_PLACEMENT, MARKET, CLOSE, PARTIAL_CLOSE, BALANCE].flat().map((duty) => duty.requirement),
    ),
    'transactions.balance-no-requested-operation',
    'account-state.entity-figures',
  ],
  start({ ledger, findings }) {
    const best = new Map<Operation, Attempt>();
    const balanceEvents: { readonly message: number; readonly operation: Operation | undefined }[] = [];
    return {
      see(entry) {
        if (entry.type !== 'message' || entry.kind !== 'transaction_event') return;
        const { view, i } = entry;
        if (has(view, 'accountState')) {
          findings.judge(
            'account-state.entity-figures',
            ACCOUNT_FIGURES.every((figure) => has(view['accountState'], figure)),
            () => ({
              message: 'the account state of an event lacks one of its figures',
              expected: 'balance, equity and used_margin',
              actual: Object.keys(view['accountState'] ?? {}).join(', ') || 'none of them',
              evidence: [i],
            }),
          );
        }
        if (view['status'] !== 'success') return;
        const account = ledger.account(entry.account);
        const operation = entry.operationId === undefined ? undefined : account.operations.get(entry.operationId);
        if (isBalance(view)) {
          judge(attemptOf(BALANCE, entry), findings);
          balanceEvents.push({ message: i, operation });
          return;
        }
        const use = entry.key === undefined ? undefined : account.keys.get(entry.key);
        if (operation === undefined || use?.wish === undefined || use.isDamaged) return;
        const duties = dutiesOf(use.request, use.wish, view);
        if (duties === undefined) return;
        const attempt = attemptOf(duties, entry);
        const known = best.get(operation);
        if (known === undefined || attempt.broken.length < known.broken.length) best.set(operation, attempt);
      },
      finish() {
        for (const attempt of best.values()) if (!mayFollow(attempt, ledger)) judge(attempt, findings);
        for (const { message, operation } of balanceEvents) {
          findings.judge('transactions.balance-no-requested-operation', operation?.ack === undefined, () => ({
            message: 'a balance transaction carries the operation_id of a requested operation',
            expected: 'no operation_id, or one of the platform',
            actual: operation?.id ?? '',
            evidence: [message, operation?.ack?.i ?? 0],
          }));
        }
      },
    };
  },
};

/** What the event of a requested operation owes; undefined where it is left open or cannot be known. */
function dutiesOf(request: string, wish: Wish, view: JsonObject): readonly Duty[] | undefined {
  switch (request) {
    case 'placeOrder':
      // An order that executed at once is a market execution too, and what an SLTP order brings is not listed.
      if (!(wish.type === 'limit' || wish.type === 'stop') || countOf(view, 'deals') > 0) return undefined;
      return PLACEMENTS[wish.protection];
    case 'openPosition':
      return MARKET;
    case 'closePosition':
      return wish.hasVolume ? PARTIAL_CLOSE : CLOSE;
    default:
      return undefined;
  }
}

/** A trading event may book a fee beside its own deals, as a close that realises its swap: that is no balance transaction. */
function isBalance(view: JsonObject): boolean {
  const deals = listOf(view, 'deals') ?? [];
  return deals.length > 0 && deals.every((deal) => has(deal, 'balanceKind'));
}

function attemptOf(duties: readonly Duty[], { view, i, conn, tNs }: Message): Attempt {
  const broken = duties.filter(({ holds }) => !holds(view));
  if (broken.length === 0) return satisfied(duties);
  const isEmpty = (['orders', 'deals', 'positions'] as const).every((list) => countOf(view, list) === 0);
  return { duties, broken, i, content: contentOf(view), ...(isEmpty && { emptyOn: { conn, tNs } }) };
}

/** Whether nobody listened any more when the entities may have come. */
function mayFollow({ emptyOn }: Attempt, { connections, lastNs }: Ledger): boolean {
  if (emptyOn === undefined) return false;
  return (connections.get(emptyOn.conn)?.closedNs ?? lastNs) - emptyOn.tNs < FOLLOWS_NS;
}

const SATISFIED = new Map<readonly Duty[], Attempt>();

/** One object for all events that do their duty, since journals are long. */
function satisfied(duties: readonly Duty[]): Attempt {
  return kept(SATISFIED, duties, () => ({ duties, broken: [], i: 0, content: '' }));
}

function judge({ duties, broken, i, content }: Attempt, findings: Findings): void {
  for (const duty of duties) {
    const violation = (): Violation => ({
      message: 'an event does not hold the entities that its transaction lists',
      expected: duty.expected,
      actual: content,
      evidence: [i],
    });
    findings.judge(duty.requirement, !broken.includes(duty), violation, duty.level);
  }
}

function contentOf(view: JsonObject): string {
  const lists = (['orders', 'deals', 'positions'] as const).map((list) => `${countOf(view, list)} ${list}`);
  return [...lists, has(view, 'accountState') ? 'the account state' : 'no account state'].join(', ');
}
