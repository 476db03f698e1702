// Which requirement a failure violates: the one that the failed assertion names, which need not be the first of its check. Every group
// of failures and every step that is to be done next is named by it.
import type { CheckResult, Results } from './model.js';

/** What a failed assertion named, as a member of a result; nothing where none did. */
export function violated({
  requirement,
  also = [],
}: {
  readonly requirement?: string;
  readonly also?: readonly string[];
}): Pick<CheckResult, 'violates'> {
  return requirement === undefined ? {} : { violates: [...new Set([requirement, ...also])] };
}

/** The first that it violates; of an earlier version's result, which does not say it, the first that it judges. */
export function violatedBy({
  violates,
  requirements,
  id,
}: Pick<CheckResult, 'violates' | 'requirements' | 'id'>): string {
  return violates?.[0] ?? requirements[0] ?? id;
}

/** All that a check judges, the violated ones first. */
export function requirementsOf({
  violates = [],
  requirements,
}: Pick<CheckResult, 'violates' | 'requirements'>): readonly string[] {
  return [...new Set([...violates, ...requirements])];
}

/** The section of the requirement that a failure violates. */
export function sectionOf(check: CheckResult, { requirements }: Pick<Results, 'requirements'>): string | undefined {
  const id = violatedBy(check);
  return requirements.find((one) => one.id === id)?.section ?? check.sections[0];
}
