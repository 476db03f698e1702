// What a fault is: one deliberate deviation of the reference service, as data over its rules. No code of the service knows of it.
import type { JsonObject } from '../../../payload/json.js';
import type { ControlActionName } from '../../../profile/control/actions.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { Change } from './change.js';
import type { TriggerKind } from './trigger-kind.js';

export interface Fault {
  /** Words, such as `signature-unchecked-with-query`. */
  readonly id: string;
  /** The section of the interface that it breaks. */
  readonly section: string;
  readonly requirements: readonly RequirementId[];
  /** One sentence about what the faulty service does. */
  readonly summary: string;
  /** Where the requirements bind, but only warnings are due: the interface does not plainly forbid this variant. */
  readonly level?: 'should';
  /** The control action without which it cannot be seen. */
  readonly needs?: ControlActionName;
  /** What makes it show, where it does not show always. */
  readonly trigger?: TriggerKind;
  /** The share of occasions on which it shows, where that is not every one. */
  readonly rate?: number;
  /** What the profile of the service says under `dialect`, for a deviation in spelling that a binding reads on. In the default dialect. */
  readonly binding?: JsonObject;
  /** Called once for each service, so that a fault may keep a count of its own. */
  readonly change: Change;
}
