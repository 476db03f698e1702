// One recognised message into its view: a table by kind (interface 6, table and 6.1 to 6.3).
import type { JsonValue } from '../../../payload/json.js';
import type { BoundMessage, MessageForm, MessageMembers } from '../spec.js';
import type { CommandAnswerView, ErrorView, StreamMessage, TickView, TransactionView } from '../views.js';
import { compileTradingState, present } from './bodies.js';
import { compileNames, compileView, type EntityReaders, identifier } from './entities.js';
import { compilePointers } from './pointer.js';

type ReadMessage = (message: JsonValue) => StreamMessage;

type Compilers = {
  readonly [Kind in BoundMessage]: (form: MessageMembers[Kind], entities: EntityReaders) => ReadMessage;
};

const itself = compilePointers('');

const COMPILERS: Compilers = {
  transaction_event: (form, entities) => {
    const state = compileTradingState(form, itself, entities);
    const deals = entities.deals(form.deals);
    const { status, operationId, clientRequestId, errorCode, errorMessage } = form;
    const envelope = compileView<TransactionView>({ status, operationId, clientRequestId, errorCode, errorMessage });
    return (message) => ({
      kind: 'transaction_event',
      message,
      view: { ...envelope.read({ value: message }), ...state(message), ...present({ deals: deals(message) }) },
    });
  },
  trading_state_snapshot: (form, entities) => {
    const read = compileTradingState(form, itself, entities);
    return (message) => ({ kind: 'trading_state_snapshot', message, view: read(message) });
  },
  account_state_event: (form, entities) => {
    const state = entities.accountState(form.accountState);
    return (message) => ({ kind: 'account_state_event', message, view: state(message) ?? {} });
  },
  instrument_event: (form, entities) => {
    const action = compilePointers(form.action);
    const instrument = compilePointers(form.instrument);
    const conditions = compilePointers(form.conditions);
    return (message) => ({
      kind: 'instrument_event',
      message,
      view: present({
        action: action(message),
        instrument: instrument(message),
        conditions: entities.conditions(conditions(message)),
      }),
    });
  },
  hmr_snapshot: (form, entities) => {
    const periods = entities.periods(form.periods);
    return (message) => ({ kind: 'hmr_snapshot', message, view: present({ periods: periods(message) }) });
  },
  hmr_update: (form, entities) => {
    const upserted = entities.periods(form.upserted);
    const removed = compileNames(form.removedIds, entities.periodId);
    return (message) => ({
      kind: 'hmr_update',
      message,
      view: present({
        upserted: upserted(message),
        removedIds: removed(message)?.flatMap((value) => identifier(value) ?? []),
      }),
    });
  },
  tick: (form) => {
    const { instrument, bid, ask, time } = form;
    const view = compileView<TickView>({ instrument, bid, ask, time });
    return (message) => ({ kind: 'tick', message, view: view.read({ value: message }) });
  },
  command_accepted: (form) => {
    const answer = compileAnswer(form);
    return (message) => ({ kind: 'command_accepted', message, view: answer(message) });
  },
  command_refused: (form) => {
    const answer = compileAnswer(form);
    const { code, message: text } = form;
    const error = compileView<ErrorView>({ code, message: text });
    return (message) => ({
      kind: 'command_refused',
      message,
      view: { ...answer(message), error: error.read({ value: message }) },
    });
  },
  ignored: () => (message) => ({ kind: 'ignored', message, view: {} }),
};

export function compileMessage<Kind extends BoundMessage>(
  kind: Kind,
  form: MessageForm<Kind>,
  entities: EntityReaders,
): ReadMessage {
  return COMPILERS[kind](form, entities);
}

function compileAnswer(form: MessageMembers['command_accepted']): (message: JsonValue) => CommandAnswerView {
  const event = compilePointers(form.event);
  const commandId = compilePointers(form.commandId);
  return (message) => present({ event: event(message), commandId: identifier(commandId(message)) });
}
