// A failure as Markdown for the tracker of whoever mends the target: what happened, what the interface says, how to see it again.
// Text of the target passes the rules for Markdown.
import type { CheckResult, RequirementResult, RunInfo } from '../model/model.js';
import { asPasted } from '../model/pasted.js';
import { capped, codeSpan, forMarkdown } from '../model/sanitize.js';
import type { Sentences } from './sentences.js';
import { sentencesList } from './sentences.js';
import { markOf, type Step } from './steps.js';

const MOST_STEPS = 25;

interface Failure {
  readonly check: CheckResult;
  readonly requirements: readonly RequirementResult[];
  readonly sentences: Sentences;
  readonly steps: readonly Step[];
  readonly run: RunInfo;
}

export function issueText({ check, requirements, sentences, steps, run }: Failure): string {
  const shown = steps.slice(-MOST_STEPS);
  return [
    `## ${forMarkdown(check.title)}`,
    '',
    ...sentencesList(sentences).map((one) => `${forMarkdown(one)}\n`),
    ...requirements.map(
      ({ id, section, level, statement }) =>
        `- ${codeSpan(id)} (interface ${section}, ${level}): ${forMarkdown(statement)}`,
    ),
    '',
    ...(check.expected === undefined ? [] : [`**Expected:** ${forMarkdown(capped(check.expected, 1_000))}  `]),
    ...(check.actual === undefined ? [] : [`**Actual:** ${forMarkdown(capped(check.actual, 1_000))}`]),
    '',
    '| at | what | records |',
    '|---|---|---|',
    ...shown.map(
      (step) =>
        `| +${step.atMs} ms | ${forMarkdown(capped(step.text, 400))}${marked(step)} | ${step.records.join(', ')} |`,
    ),
    '',
    `Again: ${codeSpan(asPasted(run, check.reproduce))}`,
    '',
    `Check ${codeSpan(check.id)} of ${run.suite.name} ${run.suite.version}, run ${run.id} against ${forMarkdown(run.target.name)}, ${run.started}.`,
    '',
  ].join('\n');
}

function marked(step: Step): string {
  const mark = markOf(step);
  return mark === undefined ? '' : ` **(${mark})**`;
}
