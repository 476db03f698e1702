// What a situation is: a legal way in which the service behaves towards a client, as data over the rules of the reference.
// Each names the section that leaves it open; the server checkers find nothing in what is recorded under any of them.
import type {
  AnswerFate,
  Arrival,
  Behaviour,
  Rules,
  Settings,
  WorldlyRefusal,
} from '../../../toolkit/reference/index.js';
import type { OpenPointId } from '../../../toolkit/requirements/open-point-id.js';
import type { RequirementId } from '../../../toolkit/requirements/requirement-id.js';

/** What sets an incident off: a request of the interface by its name, or a kind of requests. */
export type Trigger = Arrival['operation'] | 'mutation' | 'read' | 'handshake';

/** What happens to one request, or to some in a row; what is left out goes as ever. */
export interface Incident {
  readonly on: Trigger;
  /** Of these calls alone. */
  readonly among?: ReadonlySet<Trigger>;
  /** So many of its kind pass before it. */
  readonly skip?: number;
  /** Once when left out. */
  readonly times?: number;
  /** The connection ends before the request is acted on. */
  readonly lost?: true;
  readonly refused?: WorldlyRefusal;
  /** Its event comes twice. */
  readonly toldTwice?: true;
  /** What becomes of the answer; the request itself is carried out. */
  readonly fate?: AnswerFate;
  /** The fate comes when the event of the operation has been read: its stream has answered a ping behind it. */
  readonly behindEvent?: true;
  /** From the first on it happens to all with the same idempotency key, and to no other. */
  readonly sameKey?: true;
  /** Called when it strikes, before the request is acted on. */
  readonly onStrike?: () => void;
  /** The first that it happens to has a key that no request had before: it is no repeat, of which nothing new can be learnt. */
  readonly newKey?: true;
}

export interface Situation {
  /** Words: `answer-lost`. */
  readonly id: string;
  /** The section of the interface that leaves it open, or has it. */
  readonly section: string;
  /** The open points that it uses; none where the interface says nothing, or plainly has it. */
  readonly points: readonly OpenPointId[];
  /** One sentence about what the service does. */
  readonly summary: string;
  /** What a checker of services says of it that the interface itself has: a 500 stands in the table of 4.1. */
  readonly excused?: readonly RequirementId[];
  readonly behaviour?: Partial<Behaviour>;
  readonly settings?: Partial<Settings>;
  /** Called once for each service, so that it may keep a count of its own. */
  readonly rules?: (rules: Rules) => Partial<Rules>;
  /** Armed once the client has begun, so that it is there first. */
  readonly incidents?: readonly Incident[];
  /** Armed before the client comes. */
  readonly fromTheStart?: readonly Incident[];
}
