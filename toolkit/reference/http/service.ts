// What the parts of the transport share: the engine, the speech, and how answers and lines of the log are made.

import type { Duplex } from 'node:stream';
import type { Engine } from '../engine/engine.js';
import type { Notebook } from '../notes/notebook.js';
import type { TellFrame } from '../page/recorder.js';
import type { Speech } from '../speech/speech.js';
import { Answers } from './answer.js';
import { type BodyBudget, bodyBudgetOf } from './body.js';
import { ByteBudget } from './byte-budget.js';
import type { Gateway } from './gateway.js';
import type { TransportLimits } from './limits.js';
import { type Router, routerOf } from './router.js';
import type { Traffic } from './traffic.js';

/** An unsigned document, such as the OpenAPI description, made when it is first asked for. */
export type Documents = ReadonlyMap<string, () => string>;

export interface Service {
  readonly engine: Engine;
  readonly speech: Speech;
  readonly answers: Answers;
  readonly router: Router;
  readonly limits: TransportLimits;
  /** What bodies under way may hold together. */
  readonly bodyBudget: BodyBudget;
  /** What answers that nobody has read yet may hold together. */
  readonly answerBudget: ByteBudget<Duplex>;
  readonly documents: Documents;
  /** Undefined when nobody reads; notes are then not made. */
  readonly notes: Notebook | undefined;
  /** Hears every frame of every stream, where somebody looks. */
  readonly frames?: ((frame: TellFrame) => void) | undefined;
  /** Hears all that passes, where somebody listens. */
  readonly traffic?: Traffic | undefined;
  /** What stands before the service. */
  readonly gateway: Gateway;
}

export function createService(parts: Omit<Service, 'answers' | 'router' | 'bodyBudget' | 'answerBudget'>): Service {
  const bodyBudget = bodyBudgetOf(parts.limits.allBodiesBytes);
  const answerBudget = new ByteBudget<Duplex>(parts.limits.allAnswersBytes, (connection) => connection.destroy());
  return {
    ...parts,
    bodyBudget,
    answerBudget,
    answers: new Answers(parts.engine, parts.speech),
    router: routerOf(parts.speech.routes),
  };
}
