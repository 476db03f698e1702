// The profile as a program uses it: a loaded, validated, plain-JSON description of a target with its secrets resolved.
// The file form with its JSON Schema is in `profile.schema.json`; loading is in `load.ts`.
import type { JsonObject, JsonValue } from '../payload/json.js';
import type { ControlActionName, ControlScope } from './control/actions.js';
import type { PartName } from './parts.js';
import type { StatedHistory } from './stated-history.js';

/** What a target may rightly lack, or may lack in part; the default of each is in `claims.ts`. */
export const CLAIMS = [
  'positions',
  'ticks',
  'instrumentEvents',
  'hmrEvents',
  'accountStateEvents',
  'sltp',
  'snapshotResource',
  'orderHistory',
  'dealHistory',
  'closePosition',
  'cancelOrder',
  'quota',
] as const;
export type Claim = (typeof CLAIMS)[number];

export interface ProfileKey {
  /** The public identifier that travels in SVC-API-KEY. */
  readonly id: string;
  /** PKCS#8 PEM, JWK text, or a 32-byte seed in hex or base64url. In memory only. */
  readonly privateKey: string;
}

/** Roles of keys: `main` is required; the others unlock checks. */
export const KEY_ROLES = [
  'main',
  'second',
  'expired',
  'readOnly',
  'noStream',
  'blockedSource',
  'unregistered',
] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

export interface ProfileAccount {
  readonly id: string;
  readonly currency?: string;
  /** Decimals of the account currency; without it the precision of money is not judged. */
  readonly currencyDigits?: number;
}

export interface ProfileInstrument {
  readonly name: string;
  /** A price at which a buy limit rests without filling; sells and stops rest on the other side. */
  readonly restingBuyLimit: string;
  readonly restingSellLimit: string;
  readonly restingBuyStop: string;
  readonly restingSellStop: string;
  /** A valid volume; without it the smallest that the conditions allow. */
  readonly volume?: string;
}

export interface ProfileTiming {
  /** Longest wait for an HTTP answer, a handshake, a command's answer. */
  readonly answerMs: number;
  /** Longest wait from ACK to the final result. */
  readonly resultMs: number;
  /** Longest wait for an event that a control action causes. */
  readonly eventMs: number;
  /** How long to listen for something that must not come, only where no causal barrier exists. */
  readonly quietMs: number;
  /** How long after its answer a control action takes effect, where the operator knows; found out when left out. */
  readonly controlMs?: number;
}

export interface ProfileLimits {
  /** Requests per second that the suite may send, over all checks; 0 for no pacing. */
  readonly requestsPerSecond: number;
  /** Orders that a run may place in all. */
  readonly orders: number;
  readonly connections: number;
  /** Streams that one account may have at once, where the operator knows; found out by trying when left out. */
  readonly connectionsPerAccount?: number;
}

/** Bounds of what a run takes in, in all and for one check. */
export const BUDGETS = ['messages', 'checkMessages', 'megabytes', 'checkMegabytes', 'seconds'] as const;
export type BudgetName = (typeof BUDGETS)[number];

export interface ControlBinding {
  readonly scope?: ControlScope;
  readonly http?: {
    readonly method: string;
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: JsonValue;
  };
  /**
   * Program and arguments; no shell. A program that begins with ./ or ../ lies relative to the profile's folder. An argument, or a list
   * of them, is left out as a whole when it names an optional parameter that is not given.
   */
  readonly command?: readonly (string | readonly string[])[];
  /** Other words for parameter values, by parameter. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** JSON Pointers into the answer (HTTP body or standard output), by result member; `{fresh}` for the identifier that was made. */
  readonly result?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** The header values that came by reference, for redaction. In memory only. */
  readonly secrets?: readonly string[];
}

/** What to do with undecided checks when the exit code is made. */
export interface ProfilePolicy {
  /**
   * `listed` (default) allows what `accept` names, and checks of level should; `unreachable` also what the plan already knew it could
   * not reach; `none` allows nothing; `any` everything.
   */
  readonly inconclusive: 'listed' | 'unreachable' | 'none' | 'any';
  /** Patterns: what a check waits for (`control stream.drop`), the id of a check, or `because: ` with its reason. */
  readonly accept?: readonly string[];
}

export interface OwnConditions {
  readonly id: string;
  readonly instrument: string;
  /** A decimal, as the interface shows it. */
  readonly volumeMax: string;
}

/** An account with another market than those of the pool. */
export interface OtherMarket {
  readonly id: string;
  /** Available to this account, and to none of the pool. */
  readonly instrument: string;
}

export interface Profile {
  readonly name: string;
  /** The file that it came from, for messages and reproduction lines; undefined for the embedded reference. */
  readonly file?: string;
  readonly baseUrl: string;
  /** ws: or wss: base of the streams, its path included; derived from `baseUrl` when the file leaves it out. */
  readonly streamUrl: string;
  readonly environment: 'sandbox' | 'production' | 'unknown';
  /** Digest of the build under test, such as `sha256:...`, for certificates. */
  readonly build?: { readonly version?: string; readonly digest?: string };
  readonly keys: Readonly<Record<string, ProfileKey>> & { readonly main: ProfileKey };
  readonly accounts: {
    /** Accounts that checks lease, one check at a time each. All are open to the main key. */
    readonly pool: readonly ProfileAccount[];
    /** An existing account that the main key may not use. */
    readonly foreign?: { readonly id: string };
    /** Accounts that are in a state already, open to the main key, for a target that cannot be brought into it. */
    readonly disabled?: { readonly id: string };
    readonly closeOnly?: { readonly id: string };
    /** An account, open to the main key, for which an instrument has conditions of its own, and the volume_max among them. */
    readonly ownConditions?: OwnConditions;
    /** An account, open to the main key, that may use an instrument which those of the pool may not. */
    readonly otherMarket?: OtherMarket;
    /** An identifier of no account. */
    readonly unknown: string;
  };
  readonly market: {
    readonly instruments: readonly ProfileInstrument[];
    /** Instruments that exist on the platform and that the pool's accounts may not use. */
    readonly unavailable: readonly string[];
    /** A name of no instrument. */
    readonly unknown: string;
  };
  readonly claims: Readonly<Record<Claim, boolean>>;
  /** What is not built yet, and so undecided (`claims.notYet` in the file). */
  readonly notYet?: readonly PartName[];
  readonly timing: ProfileTiming;
  readonly limits: ProfileLimits;
  /** What the run takes from the target at most, where it is not the ordinary (`IntakeBudget` of the wire). */
  readonly budget?: Readonly<Partial<Record<BudgetName, number>>>;
  /** What the target documents of its history where it lies otherwise than interface 1, rules 4 and 5, has it. */
  readonly history?: StatedHistory;
  readonly policy: ProfilePolicy;
  /** The data form of the dialect with defaults filled in, or a module (absolute file URL) that exports `dialect`. */
  readonly dialect: { readonly spec: JsonObject } | { readonly module: string };
  readonly control: Readonly<Partial<Record<ControlActionName, ControlBinding>>>;
  /** An OpenAPI document of the target: a URL, or the absolute path of a file. */
  readonly openapi?: string;
}
