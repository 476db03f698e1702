// The authoring API: what a check declares about itself. What it can do while it runs is `CheckContext` in `context.ts`.
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import type { RequestName } from '../../toolkit/profile/dialect/dialect.js';
import type { Claim, KeyRole } from '../../toolkit/profile/profile.js';
import type { CheckId, JudgedId } from './check-id.js';
import type { Guard } from './circumstances.js';
import type { Account, CheckContext } from './context.js';
import type { ContextSpec } from './contexts/context.js';

export const CHECK_KINDS = ['scenario', 'property', 'concurrent', 'history'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** How far a run searches. */
export type Effort = 'quick' | 'standard' | 'thorough';

/** A check has the level of the requirement that it judges first, or the one to which it lowers itself; see `level.ts`. */
export type Level = 'must' | 'should';

/** What must be at hand. A missing claim makes the check not applicable; anything else missing leaves it undecided. */
export interface Needs {
  readonly claims?: readonly Claim[];
  readonly control?: readonly ControlActionName[];
  /** An account under this guard: by control action account.restrict, or named in the profile. See `t.guarded`. */
  readonly guard?: Guard;
  /** Optional parameters that the bindings of control actions must name. */
  readonly params?: Readonly<Partial<Record<ControlActionName, readonly string[]>>>;
  readonly keys?: readonly KeyRole[];
  /** Accounts to lease; 1 when left out, 0 for a check that needs none. */
  readonly accounts?: number;
  /** Leases may be shared with other checks that also say so: for reads and refusals that leave nothing behind. */
  readonly shared?: boolean;
  /** It is about what an account can still bear, and so begins with nothing else open there. */
  readonly vacant?: boolean;
  /** Requests that the dialect must bind. */
  readonly requests?: readonly RequestName[];
  /** Facts of the profile: instruments to trade on, or one of the optional facts. */
  readonly instruments?: number;
  readonly facts?: readonly (
    | 'foreignAccount'
    | 'ownConditions'
    | 'otherMarket'
    | 'unavailableInstrument'
    | 'currencyDigits'
    | 'otherCurrency'
    | 'commandAccepted'
    | 'commandRefused'
    | 'openapi'
  )[];
  /** Streams that are open at once, those of `state()` and set-up included; 3 when left out. */
  readonly streams?: number;
  /** Reads only: may also run where trading is not allowed. */
  readonly readOnly?: boolean;
}

export interface CheckSpec {
  /** The requirement that it judges first, and what it does about it. */
  readonly id: CheckId;
  /** A sentence about behaviour: `refuses a body hash of another body`. */
  readonly title: string;
  readonly kind: CheckKind;
  /** Further requirements that its assertions name. */
  readonly requirements?: readonly JudgedId[];
  /** Numbers of the test purposes that it covers. */
  readonly purposes?: readonly number[];
  readonly needs?: Needs;
  /**
   * Dimensions in which its statement holds, with all of their values or some (`contexts/dimensions.ts`). The run chooses combinations
   * by its effort, in which the body judges by `t.inContexts`; it leases an account for each, so `needs.accounts` is 0.
   */
  readonly contexts?: ContextSpec;
  /** For a body that costs next to nothing: one value more comes together than the effort has it, three at most. */
  readonly denseContexts?: true;
  /** Lowers the level below that of the requirement: for a variant that the interface does not plainly forbid to tolerate. */
  readonly level?: 'should';
  /** Sometimes-conditions (`the drop fell between ACK and event`): a check that never meets one of them is undecided. */
  readonly sometimes?: readonly string[];
  /**
   * Judges the very things that preflight relies on (a correct read is accepted, a correct handshake opens), so it runs and may
   * fail where preflight was refused. Every other check is undecided then, with that cause.
   */
  readonly basic?: boolean;
  /** Roughly how long it must wait on the target in milliseconds at standard effort; orders the start, longest first. */
  readonly waitMs?: number;
  /** For a variant of what another check judges already, or one that takes long: it is left out at quick effort. */
  readonly effort?: 'standard';
  /** Takes as many of the leased accounts as it names, `needs.accounts` at most: `run(t, own, other)`. */
  readonly run: (t: CheckContext, ...accounts: Account[]) => Promise<void>;
}

/** What a check says of itself: data, of which plans are made where no body is loaded. */
export type CheckDeclaration = Omit<CheckSpec, 'run'>;
