// What a CI system shows without opening a file: the step summary and annotations of GitHub, and the summary tab of Azure Pipelines.
// Workflow commands are written here only; everything from the target in them is escaped.
import { appendToRegularFile } from '../../toolkit/journal/regular-file.js';
import { isDecisiveFailure } from '../model/conformance.js';
import { failuresOf } from '../model/headline.js';
import type { CheckResult, Results } from '../model/model.js';
import { reasonInWords } from '../model/plain-words.js';
import { capped, forWorkflowCommand, oneLine } from '../model/sanitize.js';
import { meaningOf } from './atomic-write.js';

type Env = Readonly<Record<string, string | undefined>>;

/** GitHub shows about ten annotations of a kind for a step. */
const MOST_ANNOTATIONS = 10;
/** GitHub drops a step summary beyond 1 MiB as a whole, what other tools appended included. */
const MOST_SUMMARY_BYTES = 1_048_576;

/** Appends the summary where the CI names a file for it; resolves to that file. */
export async function appendStepSummary(summary: string, env: Env): Promise<string | undefined> {
  const path = env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return undefined;
  try {
    return appendToRegularFile(path, `${summary}\n`, MOST_SUMMARY_BYTES) ? path : undefined;
  } catch (cause) {
    throw new Error(`cannot write ${path}, which GITHUB_STEP_SUMMARY names: ${meaningOf(cause)}`, { cause });
  }
}

/** Workflow commands that make failures visible on the pull request; empty outside of a CI that knows them. */
export function annotations(results: Results, env: Env, summaryPath: string): string {
  if (env['GITHUB_ACTIONS'] === 'true') return githubAnnotations(results);
  if (env['TF_BUILD'] === 'True') return `##vso[task.uploadsummary]${oneLine(summaryPath)}\n`;
  return '';
}

function githubAnnotations(results: Results): string {
  const failures = failuresOf(results).filter((check) => check.waiver === undefined);
  const errors = failures.filter((check) => isDecisiveFailure(check, results.run.level));
  const warnings = failures.filter((check) => !errors.includes(check));
  const fatal = results.findings
    .filter((finding) => finding.fatal)
    .map((finding) => command('error', finding.kind, capped(finding.message, 1_000)));
  return [
    ...[...fatal, ...errors.map((check) => annotation('error', check))].slice(0, MOST_ANNOTATIONS),
    ...warnings.map((check) => annotation('warning', check)).slice(0, MOST_ANNOTATIONS),
  ].join('');
}

function annotation(kind: 'error' | 'warning', check: CheckResult): string {
  const lines = [
    check.title,
    `interface ${check.sections.join(', ')}, ${check.id}`,
    ...(check.expected === undefined ? [] : [`expected: ${capped(check.expected, 300)}`]),
    ...(check.actual === undefined ? [] : [`actual: ${capped(check.actual, 300)}`]),
    `reproduce: ${check.reproduce}`,
  ];
  return command(kind, reasonInWords(check) ?? check.title, lines.join('\n'));
}

function command(kind: 'error' | 'warning', title: string, message: string): string {
  const name = forWorkflowCommand(capped(oneLine(title), 200), 'property');
  return `::${kind} title=${name}::${forWorkflowCommand(message, 'data')}\n`;
}
