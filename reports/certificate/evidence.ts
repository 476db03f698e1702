// What a report rests on, looked at before it is signed and again whenever it is verified: the checks that were due, the journal, the
// verdicts that follow from it, the plan as the suite at hand computes it. Certifying and verifying follow the very same links.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '../../toolkit/journal/regular-file.js';
import { sameJson } from '../../toolkit/payload/same-json.js';
import { planDigest } from '../join/plan-digest.js';
import { countVerdicts } from '../model/conformance.js';
import { digestFile } from '../model/manifest.js';
import type { Results } from '../model/model.js';
import { renderResultsJson } from '../model/results-json.js';
import { closedSchemaDefect } from '../model/schema.js';
import type { EvaluateAssertion, Judgement } from '../rejudge/judgement.js';
import { type JudgeOptions, judgeJournal } from '../rejudge/rejudge.js';
import { differencesFromResults } from '../rejudge/results-differences.js';
import { renderingOf } from '../render/renderings.js';
import { certificateObstacle } from './certificate-obstacle.js';
import {
  type ComputePlan,
  differencesFromPlan,
  type ExpectedPlan,
  type SuiteIdentity,
  suiteDefect,
} from './expected-plan.js';
import { sha256 } from './sha256.js';
import { holds, link } from './verification-links.js';

/** The suite at hand, as far as a report is measured by it. */
export interface Examiner {
  readonly evaluate: EvaluateAssertion;
  readonly computePlan: ComputePlan;
  /** Reads answers and messages of a run again, where its dialect is no program. */
  readonly readAgain: NonNullable<JudgeOptions['readAgain']>;
  readonly judgeSent?: NonNullable<JudgeOptions['judgeSent']>;
  readonly judgeHistory?: NonNullable<JudgeOptions['judgeHistory']>;
  /** Judges a journal; whoever examines many reports with one journal need not do it for each. */
  readonly judge?: typeof judgeJournal;
  /** Where one report is signed and verified by one program, what both look at alike can be looked at once. */
  readonly once?: (examined: () => Promise<Evidence>) => Promise<Evidence>;
  readonly suite: SuiteIdentity;
}

export interface Evidence {
  /** Hex SHA-256 of the journal. */
  readonly journal: string;
  /** Hex SHA-256 over the plan computed anew: every check with its level and what stood in its way. */
  readonly plan: string;
  readonly assertions: {
    readonly evaluated: number;
    /** Computed by the suite during the run: their outcome is believed, since the journal holds no more than what they saw. */
    readonly takenOver: number;
  };
  /** Passed or failed checks none of whose assertions could be evaluated again. */
  readonly checksTakenOver: number;
}

/** Throws `BrokenLink`. */
export async function examine(dir: string, results: Results, examiner: Examiner): Promise<Evidence> {
  const look = (): Promise<Evidence> => examineAnew(dir, results, examiner);
  return examiner.once === undefined ? look() : examiner.once(look);
}

async function examineAnew(dir: string, results: Results, examiner: Examiner): Promise<Evidence> {
  await holds('results', () => spellingDefect(dir));
  await holds('completeness', () => incompleteness(results));
  await holds('suite', () => suiteDefect(results.run.suite, examiner.suite));
  const path = join(dir, 'journal.ndjson');
  const judgement = await link('journal', () =>
    (examiner.judge ?? judgeJournal)(path, examiner.evaluate, {
      readAgain: examiner.readAgain,
      ...(examiner.judgeSent !== undefined && { judgeSent: examiner.judgeSent }),
      ...(examiner.judgeHistory !== undefined && { judgeHistory: examiner.judgeHistory }),
    }),
  );
  await holds('journal', () => journalDefect(judgement));
  const { runFindings = [] } = judgement;
  await holds('verdicts', () => differencesFromResults({ ...judgement, runFindings }, results)[0]);
  const plan = await link('plan', () => examiner.computePlan(judgement.header, results.run));
  await holds('plan', () => differencesFromPlan(plan, results, judgement)[0]);
  await holds('renderings', () => renderingDefect(dir, results));
  const judged = [...judgement.checks.values()];
  const takenOver = sum(judged.map(({ computed }) => computed));
  return {
    journal: (await digestFile(dir, 'journal.ndjson')).sha256,
    plan: digestOfPlan(plan),
    assertions: { evaluated: sum(judged.map(({ assertions }) => assertions)) - takenOver, takenOver },
    checksTakenOver: judged.filter(({ assertions, computed }) => assertions > 0 && assertions === computed).length,
  };
}

/** Members that the suite does not write, members twice, numbers and spaces spelled otherwise: readers could read it differently. */
async function spellingDefect(dir: string): Promise<string | undefined> {
  const text = readRegularFile(join(dir, 'results.json')).toString('utf8');
  const document = JSON.parse(text) as Results; // read and found in order before
  if (renderResultsJson(document) !== text) return 'results.json is not spelled as the suite writes it';
  if (!sameJson({ ...document.counts }, { ...countVerdicts(document.checks) })) return 'not every verdict is counted';
  return closedSchemaDefect('model/results.schema.json', document);
}

function incompleteness(results: Results): string | undefined {
  const obstacle = certificateObstacle(results);
  if (obstacle !== undefined) return obstacle;
  const { digest } = planDigest(results.checks.map((check) => check.id));
  return digest === results.run.plan?.digest ? undefined : 'the checks are not those of the plan';
}

function journalDefect({ findings: [finding], footer }: Judgement): string | undefined {
  if (finding !== undefined) {
    return `${finding.check ?? 'the run'}${finding.record === null ? '' : `, record ${finding.record}`}: ${finding.message}`;
  }
  if (footer?.sha256 === undefined) return 'its footer names no digest of the lines before it';
  return footer.secrets === undefined ? 'its footer does not say how many secrets crossed the wire' : undefined;
}

/** Whoever reads a page or a summary must read what the results say. */
async function renderingDefect(dir: string, results: Results): Promise<string | undefined> {
  for (const name of await readdir(dir)) {
    const expected = await renderingOf(name, results, join(dir, 'journal.ndjson'));
    if (expected === undefined) continue;
    if (readRegularFile(join(dir, name)).toString('utf8') !== expected) {
      return `${name} is not what results.json and journal.ndjson are rendered to; tsi render makes it anew`;
    }
  }
  return undefined;
}

function digestOfPlan({ checks }: ExpectedPlan): string {
  const lines = checks.map(({ id, level, obstacle }) => `${id} ${level} ${obstacle?.verdict ?? 'runs'}`);
  return sha256(lines.sort().join('\n'));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
