// Legal ways of writing the payload of a transaction event, its error members, its identifiers, and snapshots of protected orders
// (interface 2.2, 6.1).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { DomainEvent, Order, TransactionEvent } from '../../domain.js';
import { amended } from '../../faults/algebra/edits.js';
import { among, type Habit, renamed, speakingOf, stating, telling, without } from '../algebra/index.js';

const empty = among('empty-payload', '2.2', ['empty-payload-form']);
const refused = among('refused-payload', '6.1', ['empty-payload-form']);
const collections = among('payload-collections', '2.2', ['payload-member-names']);
const kinds = among('balance-kind-member', '2.2', ['balance-kind-field']);
const success = among('errors-of-success', '2.2', ['error-code-on-success']);
const marketType = among('market-order-type', '2.2', ['market-order-type']);
const snapshotLevels = among('snapshot-levels', '6.1', ['snapshot-sltp-form']);
const partial = among('partial-close-content', '6.1', ['partial-close-content']);
const protectedOpening = among('protected-opening', '6.1', ['market-with-sltp']);
const balanceOperation = among('balance-operation', '6.1', ['balance-operation-id']);
const platform = among('platform-events', '2.2', []);

const ERRORS = ['error_code', 'error_message'];
const ENTITIES = ['orders', 'deals', 'positions'];

