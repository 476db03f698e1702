// What a dialect's way of writing says about its way of telling: identifiers that a client must send as numbers are told as numbers,
// and names of instruments lie in objects where a profile says where in an object.
import { sameJson } from '../../../payload/same-json.js';
import { DEFAULT_DIALECT } from '../../../profile/dialect/default-spelling.js';
import type { DialectSpec } from '../../../profile/dialect/spec.js';
import type { IdKind } from '../contrary-ids.js';

export type Numbered = Readonly<Record<IdKind, boolean>> & {
  /** Instruments of an HMR period are objects. */
  readonly periodObjects: boolean;
};

export function numberedIn({ requests, entities }: DialectSpec): Numbered {
  const text = JSON.stringify(requests);
  const asNumber = (placeholder: string): boolean => new RegExp(`\\{${placeholder}\\|(?:integer|number)`).test(text);
  const ord = asNumber('order_id');
  const pos = asNumber('position_id');
  return {
    ord,
    pos,
    deal: ord && pos,
    periodObjects: !sameJson(
      entities.hmrPeriod.instrumentName as string,
      DEFAULT_DIALECT.entities.hmrPeriod.instrumentName as string,
    ),
  };
}
