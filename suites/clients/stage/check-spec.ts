// What a client check declares about itself. What it can do while it runs is `Stage` in `stage.ts`.
import type { IntentOperation, StreamEvent } from '../../../toolkit/intents/index.js';
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { Situation } from '../situations/situation.js';
import type { Stage } from './stage.js';

/** What the client's answers are needed for: `wire` what it sends alone, `outcome` what became of its intents, `view` what it holds. */
export type Depth = 'wire' | 'outcome' | 'view';

/** What must be at hand. A missing operation leaves the check undecided; a claim that the client does not make, not applicable. */
export interface ClientNeeds {
  /** Beside `begin` and those of the depth (`outcome` needs none of its own, `view` needs `view`). `place` when left out. */
  readonly operations?: readonly IntentOperation[];
  /** Kinds of events that the client must be able to subscribe. */
  readonly streams?: readonly StreamEvent[];
  /** A client that says it does not is spared; one that says nothing is judged by what it does. */
  readonly reconnects?: true;
  readonly polls?: true;
  readonly retries?: true;
  /** Only clients that claim it. */
  readonly concurrent?: true;
  /** Accounts side by side, only for clients that claim so many. */
  readonly accounts?: number;
}

export interface ClientCheckSpec {
  readonly id: `${ClientRequirementId}/${string}`;
  /** A sentence about behaviour: `places once when the answer is lost`. */
  readonly title: string;
  /** Lowers the level below that of the requirement. */
  readonly level?: 'should';
  readonly depth: Depth;
  readonly situation: Situation;
  readonly needs?: ClientNeeds;
  /** Further requirements that its assertions name. */
  readonly requirements?: readonly ClientRequirementId[];
  /** What the client subscribes when it begins, as far as it claims it; `transactions` when left out. */
  readonly subscribe?: readonly StreamEvent[];
  /** `false` for a check that tells the client to begin by itself (`stage.begin()`). */
  readonly begins?: false;
  /** Further situations that its twins stand in; a service of its own for each, by `stage.inSituation`. */
  readonly run: (stage: Stage) => Promise<void>;
}
