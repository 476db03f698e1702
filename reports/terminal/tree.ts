// `--tree`: the requirements by section with the checks that judged them; what is uncovered or undecided stands out.
import type { CheckResult, RequirementResult, Results } from '../model.js';
import { forLogLine } from '../sanitize.js';
import { duration, type Paint, SIGNS } from './style.js';

export function treeBlock(results: Results, paint: Paint): string {
  const checks = new Map(results.checks.map((check) => [check.id, check]));
  const lines: string[] = [];
  for (const [section, requirements] of bySection(results.requirements)) {
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

/** Sections in the order of their numbers: 4.5 before 4.10, 5 before 5.1. */
export function bySection(
  requirements: readonly RequirementResult[],
): readonly (readonly [section: string, requirements: readonly RequirementResult[]])[] {
  const sections = new Map<string, RequirementResult[]>();
  for (const requirement of requirements) {
    const section = sections.get(requirement.section);
    if (section === undefined) sections.set(requirement.section, [requirement]);
    else section.push(requirement);
  }
  return [...sections].sort(([a], [b]) => compareSections(a, b));
}

export function compareSections(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = Number(left[index] ?? -1) - Number(right[index] ?? -1);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function requirementLine(requirement: RequirementResult, paint: Paint): string {
  const { sign, colour } = SIGNS[requirement.verdict];
  const untestable =
    requirement.untestable === undefined ? '' : paint('dim', ` (untestable: ${forLogLine(requirement.untestable)})`);
  const statement = paint('dim', forLogLine(requirement.statement, 160));
  return `${paint(colour, sign)} ${forLogLine(requirement.id)} ${paint(colour, requirement.verdict)} ${statement}${untestable}`;
}

function leafLine(check: CheckResult, paint: Paint): string {
  const { sign, colour } = SIGNS[check.verdict];
  const why = check.verdict === 'pass' || check.reason === undefined ? '' : ` — ${forLogLine(check.reason, 200)}`;
  return `${paint(colour, sign)} ${forLogLine(check.title)} ${paint('dim', `(${duration(check.durationMs)})`)}${why}`;
}
