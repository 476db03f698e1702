// A lapse: one decision of an honest client taken wrongly, as it is found in clients that lose money.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Conduct } from '../conduct/conduct.js';
import { TEMPERAMENTS } from '../temperaments.js';

export interface Lapse {
  readonly id: string;
  /** What such a client does. */
  readonly title: string;
  /** The statements that it breaks; a check of one of them must fail. */
  readonly violates: readonly ClientRequirementId[];
  /** The temperament of which it is a lapse, where the plain honest client would not come to the decision. */
  readonly temperament?: string;
  /** The one decision. */
  readonly decision: Partial<Conduct>;
  /** All that differs from the plain honest client: the temperament and the decision. */
  readonly conduct: Partial<Conduct>;
}

type Row = readonly [
  title: string,
  violates: ClientRequirementId | readonly ClientRequirementId[],
  decision: Partial<Conduct>,
  temperament?: string,
];

/** By id. */
export type LapseTable = Readonly<Record<string, Row>>;

export function lapses(table: LapseTable): readonly Lapse[] {
  return Object.entries(table).map(([id, [title, violates, decision, temperament]]) => ({
    id,
    title,
    violates: typeof violates === 'string' ? [violates] : violates,
    decision,
    conduct: { ...TEMPERAMENTS.find((one) => one.id === temperament)?.conduct, ...decision },
    ...(temperament === undefined ? {} : { temperament }),
  }));
}
