// One factor: the request that must be accepted goes first, then its twin that differs in exactly one thing. Only
// when the first is accepted does the refusal of the second say anything.
import type { HttpExchange } from '../../../../toolkit/wire/exchange.js';
import { Undecided } from '../../check-end.js';
import type { SendOptions, TwinTrial } from '../../context.js';
import type { CheckScope } from '../scope.js';
import { describeAnswer, isAccepted } from './answer.js';
import { exchangeOf } from './expect.js';

export async function sendTwins({ send, damage }: TwinTrial, scope: CheckScope): Promise<HttpExchange> {
  const sound = exchangeOf(await send({}));
  if (!isAccepted(sound)) {
    const what = describeAnswer(sound, scope.target.read.error(sound));
    throw new Undecided(`the undamaged ${sound.request.name} was not accepted either: ${what}`, [sound.record]);
  }
  const options: SendOptions = 'name' in damage ? { damage } : damage;
  const damaged = exchangeOf(await send(options));
  // A connection may be cut for reasons of its own, such as a keep-alive that ended just then; twice in a row tells.
  return damaged.error?.code === 'reset' ? exchangeOf(await send(options)) : damaged;
}
