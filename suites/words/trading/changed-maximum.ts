// What conditions show behind a change of volume_max by control. An account may have conditions of its own (interface 2.4), which a target
// may derive from those of the platform: then a control action that sets the platform's makes another maximum of it.
import type { Decimal } from '../../../toolkit/decimal/index.js';
import { toText } from '../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { HttpExchange } from '../../../toolkit/wire/exchange.js';
import type { CheckContext } from '../../runner/context.js';
import { figureOf, same } from '../figures.js';

/** A maximum that nothing else is: neither as it was nor a part of it by a usual factor. */
export function otherMaximum({ coefficient, scale }: Decimal): string {
  return toText({ coefficient: coefficient * 3n, scale });
}

/** As it is read now: what an account verb says of conditions may be remembered. */
export function volumeMaxIn(t: CheckContext, { answer }: HttpExchange): JsonValue | undefined {
  return answer?.body === undefined ? undefined : t.dialect.readConditions(answer.body).volumeMax;
}

/**
 * Judges that the conditions show what was asked for. `wrong`: what they must not show in its place; a third value is the account's own.
 */
export function expectMaximum(
  t: CheckContext,
  read: HttpExchange,
  asked: string,
  wrong: readonly (JsonValue | undefined)[],
): void {
  const shown = volumeMaxIn(t, read);
  const isThird = figureOf(shown) !== undefined && ![asked, ...wrong].some((one) => same(shown, one));
  if (isThird) {
    t.inconclusive('control instrument.update made another volume_max of the account than it was asked for', [read]);
  }
  t.expect.at(read, '/view/volumeMax', 'sameDecimal', asked);
}
