// What the parts of the transport share: the engine, the speech, and how answers and lines of the log are made.

import type { RawRequest, Refusal } from '../domain.js';
import type { Engine } from '../engine/engine.js';
import type { Speech } from '../speech/speech.js';
import { Answers } from './answer.js';
import type { Front } from './front.js';
import type { TransportLimits } from './limits.js';
import type { Log } from './log-line.js';
import { Room } from './room.js';
import { type Router, routerOf } from './router.js';

/** An unsigned document, such as the OpenAPI description, made when it is first asked for. */
export type Documents = ReadonlyMap<string, () => string>;

/** What is to be said about a refusal besides its reason; undefined for nothing. */
export type Explain = (raw: RawRequest, refusal: Refusal) => string | undefined;

export interface Service {
  readonly engine: Engine;
  readonly speech: Speech;
  readonly answers: Answers;
  readonly router: Router;
  readonly limits: TransportLimits;
  /** What bodies under way may hold together. */
  readonly bodyRoom: Room;
  /** What answers that nobody has read yet may hold together. */
  readonly answerRoom: Room;
  readonly documents: Documents;
  /** Undefined when nobody listens; lines are then not made. */
  readonly log: Log | undefined;
  readonly explain: Explain | undefined;
  /** What stands before the service. */
  readonly front: Front;
}

export function createService(parts: Omit<Service, 'answers' | 'router' | 'bodyRoom' | 'answerRoom'>): Service {
  const bodyRoom = new Room(parts.limits.allBodiesBytes);
  const answerRoom = new Room(parts.limits.allAnswersBytes);
  return {
    ...parts,
    bodyRoom,
    answerRoom,
    answers: new Answers(parts.engine, parts.speech),
    router: routerOf(parts.speech.routes),
  };
}
