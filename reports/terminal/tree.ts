// `--tree`: the requirements by section with the checks that judged them; what is uncovered or undecided stands out.
import type { CheckResult, Results } from '../model/model.js';
import { forLogLine } from '../model/sanitize.js';
import { COVERAGE, type Covered, coveredRequirements, sectionRows } from '../model/sections.js';
import { duration, type Paint, signOf } from './style.js';

export function treeBlock(results: Results, paint: Paint): string {
  const checks = new Map(results.checks.map((check) => [check.id, check]));
  const lines: string[] = [];
  for (const { section, requirements } of sectionRows(coveredRequirements(results))) {
    lines.push('', paint('bold', `interface ${section}`));
    for (const [index, requirement] of requirements.entries()) {
      const last = index === requirements.length - 1;
      lines.push(`${last ? '└─' : '├─'} ${requirementLine(requirement, paint)}`);
      for (const id of requirement.checks) {
        const check = checks.get(id);
        if (check !== undefined) lines.push(`${last ? '   ' : '│  '}   ${leafLine(check, paint)}`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function requirementLine(requirement: Covered, paint: Paint): string {
  const { coverage } = requirement;
  const { sign, colour } = signOf(coverage);
  const untestable =
    requirement.untestable === undefined ? '' : paint('dim', ` (untestable: ${forLogLine(requirement.untestable)})`);
  const statement = paint('dim', forLogLine(requirement.statement, 160));
  return `${paint(colour, sign)} ${forLogLine(requirement.id)} ${paint(colour, COVERAGE[coverage].word)} ${statement}${untestable}`;
}

function leafLine(check: CheckResult, paint: Paint): string {
  const { sign, colour } = signOf(check.verdict);
  const why = check.verdict === 'pass' || check.reason === undefined ? '' : ` — ${forLogLine(check.reason, 200)}`;
  return `${paint(colour, sign)} ${forLogLine(check.title)} ${paint('dim', `(${duration(check.durationMs)})`)}${why}`;
}
