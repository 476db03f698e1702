// The volume of one position, wherever a view lists positions (interface 2.2; 6, table).
import type { PositionView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext, ExpectOptions } from '../../runner/context.js';

/** What lists positions: a snapshot, or `{ ...event.view, record: event.record }`. */
export interface ShownPositions {
  readonly positions?: readonly PositionView[];
  readonly record: number;
}

/** Judges that the position has exactly that volume. */
export function expectVolume(
  t: CheckContext,
  shown: ShownPositions,
  { positionId, volume }: { readonly positionId: string; readonly volume: string },
  options?: ExpectOptions,
): void {
  const index = shown.positions?.findIndex(({ id }) => id === positionId) ?? -1;
  t.expect.at(shown, `/view/positions/${index}/volume`, 'sameDecimal', volume, options);
}
