// One factor: the request that must be accepted goes first, then its twin that differs in exactly one thing. Only
// when the first is accepted does the refusal of the second say anything.
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { pause } from '../../../../toolkit/wire/pause.js';
import { Undecided } from '../../check-end.js';
import type { SendOptions, TwinTrial } from '../../context.js';
import type { CheckScope } from '../scope.js';
import { describeAnswer, isAccepted } from './answer.js';
import { exchangeOf } from './expect.js';

/** What these read may have been made just now, and not be at every server of a target yet. */
const OF_WHAT_WAS_MADE: readonly string[] = ['operationStatus', 'conditions'];
const TRIES = 10;
const PAUSE_MS = 150;

export async function sendTwins({ send, damage }: TwinTrial, scope: CheckScope): Promise<HttpExchange> {
  let sound = exchangeOf(await send({}));
  for (let time = 1; time < TRIES && isMissing(sound); time += 1) {
    await pause(PAUSE_MS, scope.signal);
    sound = exchangeOf(await send({}));
  }
  if (!isAccepted(sound)) {
    const what = describeAnswer(sound, scope.target.read.error(sound));
    throw new Undecided(`the undamaged ${sound.request.name} was not accepted either: ${what}`, [sound.record]);
  }
  const options: SendOptions = 'name' in damage ? { damage } : damage;
  const damaged = exchangeOf(await send(options));
  // A connection may be cut for reasons of its own, such as a keep-alive that ended just then; twice in a row tells.
  return damaged.error?.code === 'reset' ? exchangeOf(await send(options)) : damaged;
}

function isMissing({ request, answer }: HttpExchange): boolean {
  return OF_WHAT_WAS_MADE.includes(request.name) && answer?.status === 404;
}
