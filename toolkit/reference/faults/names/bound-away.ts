// Faults that a profile hides by binding them: names and words that the interface states, spelled otherwise, and read all the same
// (interface 2.1 to 2.4, 2.6, 4.3, 6.3, 7.1). Each brings the part of the dialect that reads it.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { ControlActionName } from '../../../profile/control/actions.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { DomainEvent, Operation } from '../../domain.js';
import type { Change } from '../algebra/change.js';
import { editingBody, editingMessage, type Fault, type JsonEdit, violating } from '../algebra/index.js';

interface BoundAway {
  readonly section: string;
  readonly requirement: RequirementId;
  readonly summary: string;
  readonly binding: JsonObject;
  readonly change: Change;
  readonly needs?: ControlActionName;
}

function boundAway(id: string, fault: BoundAway): Fault {
  const { section, requirement, binding, ...deviation } = fault;
  return { ...violating(section, [requirement])(id, deviation), binding };
}

/** The member `from` of an object under the name `to`. */
function renaming(from: string, to: string): JsonEdit {
  return (value) => (isJsonObject(value) ? renamed(value, from, to) : value);
}

function renamed(value: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name === from ? to : name, member]));
}

/** `error_code` becomes `code` of an object `error`. */
const dotted: JsonEdit = (value) => {
  if (!isJsonObject(value) || (value['error_code'] ?? null) === null) return value;
  const { error_code: code = null, ...rest } = value;
  return { ...rest, error: { code } };
};

function inBody(operation: Operation, edit: JsonEdit): Change {
  return editingBody(operation, 200, '', edit);
}

function inMessage(kind: DomainEvent['kind'], edit: JsonEdit, place = ''): Change {
  return editingMessage(kind, place, edit);
}

const upperCased = (value: JsonValue): JsonValue => String(value).toUpperCase();

export const boundAwayFaults: readonly Fault[] = [
  boundAway('ack-identifier-in-camel-case', {
    section: '2.1',
    requirement: 'ack.member-names',
    summary: 'ACKs of placements name their identifier operationId, and the profile reads it there.',
    binding: { bodies: { ack: { operationId: ['/operation_id', '/operationId'] } } },
    change: inBody('placeOrder', renaming('operation_id', 'operationId')),
  }),
  boundAway('event-key-in-camel-case', {
    section: '2.2',
    requirement: 'transactions.member-names',
    summary: 'Transaction events name the key clientRequestId, and the profile reads it there.',
    binding: { messages: { transaction_event: { clientRequestId: '/clientRequestId' } } },
    change: inMessage('transaction_event', renaming('client_request_id', 'clientRequestId')),
  }),
  boundAway('event-error-with-a-dot', {
    section: '2.2',
    requirement: 'transactions.member-names',
    summary: 'Transaction events nest their error as error.code, and the profile reads it there.',
    binding: { messages: { transaction_event: { errorCode: '/error/code' } } },
    change: inMessage('transaction_event', dotted),
  }),
  boundAway('event-payload-renamed', {
    section: '2.2',
    requirement: 'transactions.member-names',
    summary: 'Transaction events carry their entities in a member changes, and the profile reads them there.',
    binding: {
      messages: {
        transaction_event: {
          orders: '/changes/orders',
          deals: '/changes/deals',
          positions: '/changes/positions',
          accountState: '/changes/account_state',
        },
      },
    },
    change: inMessage('transaction_event', renaming('payload', 'changes')),
  }),
  boundAway('event-entities-renamed', {
    section: '2.2',
    requirement: 'transactions.payload-entity-names',
    summary: 'Payloads call their deals fills, and the profile reads them there.',
    binding: { messages: { transaction_event: { deals: '/payload/fills' } } },
    change: inMessage('transaction_event', renaming('deals', 'fills'), 'payload'),
  }),
  boundAway('event-order-types-bound-away', {
    section: '2.2',
    requirement: 'transactions.stated-words',
    summary: 'Orders in events show their type in upper case, and the profile lets that stand for the stated word.',
    binding: { words: { orderType: { limit: ['limit', 'LIMIT'], stop: ['stop', 'STOP'], sltp: ['sltp', 'SLTP'] } } },
    change: inMessage('transaction_event', upperCased, 'payload/orders/*/type'),
  }),
  boundAway('balance-kinds-bound-away', {
    section: '2.2',
    requirement: 'transactions.stated-words',
    summary:
      'Balance deals in events show their kind in upper case, and the profile lets that stand for the stated word.',
    binding: { words: { balanceKind: { balance: ['balance', 'BALANCE'], swap_fee: ['swap_fee', 'SWAP_FEE'] } } },
    needs: 'account.deposit',
    change: inMessage('transaction_event', upperCased, 'payload/deals/*/balance_kind'),
  }),
  boundAway('account-state-margin-renamed', {
    section: '2.3',
    requirement: 'account-state.figure-names',
    summary: 'Account state events call used_margin margin, and the profile reads it there.',
    binding: { entities: { accountState: { usedMargin: ['/used_margin', '/margin'] } } },
    change: inMessage('account_state_event', renaming('used_margin', 'margin'), 'payload'),
  }),
  boundAway('condition-names-in-camel-case', {
    section: '2.4',
    requirement: 'configuration.condition-names',
    summary: 'Conditions that are read call volume_min volumeMin, and the profile reads it there.',
    binding: { entities: { conditions: { volumeMin: ['/volume_min', '/volumeMin'] } } },
    change: inBody('conditions', renaming('volume_min', 'volumeMin')),
  }),
  boundAway('account-attribute-renamed', {
    section: '2.6',
    requirement: 'guards.attribute-names',
    summary: 'The account calls its trade_mode mode, and the profile reads it there.',
    binding: { bodies: { account: { tradeMode: '/mode' } } },
    change: inBody('account', renaming('trade_mode', 'mode')),
  }),
  boundAway('status-error-bound-with-a-dot', {
    section: '4.3',
    requirement: 'operations.member-names',
    summary: 'Operation status nests its error as error.code, and the profile reads it there.',
    binding: { bodies: { operation: { errorCode: ['/error/code', '/error_code'] } } },
    change: inBody('operationStatus', dotted),
  }),
  boundAway('instrument-action-renamed', {
    section: '6.3',
    requirement: 'instruments.action-name',
    summary: 'Instrument events call their action change, and the profile reads it there.',
    binding: { messages: { instrument_event: { action: '/change' } } },
    needs: 'instrument.update',
    change: inMessage('instrument_event', renaming('action', 'change')),
  }),
  boundAway('error-code-beside-the-message', {
    section: '7.1',
    requirement: 'errors.member-names',
    summary: 'Refusals carry code at the top level, and the profile reads it there.',
    binding: { bodies: { error: { code: '/code' } } },
    change: editingBody('any', 400, '', (value) => {
      if (!isJsonObject(value) || !isJsonObject(value['error'])) return value;
      const { code = null, ...error } = value['error'];
      return { ...value, error, code };
    }),
  }),
];
