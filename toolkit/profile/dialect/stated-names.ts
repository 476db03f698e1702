// The member names that the interface states, by what the dialect reads from them, and the words of its closed vocabularies: what a
// profile may not spell otherwise (interface 2.1 to 2.4, 2.6, 4.3, 6.2, 6.3, 7.1). Where such a member lies (envelopes, `payload`, top
// level) stays open. Read by the history checker that judges what came, and by `respelled.ts`, which warns of what a profile binds.
import { BALANCE_KINDS, INSTRUMENT_ACTIONS, ORDER_TYPES } from '../../payload/vocabulary.js';

/** By member of a view, its name on the wire; of several the interface uses each. `error.code` is `code` of an object `error`. */
type StatedNames = Readonly<Record<string, readonly string[]>>;

type PartName =
  | 'ack'
  | 'envelope'
  | 'payload'
  | 'accountState'
  | 'conditions'
  | 'account'
  | 'operation'
  | 'instrumentEvent'
  | 'hmrSnapshot'
  | 'hmrUpdate'
  | 'error';

interface StatedPart {
  readonly section: string;
  /** The interface uses the names without saying that members are called so. */
  readonly isSuggested?: true;
  readonly names: StatedNames;
}

const RESULT = { clientRequestId: ['client_request_id'], errorCode: ['error_code'], errorMessage: ['error_message'] };

export const STATED_NAMES: Readonly<Record<PartName, StatedPart>> = {
  ack: {
    section: '2.1',
    names: { operationId: ['operation_id'], clientRequestId: ['client_request_id'] },
  },
  envelope: {
    section: '2.2',
    names: { status: ['status'], operationId: ['operation_id'], ...RESULT },
  },
  /** Lists or single objects, as the interface leaves open: it names the entities in both numbers. */
  payload: {
    section: '2.2',
    isSuggested: true,
    names: {
      orders: ['orders', 'order'],
      deals: ['deals', 'deal'],
      positions: ['positions', 'position'],
      accountState: ['account_state'],
    },
  },
  accountState: {
    section: '2.3',
    names: { balance: ['balance'], equity: ['equity'], usedMargin: ['used_margin'] },
  },
  conditions: {
    section: '2.4',
    names: {
      volumeMin: ['volume_min'],
      volumeMax: ['volume_max'],
      volumeStep: ['volume_step'],
      pointDigits: ['point_digits'],
    },
  },
  account: {
    section: '2.6',
    names: { tradeMode: ['trade_mode'], accountStatus: ['account_status'] },
  },
  operation: { section: '4.3', names: RESULT },
  instrumentEvent: { section: '6.3', names: { action: ['action'] } },
  hmrSnapshot: { section: '6.2', names: { periods: ['periods'] } },
  hmrUpdate: { section: '6.2', names: { upserted: ['upserted_periods'], removedIds: ['removed_period_ids'] } },
  error: { section: '7.1', names: { code: ['error.code'], message: ['error_message'] } },
};

/** The member that holds the entities of a transaction (interface 2.2). */
export const PAYLOAD = 'payload';

/** Words that stand for themselves, by vocabulary of the dialect (interface 2.2, 2.6 and 3); the others of each are open. */
export const STATED_WORDS: Readonly<
  Record<'orderType' | 'balanceKind' | 'action' | 'tradeMode' | 'accountStatus', readonly string[]>
> = {
  orderType: ORDER_TYPES,
  balanceKind: BALANCE_KINDS,
  action: INSTRUMENT_ACTIONS,
  tradeMode: ['trading_disabled'],
  accountStatus: ['close_only'],
};

/** Body fields of a placement (interface 4.1) and the member of a command (4.5, rule 4), by the placeholder of their value. */
export const STATED_FIELDS: Readonly<Record<'placeOrder' | 'command', readonly string[]>> = {
  placeOrder: ['volume', 'price', 'stop_loss_price', 'take_profit_price'],
  command: ['event'],
};
