// A request on its way as the rules of transit see it, and a refusal that lies in the world (interface 4.1; 7.1), in HTTP.
import type { Operation } from '../domain.js';
import type { Session } from '../engine/engine.js';
import type { Arrival, WorldlyRefusal } from '../rules/telling/transit.js';
import type { Answer } from './answer.js';
import type { Service } from './service.js';

export function arrivalOf(session: Session, operation: Operation, isHandshake: boolean): Arrival {
  const { raw, route, idempotencyKey } = session;
  return { operation, raw, accountId: route.accountId, idempotencyKey, isHandshake };
}

export function refusedByWorld(
  { engine, answers }: Service,
  { status, name, code, headers }: WorldlyRefusal,
  operation: Operation | undefined,
): Answer {
  const refusal = engine.refuse(status, name, 'expected better times: the rules of transit refuse it');
  const answer = answers.refused(code === undefined ? refusal : { ...refusal, code }, operation);
  return headers === undefined ? answer : { ...answer, headers };
}
