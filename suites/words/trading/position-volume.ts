// The volume of one position, wherever a view lists positions (interface 2.2; 6, table).
import { type Decimal, subtract, toText } from '../../../toolkit/decimal/index.js';
import type { PositionView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext, ExpectOptions } from '../../runner/context.js';

/** What lists positions: a snapshot, or `{ ...event.view, record: event.record }`. */
export interface ShownPositions {
  readonly positions?: readonly PositionView[];
  readonly record: number;
}

/** What is left of a position, and how that is reckoned. */
export interface Rest {
  readonly volume: string;
  readonly sum: string;
}

/** The volume that it had, less each part that was closed. */
export function restOf(had: Decimal, ...parts: readonly Decimal[]): Rest {
  const volume = toText(parts.reduce(subtract, had));
  return { volume, sum: [had, ...parts].map((one) => toText(one)).join(' - ') };
}

/** Judges that the position has exactly that volume. */
export function expectVolume(
  t: CheckContext,
  shown: ShownPositions,
  { positionId, volume, sum }: Pick<Rest, 'volume'> & Partial<Rest> & { readonly positionId: string },
  options: ExpectOptions = {},
): void {
  const index = shown.positions?.findIndex(({ id }) => id === positionId) ?? -1;
  t.expect.at(shown, `/view/positions/${index}/volume`, 'sameDecimal', volume, {
    ...(sum !== undefined && { sum }),
    ...options,
  });
}
