// What a habit is: one legal way in which a correct service may differ from ours, as data. No code of the service knows of it.
import type { OpenPointId } from '../../../requirements/open-point-id.js';
import type { ServiceParts } from './service-parts.js';

/** What a habit does to checks that no suite could spare: all that goes beyond it is a false alarm. */
export interface Cost {
  /** A check, or a glob over ids of checks. */
  readonly checks: string;
  /** `warning` is a failure of level should, for what the interface calls standard without demanding it. */
  readonly verdict: 'inconclusive' | 'not-applicable' | 'warning';
  /** Words that the reason of the verdict must hold. */
  readonly because: string;
}

export interface Habit {
  /** Words, such as `foreign-account-not-found`. */
  readonly id: string;
  /** What it is one answer to; habits of one choice exclude one another. */
  readonly choice: string;
  readonly section: string;
  /** The open points that it uses; none where the interface says nothing at all, as about firewalls. */
  readonly points: readonly OpenPointId[];
  /** One sentence about what the service does. */
  readonly summary: string;
  readonly costs: readonly Cost[];
  /** Tried by itself: what it makes impossible would hide what others do. */
  readonly alone: boolean;
  /** Habits of other choices that no sound service has beside this one: together they would break a statement. */
  readonly excludes: readonly string[];
  /** The only dialect in which it makes a difference, or can be made. */
  readonly dialect: 'default' | 'contrary' | undefined;
  /** Called once for each service, so that a habit may keep a count of its own. */
  readonly change: (parts: ServiceParts) => ServiceParts;
}
