// The result of a run: what `results.json` holds and every renderer reads. JSON Schema in `results.schema.json`.
// Members may be added, never renamed.
import type { JsonValue } from '../../toolkit/payload/json.js';

export const RESULTS_FORMAT = 1;

/** Order of severity for display: worst first. `error` means that the suite itself is in error. */
export const VERDICTS = ['error', 'fail', 'inconclusive', 'not-run', 'pass', 'not-applicable', 'left-out'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How often each word of a closed list occurs, those that do not occur among them. */
export function countEach<W extends string>(words: readonly W[], found: readonly W[]): Record<W, number> {
  const counts = Object.fromEntries(words.map((word) => [word, 0])) as Record<W, number>; // has just got every word
  for (const word of found) counts[word] += 1;
  return counts;
}

export type CheckKind = 'scenario' | 'property' | 'concurrent' | 'history';
export type Level = 'must' | 'should';

/** What the doctor says about the request on which the failure of a check rests. Holds no signature and no key. */
export interface SignatureExplanation {
  /** Journal index of the request's outcome. */
  readonly record: number;
  /** `undecided`: nothing is wrong as far as it could be judged. */
  readonly verdict: 'correct' | 'broken' | 'undecided';
  /** Everything that a reader needs in a few sentences. */
  readonly summary: string;
  /** What the suite did to the request on purpose. */
  readonly prepared?: string;
  /** Every stage of signing, in the order in which a verifier can judge them. */
  readonly stages: readonly {
    readonly stage: string;
    readonly state: 'ok' | 'broken' | 'unknown';
    /** What is wrong with it, or why it was not judged. */
    readonly detail?: string;
    readonly expected?: string;
    readonly actual?: string;
  }[];
}

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly sections: readonly string[];
  readonly area: string;
  readonly kind: CheckKind;
  /** Of a check of clients: what it rests on. `wire` what it sends alone, `outcome` its word on intents, `view` what it holds. */
  readonly depth?: 'wire' | 'outcome' | 'view';
  readonly level: Level;
  readonly verdict: Verdict;
  /** Why, in one sentence; always present unless the verdict is pass. */
  readonly reason?: string;
  /** True when the plan already knew that the check could not be decided (a missing control action or fact). */
  readonly unreachable?: boolean;
  /** What in the profile would make an undecided or inapplicable check run, such as `control stream.drop`. */
  readonly needs?: readonly string[];
  readonly expected?: string;
  readonly actual?: string;
  /** Of a failure: the requirements that the failed assertion violates, the one that it names first. Of an earlier version: absent. */
  readonly violates?: readonly string[];
  /** The failed check from which this failure follows, as far as it can be told. */
  readonly because?: string;
  /** Journal indices, most telling first. */
  readonly evidence: readonly number[];
  /** A command line that runs this check alone, with the same seed. */
  readonly reproduce: string;
  readonly durationMs: number;
  /** Seed of a property, with the path to its smallest counterexample. */
  readonly property?: {
    readonly seed: number;
    readonly path?: string;
    readonly runs: number;
    readonly counterexample?: string;
  };
  /** For a failure that rests on how a signed request was judged. */
  readonly signature?: SignatureExplanation;
  readonly waiver?: { readonly pattern: string; readonly reason: string; readonly expires: string };
  /** Of a shard: where the check stands in the plan of all, from 0, so that what is merged has the order of a single run. */
  readonly place?: number;
  /** The file that declares the check, relative to the package, or to the working directory of the run for a user's own. */
  readonly source?: string;
  /** The line in it, from 1. */
  readonly line?: number;
}

/** A measured value of something that the interface leaves open. */
export interface Observation {
  readonly name: string;
  readonly value: JsonValue;
  readonly unit?: string;
  readonly section: string;
  readonly check: string | null;
  readonly evidence: readonly number[];
}

