// The policy of levels: reading its file, and which level a run reached. The words of the file are explained in `policy.yaml`.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { messageOf } from '../../toolkit/base/message-of.js';
import { packageRoot } from '../../toolkit/base/package-root.js';
import { plural } from '../../toolkit/base/plural.js';
import { whyUnreadable } from '../../toolkit/base/why-unreadable.js';
import { readRegularFile } from '../../toolkit/journal/regular-file.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import type { CheckResult, Level, Results, RunInfo } from '../model/model.js';
import { schemaDefect } from '../model/schema.js';
import { leavesIncomplete } from '../model/undecided.js';
import type { Evidence } from './evidence.js';

export interface PolicyLevel {
  readonly name: string;
  readonly summary: string;
  /** Whom it is for; a service when left out. */
  readonly subject?: 'client';
  /** Of checks of clients, what may not stay undecided; all when left out. */
  readonly depths?: readonly NonNullable<CheckResult['depth']>[];
  readonly effort: RunInfo['effort'];
  readonly mustPass: readonly Level[];
  readonly areas: 'all' | readonly string[];
  readonly undecided: 'none' | 'unreachable' | 'any';
  readonly notApplicable: 'any' | 'none';
  readonly waivers: 'none' | 'any';
  /** Of a hundred assertions, how many may be believed as the run computed them; any when left out. */
  readonly takenOver?: number;
  readonly maximumAgeDays: number;
}

export interface Policy {
  readonly name: string;
  /** Highest first. */
  readonly levels: readonly PolicyLevel[];
  /** Hex SHA-256 of the file. */
  readonly digest: string;
}

/** A policy is a page; a file beyond this is none. */
const MOST_BYTES = 1 << 20;

const EFFORTS: readonly RunInfo['effort'][] = ['quick', 'standard', 'thorough'];

/** Throws `ProtocolError` of code `policy-invalid`. Without a path, the policy of this package. */
export async function loadPolicy(
  path: string = join(packageRoot(), 'reports/certificate/policy.yaml'),
): Promise<Policy> {
  let text: string;
  try {
    text = readRegularFile(path, { mostBytes: MOST_BYTES }).toString('utf8');
  } catch (cause) {
    throw invalid(path, `expected a readable file, got ${whyUnreadable(cause)}`);
  }
  const document = parseDocument(text, { version: '1.2', schema: 'core', merge: false, stringKeys: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw invalid(path, problem.message);
  const value = withoutAliases(document, path);
  const defect = schemaDefect('certificate/policy.schema.json', value);
  if (defect !== undefined) throw invalid(path, defect);
  const { name, levels } = value as Pick<Policy, 'name' | 'levels'>; // the schema has just vouched for this shape
  return { name, levels, digest: createHash('sha256').update(text).digest('hex') };
}

/** An alias may stand for a tree of any size: none is resolved, and a policy is read by people as it stands. */
function withoutAliases(document: Document.Parsed, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw invalid(path, messageOf(cause));
  }
}

function invalid(path: string, why: string): ProtocolError {
  return new ProtocolError('policy-invalid', `${path} is no policy: ${why}`);
}

export interface LevelReached {
  /** Undefined when no level is reached. */
  readonly level: PolicyLevel | undefined;
  /** For each level above the one reached, why not. */
  readonly missed: readonly { readonly level: string; readonly reason: string }[];
}

export function levelOf(policy: Policy, results: Results, evidence: Evidence): LevelReached {
  const missed: { level: string; reason: string }[] = [];
  const { subject } = results.run.target;
  for (const level of policy.levels.filter((one) => one.subject === subject)) {
    const reason = obstacle(level, results) ?? takenOverObstacle(level, evidence);
    if (reason === undefined) return { level, missed };
    missed.push({ level: level.name, reason });
  }
  return { level: undefined, missed };
}

/** When a certificate of this level ends: counted from the end of the run, not from the signing. */
export function validUntil(level: PolicyLevel, run: RunInfo): string {
  return new Date(Date.parse(run.finished) + level.maximumAgeDays * 86_400_000).toISOString();
}

function obstacle(level: PolicyLevel, results: Results): string | undefined {
  const { run, checks } = results;
  if (EFFORTS.indexOf(run.effort) < EFFORTS.indexOf(level.effort)) {
    return `needs effort ${level.effort}, the run had ${run.effort}`;
  }
  if (run.target.client?.way === 'watched' && level.depths?.every((depth) => depth === 'wire') !== true) {
    return 'the client was watched, and not told what to do';
  }
  const failed = checks.filter((check) => check.verdict === 'fail' && level.mustPass.includes(check.level));
  const counting = failed.filter((check) => check.waiver === undefined || level.waivers === 'none');
  if (counting.length > 0) return named(counting, 'failed');
  const waived = checks.filter((check) => check.waiver !== undefined);
  if (level.waivers === 'none' && waived.length > 0) return named(waived, 'waived');
  const fatal = results.findings.find((finding) => finding.fatal);
  if (fatal !== undefined) return fatal.message;
  const due = checks.filter(({ depth }) => depth === undefined || level.depths?.includes(depth) !== false);
  // Nobody wrote down what a client may leave open; the level says it.
  const open = level.subject === 'client' ? [] : due.filter((check) => leavesIncomplete(check, run));
  return (
    undecidedObstacle(level, due) ??
    (open.length > 0 ? `${named(open, 'undecided')}, which the profile does not accept` : undefined) ??
    areaObstacle(level, due)
  );
}

function takenOverObstacle({ takenOver }: PolicyLevel, { assertions }: Evidence): string | undefined {
  if (takenOver === undefined) return undefined;
  const all = assertions.evaluated + assertions.takenOver;
  if (assertions.takenOver * 100 <= takenOver * all) return undefined;
  return `${assertions.takenOver} of ${all} assertions cannot be evaluated again, at most ${takenOver} of 100 may be taken over`;
}

function undecidedObstacle(level: PolicyLevel, checks: readonly CheckResult[]): string | undefined {
  const lost = checks.filter((check) => check.verdict === 'error' || check.verdict === 'not-run');
  if (lost.length > 0) return named(lost, 'without a verdict');
  const open = checks.filter((check) => check.verdict === 'inconclusive');
  const counting = open.filter(
    (check) => level.undecided === 'none' || (level.undecided === 'unreachable' && check.unreachable !== true),
  );
  if (counting.length > 0) return named(counting, 'undecided');
  const left = checks.filter((check) => check.verdict === 'not-applicable');
  return level.notApplicable === 'none' && left.length > 0 ? named(left, 'not applicable') : undefined;
}

function areaObstacle(level: PolicyLevel, checks: readonly CheckResult[]): string | undefined {
  if (checks.every(({ verdict }) => verdict !== 'pass')) return 'nothing passed';
  const areas = level.areas === 'all' ? [...new Set(checks.map((check) => check.area))] : level.areas;
  const empty = areas.find((area) => {
    const own = checks.filter((check) => check.area === area);
    const isClaimed =
      level.areas !== 'all' || own.some((check) => check.verdict !== 'not-applicable' && check.unreachable !== true);
    return isClaimed && own.every((check) => check.verdict !== 'pass');
  });
  return empty === undefined ? undefined : `nothing passed in the area ${empty}`;
}

/** `2 checks failed: a/b and others`. */
function named(checks: readonly CheckResult[], what: string): string {
  const others = checks.length > 1 ? ' and others' : '';
  return `${plural(checks.length, 'check')} ${what}: ${checks[0]?.id}${others}`;
}