export const payloadHabits: readonly Habit[] = [
  empty('empty-payload-object', {
    summary: 'An empty payload is an empty object.',
    speech: emptyPayload((message) => ({ ...message, payload: {} })),
  }),
  empty('empty-payload-null', {
    summary: 'An empty payload is null.',
    speech: emptyPayload((message) => ({ ...message, payload: null })),
  }),
  empty('empty-payload-absent', {
    summary: 'An empty payload is left out.',
    speech: emptyPayload((message) => without(message, 'payload')),
  }),
  empty('empty-payload-lists', {
    summary: 'An empty payload has a list without entities for each sort, and a null account state.',
    speech: emptyPayload((message) => ({
      ...message,
      payload: { orders: [], deals: [], positions: [], account_state: null },
    })),
  }),
  refused('refusals-without-payload', {
    summary: 'The event of a rejected or failed operation has an empty payload.',
    behaviour: { refusedPayload: 'empty' },
  }),
  refused('refusals-with-account-state', {
    summary: 'The event of a rejected or failed operation has the account state.',
    behaviour: { refusedPayload: 'account-state' },
  }),
  collections('payload-lists', {
    summary: 'Changed entities are lists, which are there although nothing is in them.',
    speech: collectionsAs((entities) => entities, 'filled'),
    stated: lyingAs((at) => at),
  }),
  collections('payload-maps', {
    summary: 'Changed entities are maps by their place.',
    speech: collectionsAs((entities) => Object.fromEntries(entities.map((entity, index) => [`e${index}`, entity]))),
    stated: lyingAs((at) => ({ at, form: 'map' })),
  }),
  collections('payload-singles', {
    summary: 'One changed entity of a sort is that object, several are a list of them.',
    speech: collectionsAs((entities) => (entities.length === 1 ? (entities[0] ?? null) : entities)),
    stated: lyingAs((at) => at),
  }),
  kinds('balance-kind-beside-the-type', {
    summary: 'A deal shows the kind of a balance transaction in a member of its own.',
    speech: speakingOf('deal', (deal) =>
      renamed(deal, { balance_kind: 'kind_of_balance', booked_as: 'kind_of_balance' }),
    ),
    stated: stating({ entities: { deal: { balanceKind: '/kind_of_balance' } } }),
  }),
  kinds('balance-kind-as-type', {
    summary: 'A deal shows the kind of a balance transaction as its type.',
    speech: speakingOf('deal', kindAsType),
    stated: stating({
      entities: {
        deal: { balanceKind: '/type' },
        balanceWhen: { '/type': ['balance', 'null_compensation', 'swap_fee', 'admin_fee', 'dividend', 'svc_dollar'] },
      },
    }),
  }),
  success('success-without-errors', {
    summary: 'A successful result has no error members, and no other value that is absent is written.',
    behaviour: { nullMembers: false },
    speech: ofSuccess((message) => without(message, ...ERRORS)),
  }),
  success('success-with-null-errors', {
    summary: 'A successful result has null error members, as all that has no value is null.',
    behaviour: { nullMembers: true },
  }),
  success('success-with-empty-errors', {
    summary: 'The error members of a successful result are empty text.',
    speech: ofSuccess((message) => ({ ...message, error_code: '', error_message: '' })),
  }),
  marketType('market-orders-typed-market', {
    summary: 'The order of a market execution has a type of its own.',
    speech: ofMarketOrders((order, member) => ({ ...order, [member]: 'at_market' })),
    stated: stating({ words: { orderType: { market: 'at_market' } } }),
    dialect: 'default',
  }),
  marketType('market-orders-untyped', {
    summary: 'The order of a market execution has no type.',
    speech: ofMarketOrders((order, member) => without(order, member)),
  }),
  marketType('market-orders-of-a-strange-type', {
    summary: 'The order of a market execution has a type that no dialect names.',
    speech: ofMarketOrders((order, member) => ({ ...order, [member]: 'ioc' })),
  }),
  marketType('market-orders-typed-limit', {
    summary: 'The order of a market execution is shown as a limit order at the price of its execution.',
    speech: ofMarketOrders((order, member) => ({ ...order, [member]: 'limit' })),
  }),
  snapshotLevels('snapshot-folds-levels', {
    summary: 'A snapshot shows stop loss and take profit on the pending order alone.',
    behaviour: { snapshotSltp: 'folded' },
  }),
  snapshotLevels('snapshot-doubles-levels', {
    summary: 'A snapshot shows stop loss and take profit on the pending order and as an order of their own.',
    behaviour: { snapshotSltp: 'separate' },
  }),
  snapshotLevels('snapshot-separates-levels', {
    summary: 'A snapshot shows stop loss and take profit as an order of their own alone.',
    behaviour: { snapshotSltp: 'separate' },
    rules: { snapshotOf: amended((state) => ({ ...state, orders: state.orders.map(withoutLevels) })) },
  }),
  partial('partial-close-position-alone', {
    summary: 'The event of a partial close has the position alone.',
    rules: {
      ordersOf: amended((orders, { kind }) => (kind === 'partial-close' ? [] : orders)),
      dealsOf: amended((deals, { kind }) => (kind === 'partial-close' ? [] : deals)),
      accountStateOf: amended((state, _state, { kind }) => (kind === 'partial-close' ? undefined : state)),
    },
  }),
  partial('partial-close-without-order', {
    summary: 'The event of a partial close has no order.',
    rules: { ordersOf: amended((orders, { kind }) => (kind === 'partial-close' ? [] : orders)) },
  }),
  protectedOpening('opening-hides-its-protection', {
    summary: 'The event of a market execution with stop loss or take profit has no sltp order.',
    rules: {
      ordersOf: amended((orders, { kind }) =>
        kind === 'market' ? orders.filter(({ type }) => type !== 'sltp') : orders,
      ),
    },
  }),
  protectedOpening('opening-protected-twice', {
    summary: 'The event of a market execution has an sltp order for the stop loss and another for the take profit.',
    rules: { ordersOf: amended((orders, { kind }) => (kind === 'market' ? orders.flatMap(oneForEachLevel) : orders)) },
  }),
  balanceOperation('balance-without-operation', {
    summary: 'A balance transaction has no operation identifier.',
    rules: { operationIdOf: amended((id, _id, transaction) => (transaction?.kind === 'balance' ? undefined : id)) },
  }),
  balanceOperation('balance-with-platform-operation', {
    summary: 'A balance transaction has an operation identifier that the platform made.',
    speech: (speech) => telling(['transaction_event'], balanceNumbered())(speech),
    costs: [
      { checks: 'transactions.balance-operation-id-omitted/*', verdict: 'warning', because: '/view/operationId' },
      { checks: 'transactions.operation-id-omitted/*', verdict: 'warning', because: 'carries an operation_id' },
    ],
  }),
  platform('platform-events-with-operations', {
    summary: 'What the platform does of its own has an operation identifier of its own.',
    behaviour: { platformEvents: 'own-id' },
  }),
  platform('platform-events-without-operations', {
    summary: 'What the platform does of its own has no operation identifier.',
    behaviour: { platformEvents: 'no-id' },
  }),
];