export interface RequirementResult {
  readonly id: string;
  readonly section: string;
  readonly level: 'must' | 'should' | 'may';
  readonly statement: string;
  /** The worst verdict of its checks; `not-run` when none of them was selected; `untested` when it has none. */
  readonly verdict: Verdict | 'untested';
  readonly checks: readonly string[];
  readonly untestable?: string;
  /** The duty of somebody who was not under test in this run. */
  readonly judgedBy?: 'client';
}

export interface RunInfo {
  readonly id: string;
  readonly seed: string;
  readonly started: string;
  readonly finished: string;
  readonly durationMs: number;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly level: Level;
  readonly selection: readonly string[];
  readonly shard?: string;
  /** All checks that the run had to report over all shards, as `planDigest` counts them; without it shards cannot be merged. */
  readonly plan?: { readonly checks: number; readonly digest: string };
  /** Of a shard: the waivers that it was given, as JSON. Whether one is still needed only all shards together can say. */
  readonly waivers?: readonly NonNullable<CheckResult['waiver']>[];
  /** What undecided checks do to the exit code (the profile's policy). */
  readonly policy?: 'listed' | 'unreachable' | 'none' | 'any';
  /** What the profile accepts to be undecided, as patterns. */
  readonly accepted?: readonly string[];
  /** Whether it ran in a CI (`CI=true`): there, judging the reference by default is no pass. */
  readonly ci?: true;
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** Digest of the requirements. */
    readonly catalogue: string;
    /** Of the checks: `1` for a released catalogue, `1+` for what has come since. */
    readonly catalogueVersion?: string;
  };
  readonly node: string;
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
    readonly environment: string;
    readonly fingerprint: string;
    /** Who was judged; a service when left out. */
    readonly subject?: 'client';
    /** What a client says of itself. */
    readonly client?: {
      /** Whether it was told what to do, or judged by what it sends of its own accord. */
      readonly way: 'told' | 'watched';
      readonly language: string;
      readonly capabilities: readonly string[];
      readonly claims: JsonValue;
      /** How the service spelled. */
      readonly dialect: string;
    };
    /** Whether it was the reference service in the process of the run, whose address differs each time. */
    readonly embedded?: true;
    /** Nothing on the command line asked for it: a profile may have been forgotten. */
    readonly assumed?: true;
    readonly build?: { readonly version?: string; readonly digest?: string };
    /** Milliseconds that the target's clock is ahead of ours, with the uncertainty. */
    readonly clockOffsetMs?: number;
  };
  readonly command: string;
  /** How `tsi` was called: `npx tsi`. */
  readonly program?: string;
  /** The folder that it was given for its report, as a word of a shell. */
  readonly out?: string;
  /** Where the pages of the catalogue are published (`tsi site`); the page links to them. */
  readonly site?: string;
  readonly interrupted?: 'SIGINT' | 'SIGTERM';
  /** The run was killed and left no results: these were read from its journal, and what it had not decided is `not-run`. */
  readonly killed?: true;
  /** It was asked to stop at the first failed check; what had not been decided then is `not-run`. */
  readonly bailed?: true;
}

/** Something about the run as a whole: preflight failed, a leak was left behind, a waiver matched nothing. */
export interface RunFinding {
  readonly kind: 'preflight' | 'leak' | 'waiver' | 'suite' | 'dialect' | 'control' | 'pace' | 'secret';
  readonly message: string;
  readonly evidence: readonly number[];
  /** Whether it alone makes the run fail. */
  readonly fatal: boolean;
  /** What to do about it, where it is known. */
  readonly advice?: string;
  /** Of a fatal preflight: whether nothing answers, or something that is not the interface. */
  readonly preflight?: 'unreachable' | 'refused';
}

export interface Results {
  readonly results: typeof RESULTS_FORMAT;
  readonly run: RunInfo;
  readonly conformant: boolean;
  readonly complete: boolean;
  readonly exitCode: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Failed checks of level should. */
  readonly warnings: number;
  readonly checks: readonly CheckResult[];
  readonly observations: readonly Observation[];
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly RunFinding[];
}
