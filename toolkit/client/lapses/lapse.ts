// A lapse: one decision of an honest client taken wrongly, as it is found in clients that lose money.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Conduct } from '../conduct/conduct.js';

export interface Lapse {
  readonly id: string;
  /** What such a client does. */
  readonly title: string;
  /** The statements that it breaks; a check of one of them must fail. */
  readonly violates: readonly ClientRequirementId[];
  /** The one decision. */
  readonly conduct: Partial<Conduct>;
}

/** By id: what the client does, what it breaks (one statement or several), the decision. */
export type LapseTable = Readonly<
  Record<
    string,
    readonly [title: string, violates: ClientRequirementId | readonly ClientRequirementId[], conduct: Partial<Conduct>]
  >
>;

export function lapses(table: LapseTable): readonly Lapse[] {
  return Object.entries(table).map(([id, [title, violates, conduct]]) => ({
    id,
    title,
    violates: typeof violates === 'string' ? [violates] : violates,
    conduct,
  }));
}
