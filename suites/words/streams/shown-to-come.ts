// That messages came, each of its kind: what is shown of a claim that each of several connections was told of something.
import type { Fact, Received } from '../../runner/context.js';

/** Nothing where one is missing, which no record shows. */
export function shownToCome(messages: readonly (Received | undefined)[]): readonly Fact[] {
  const came = messages.filter((one) => one !== undefined);
  return came.length < messages.length ? [] : came.map((one) => [one, '/kind', 'equals', one.kind]);
}
