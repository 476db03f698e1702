// The idempotency key of a context (interface 8): each is valid, and a service may keep, compare and echo them in different ways.
import type { CheckContext, SendOptions } from '../../runner/context.js';
import type { Context } from '../../runner/contexts/context.js';

const LONGEST = 128;

/** An option of a request; none where the key is of the usual form, which the request gets by itself. */
export function keyOf(t: CheckContext, { key }: Pick<Context, 'key'>): Pick<SendOptions, 'idempotencyKey'> {
  if (key === 'usual') return {};
  const fresh = t.freshKey();
  if (key === 'longest') return { idempotencyKey: `~.${fresh}`.padEnd(LONGEST, 'x_-.~Z9') };
  return { idempotencyKey: key === 'digits' ? `9${digitsOf(fresh)}` : `~-_.${fresh}..__~~` };
}

/** As unlikely to be met again as the key itself. */
export function digitsOf(key: string): string {
  return [...key].map((character) => (character.codePointAt(0) ?? 0) % 10).join('');
}
