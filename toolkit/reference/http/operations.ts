// What each operation does once its request is admitted (interface 4): read the request through speech, ask the engine, write its
// answer through speech. Streams are no operation of HTTP; a request for one without an upgrade is told so.

import type { JsonValue } from '../../payload/json.js';
import type { OperationKind, Refusal } from '../domain.js';
import { type Engine, isRefusal, type Session } from '../engine/engine.js';
import type { Speech } from '../speech/speech.js';
import { queryOf } from './raw-request.js';
import type { FoundRoute } from './router.js';

/** What came of it in the words of the wire, or a refusal. */
export type OperationAnswer =
  | Refusal
  | { readonly refused: false; readonly status: number; readonly body: JsonValue; readonly delayMs: number };

const NO_BODY = { refused: false, json: null } as const;

export function perform(engine: Engine, speech: Speech, session: Session, route: FoundRoute): OperationAnswer {
  const { operation, params } = route;
  const query = queryOf(session.raw.target);
  switch (operation) {
    case 'placeOrder':
    case 'openPosition':
    case 'closePosition':
    case 'cancelOrder':
      return trade(engine, speech, session, { ...route, operation });
    case 'operationStatus':
      return read(engine.operationStatus(session, params['operationId'] ?? ''), speech.operationStatus);
    case 'account':
      return read(engine.account(session), speech.account);
    case 'instruments':
      return read(engine.instruments(session), speech.instruments);
    case 'conditions':
      return read(engine.conditions(session, params['instrument'] ?? ''), speech.conditions);
    case 'limits':
      return read(engine.limits(session), speech.limits);
    case 'snapshot':
      return read(engine.snapshot(session), speech.snapshot);
    case 'orderHistory':
      return read(engine.orderHistory(session, speech.readHistory(operation, query, params)), speech.orderHistory);
    case 'dealHistory':
      return read(engine.dealHistory(session, speech.readHistory(operation, query, params)), speech.dealHistory);
    case 'eventsStream':
    case 'ticksStream':
      return engine.refuse(
        426,
        'REQUEST_INVALID',
        'expected a WebSocket handshake (Upgrade: websocket), got a plain GET',
      );
  }
}

type TradingRoute = FoundRoute & { readonly operation: OperationKind };

function trade(engine: Engine, speech: Speech, session: Session, route: TradingRoute): OperationAnswer {
  const { operation } = route;
  const body = route.bodiless ? NO_BODY : engine.readBody(session);
  if (body.refused) return body;
  const request = speech.readTrade(operation, body.json, route.params);
  const ack = engine[operation](session, request, body.json);
  if (ack.refused) return ack;
  return { refused: false, status: ack.status, body: speech.ack(ack, operation), delayMs: ack.answerDelayMs };
}

function read<Value extends object>(value: Value | Refusal, write: (value: Value) => JsonValue): OperationAnswer {
  if (isRefusal(value)) return value;
  return { refused: false, status: 200, body: write(value), delayMs: 0 };
}
