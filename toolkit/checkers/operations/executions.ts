// Interface 8; 7.1, rule 1: a key is executed once. A repeat that is answered with the operation of the original, or refused as a
// conflict, may be carried out all the same: then an operation that no answer names brings a second order or position with the key.
import type { JsonObject } from '../../payload/json.js';
import { sameJson } from '../../payload/same-json.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import type { Checker, CheckerContext } from '../checker.js';
import { ByAccount } from '../ledger/by-account.js';
import type { Call, Message } from '../ledger/entry.js';
import { KEYS_RETAINED_MS } from '../ledger/key-retention.js';
import { countOf, listOf, textAt } from '../ledger/views.js';
import { isPlainOrder } from '../state/plain-order.js';

const ORDER_TWICE = 'idempotency.duplicate-not-executed';
const POSITION_TWICE = 'positions.duplicate-not-executed';
const CONFLICT = 'idempotency.conflict-not-executed';
const CONFLICTING_OPENING = 'positions.conflict-refused';

/** What came with one key. */
interface Use {
  readonly first: Call;
  readonly variant: string;
  readonly retention: number;
  isRepeated: boolean;
  isConflicting: boolean;
  /** Whether its requests are ones of one key in any reading. */
  isSound: boolean;
  /** What its operations brought, by the identifier of each. */
  readonly brought: { readonly operationId: string; readonly entity: string; readonly i: number }[];
}

type Uses = ByAccount<Use>;

export const executions: Checker = {
  name: 'executions',
  sees: ['call', 'transaction_event'],
  assumes: ['control-known', 'from-start'],
  summary: 'a key is executed once, however often it comes',
  requirements: [ORDER_TWICE, POSITION_TWICE, CONFLICT, CONFLICTING_OPENING],
  start(context) {
    const uses: Uses = new ByAccount();
    return {
      see(entry) {
        if (entry.type === 'call') called(uses, entry, context);
        else if (entry.type === 'message' && entry.kind === 'transaction_event') brought(uses, entry, context);
      },
      finish: () => undefined,
    };
  },
};

function called(uses: Uses, call: Call, { ledger }: CheckerContext): void {
  if (call.key === undefined || !isMutating(call.request)) return;
  const use = uses.get(call.account, call.key);
  const [variant, retention] = [ledger.variantOf(call), ledger.retentionOf(call.account)];
  const isKnown = !call.isDamaged && call.params !== undefined;
  if (use === undefined) {
    const now = { isRepeated: false, isConflicting: false, isSound: isKnown, brought: [] };
    uses.set(call.account, call.key, { ...now, first: call, variant, retention });
    return;
  }
  const isSame = sameJson(use.first.params ?? null, call.params ?? null) && sameJson(use.first.body, call.body);
  if (isSame) use.isRepeated = true;
  else use.isConflicting = true;
  const isOfOneKey = use.variant === variant && use.retention === retention;
  use.isSound &&= isKnown && isOfOneKey && call.tNs - use.first.tNs <= KEYS_RETAINED_MS * 1e6;
}

function brought(uses: Uses, message: Message, { ledger, findings }: CheckerContext): void {
  const { account, key, operationId, view, i } = message;
  const use = key === undefined ? undefined : uses.get(account, key);
  if (use?.isSound !== true || operationId === undefined || view['status'] !== 'success') return;
  if (use.retention !== ledger.retentionOf(account)) return;
  const entities = entitiesOf(use.first.request, view);
  const known = use.brought.find((one) => one.operationId !== operationId);
  const isNew = known !== undefined && entities.every((one) => use.brought.every(({ entity }) => entity !== one));
  for (const entity of entities) use.brought.push({ operationId, entity, i });
  if (!(use.isRepeated || use.isConflicting) || entities.length === 0) return;
  const isOrder = use.first.request === 'placeOrder';
  const [twice, conflict] = isOrder
    ? ([ORDER_TWICE, CONFLICT] as const)
    : ([POSITION_TWICE, CONFLICTING_OPENING] as const);
  // Where both came, a repeat is what the key is for.
  findings.judge(use.isRepeated ? twice : conflict, !isNew, () => ({
    message: `a key that came twice was executed twice: ${use.first.request}`,
    expected: `${known?.entity ?? ''} alone, of operation ${known?.operationId ?? ''}`,
    actual: `${entities.join(', ')} too, of operation ${operationId}`,
    evidence: [i, known?.i ?? i, use.first.i],
  }));
}

/** What the event of a placement or an opening brings, and no later event of the platform about it does. */
function entitiesOf(request: string, view: JsonObject): readonly string[] {
  if (request === 'openPosition') {
    if (countOf(view, 'deals') === 0) return [];
    return (listOf(view, 'positions') ?? []).flatMap((position) => named('position', position));
  }
  if (request !== 'placeOrder' || countOf(view, 'deals') > 0) return [];
  return (listOf(view, 'orders') ?? []).filter(isPlainOrder).flatMap((order) => named('order', order));
}

function named(kind: string, entity: JsonObject): readonly string[] {
  const id = textAt(entity, 'id');
  return id === undefined ? [] : [`${kind} ${id}`];
}