type Edit = (message: JsonObject) => JsonObject;

/** The message of a transaction event lies at the top, or under the name of its kind. */
function within(message: JsonObject, edit: Edit): JsonObject {
  const inner = message['transaction_event'];
  return isJsonObject(inner) ? { ...message, transaction_event: edit(inner) } : edit(message);
}

function emptyPayload(edit: Edit): ReturnType<typeof telling> {
  return telling(['transaction_event'], (message, event) => (isEmpty(event) ? within(message, edit) : message));
}

function isEmpty(event: DomainEvent): boolean {
  if (event.kind !== 'transaction_event') return false;
  const { orders, deals, positions, accountState } = event.payload;
  return orders.length + deals.length + positions.length === 0 && accountState === undefined;
}

function ofSuccess(edit: Edit): ReturnType<typeof telling> {
  return telling(['transaction_event'], (message, event) =>
    event.kind === 'transaction_event' && event.status === 'success' ? within(message, edit) : message,
  );
}

/** Writes the collections of a payload anew; `filled` adds those that are not there. */
function collectionsAs(
  write: (entities: readonly JsonValue[]) => JsonValue,
  absent: 'filled' | 'left' = 'left',
): ReturnType<typeof telling> {
  return telling(['transaction_event'], (message) =>
    within(message, (inner) => {
      const { payload } = inner;
      if (!isJsonObject(payload)) return inner;
      const made = ENTITIES.flatMap((name) => {
        const found = payload[name];
        if (found === undefined && absent === 'left') return [];
        const entities = isJsonArray(found) ? found : isJsonObject(found) ? Object.values(found) : [];
        return [[name, write(entities)] as const];
      });
      return { ...inner, payload: { ...payload, ...Object.fromEntries(made) } };
    }),
  );
}

function lyingAs(collection: (at: string) => JsonValue): (dialect: JsonObject) => JsonObject {
  const members = Object.fromEntries(ENTITIES.map((name) => [name, collection(`/payload/${name}`)]));
  return stating({ messages: { transaction_event: members } });
}

/** A trade keeps its type; in the contrary dialect the sort becomes the type. */
function kindAsType(deal: JsonObject): JsonObject {
  const kind = deal['balance_kind'] ?? deal['booked_as'];
  return { ...without(deal, 'balance_kind', 'booked_as'), type: kind ?? 'trade' };
}

const MARKET_WORDS: readonly (JsonValue | undefined)[] = ['market', 'INSTANT'];

function ofMarketOrders(edit: (order: JsonObject, member: string) => JsonObject): ReturnType<typeof speakingOf> {
  return speakingOf('order', (order) => {
    const member = Object.hasOwn(order, 'kind') ? 'kind' : 'type';
    return MARKET_WORDS.includes(order[member]) ? edit(order, member) : order;
  });
}

function withoutLevels(order: Order): Order {
  return order.type === 'sltp' ? order : { ...order, stopLossPrice: undefined, takeProfitPrice: undefined };
}

/** An sltp order with both levels as two, of which the second has an identifier of its own. */
function oneForEachLevel(order: Order): readonly Order[] {
  const { type, stopLossPrice, takeProfitPrice, id } = order;
  if (type !== 'sltp' || stopLossPrice === undefined || takeProfitPrice === undefined) return [order];
  return [
    { ...order, takeProfitPrice: undefined },
    { ...order, id: `${id}0`, stopLossPrice: undefined },
  ];
}

function balanceNumbered(): (message: JsonObject, event: DomainEvent) => JsonObject {
  let serial = 0;
  return (message, event) => {
    if (event.kind !== 'transaction_event' || !isBalance(event)) return message;
    serial += 1;
    return within(message, (inner) => ({ ...inner, operation_id: `sys-bal-${serial}` }));
  };
}

function isBalance(event: TransactionEvent): boolean {
  const { deals } = event.payload;
  return deals.length > 0 && deals.every(({ balanceKind }) => balanceKind !== undefined);
}
